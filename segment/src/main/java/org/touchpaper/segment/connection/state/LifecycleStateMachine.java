package org.touchpaper.segment.connection.state;

import static org.touchpaper.segment.connection.state.LifecycleState.FAILED;
import static org.touchpaper.segment.connection.state.LifecycleState.PASSED_END_TIME;
import static org.touchpaper.segment.connection.state.LifecycleState.TERMINATED;
import static org.touchpaper.segment.connection.state.LifecycleState.TERMINATING;

import java.util.Optional;

/** NSI's lifecycle state machine, LSM (GFD.237 section 3.5). */
public final class LifecycleStateMachine {

  /** Events of the lifecycle. */
  public enum Event {
    FORCED_END,
    END_TIME,
    TERMINATE,
    TERMINATE_CONFIRMED
  }

  private LifecycleStateMachine() {}

  /** The next state; empty if the event does not apply. */
  public static Optional<LifecycleState> next(LifecycleState state, Event event) {
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
