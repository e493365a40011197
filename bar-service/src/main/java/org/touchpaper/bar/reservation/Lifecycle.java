package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.LifecycleMachine;
import org.touchpaper.segment.connection.LifecycleState;

/** How a reservation ends: by its time, by somebody's will, or by failing (NSI's LSM). */
@Embeddable
public class Lifecycle {

  @Enumerated(EnumType.STRING)
  @Column(name = "lifecycle")
  private LifecycleState state = LifecycleState.CREATED;

  private @Nullable String reason;

  protected Lifecycle() {}

  void terminate() {
    on(LifecycleMachine.Event.TERMINATE);
  }

  /** Nothing of it is left at any segment. */
  void terminated() {
    on(LifecycleMachine.Event.TERMINATE_CONFIRMED);
  }

  void passEnd() {
    on(LifecycleMachine.Event.END_TIME);
  }

  void fail(String why) {
    on(LifecycleMachine.Event.FORCED_END);
    reason = why;
  }

  private void on(LifecycleMachine.Event event) {
    state =
        LifecycleMachine.on(state, event)
            .orElseThrow(() -> new IllegalStateException(event + " while " + state));
  }

  public LifecycleState state() {
    return state;
  }

  /** Why it failed. */
  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /** True if somebody of the site ended it. */
  public boolean isCut() {
    return reason != null && reason.startsWith("cut by ");
  }

  /** True until it ends in any way. */
  public boolean isAlive() {
    return state == LifecycleState.CREATED;
  }

  boolean isTerminating() {
    return state == LifecycleState.TERMINATING;
  }

  /** True from the order to end it on. */
  boolean isTerminated() {
    return switch (state) {
      case TERMINATING, TERMINATED -> true;
      case CREATED, FAILED, PASSED_END_TIME -> false;
    };
  }

  /** True while its segments are to hear that it is over before its time. */
  boolean isCutShort() {
    return switch (state) {
      case TERMINATING, FAILED -> true;
      case CREATED, PASSED_END_TIME, TERMINATED -> false;
    };
  }

  /** True if its permission may be given or taken; after the end that changes nothing. */
  boolean takesPermission() {
    return switch (state) {
      case CREATED, PASSED_END_TIME -> true;
      case FAILED, TERMINATING, TERMINATED -> false;
    };
  }
}
