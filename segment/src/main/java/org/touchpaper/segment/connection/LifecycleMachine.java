package org.touchpaper.segment.connection;

import static org.touchpaper.segment.connection.LifecycleState.FAILED;
import static org.touchpaper.segment.connection.LifecycleState.PASSED_END_TIME;
import static org.touchpaper.segment.connection.LifecycleState.TERMINATED;
import static org.touchpaper.segment.connection.LifecycleState.TERMINATING;

import java.util.Optional;

/** NSI's lifecycle state machine, LSM (GFD.237 section 3.5). */
public final class LifecycleMachine {

  /** What can end a connection. */
  public enum Event {
    FORCED_END,
    END_TIME,
    TERMINATE,
    TERMINATE_CONFIRMED
  }

  private LifecycleMachine() {}

  /** The next state; empty where the event does not apply. */
  public static Optional<LifecycleState> on(LifecycleState state, Event event) {
    return Optional.ofNullable(
        switch (state) {
          case CREATED ->
              switch (event) {
                case FORCED_END -> FAILED;
                case END_TIME -> PASSED_END_TIME;
                case TERMINATE -> TERMINATING;
                case TERMINATE_CONFIRMED -> null;
              };
          case FAILED, PASSED_END_TIME -> event == Event.TERMINATE ? TERMINATING : null;
          case TERMINATING -> event == Event.TERMINATE_CONFIRMED ? TERMINATED : null;
          case TERMINATED -> null;
        });
  }
}
