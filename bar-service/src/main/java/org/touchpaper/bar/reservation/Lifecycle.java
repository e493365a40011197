package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.LifecycleStateMachine;

/**
 * The lifecycle of a reservation (NSI's LSM): it ends by its end time, by termination, or by
 * failing.
 */
@Embeddable
public class Lifecycle {

  @Enumerated(EnumType.STRING)
  @Column(name = "lifecycle")
  private LifecycleState state = LifecycleState.CREATED;

  private @Nullable String reason;

  /** Who ordered a forced end before the holder's decision was known here. */
  private @Nullable String forcedEndBy;

  protected Lifecycle() {}

  void terminate() {
    apply(LifecycleStateMachine.Event.TERMINATE);
  }

  void confirmTerminated() {
    apply(LifecycleStateMachine.Event.TERMINATE_CONFIRMED);
  }

  void passEnd() {
    apply(LifecycleStateMachine.Event.END_TIME);
  }

  void fail(String failureReason) {
    apply(LifecycleStateMachine.Event.FORCED_END);
    reason = failureReason;
  }

  /** Orders a forced end, which follows the commit. */
  void orderForcedEnd(String who) {
    forcedEndBy = who;
  }

  Optional<String> forcedEndBy() {
    return Optional.ofNullable(forcedEndBy);
  }

  private void apply(LifecycleStateMachine.Event event) {
    state =
        LifecycleStateMachine.next(state, event)
            .orElseThrow(() -> new IllegalStateException(event + " while " + state));
  }

  public LifecycleState state() {
    return state;
  }

  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /** Returns true if an officer or administrator ended it, or will once it is committed. */
  public boolean isForceEnded() {
    return forcedEndBy != null || (reason != null && reason.startsWith("cut by "));
  }

  public boolean isAlive() {
    return state == LifecycleState.CREATED;
  }

  boolean isTerminating() {
    return state == LifecycleState.TERMINATING;
  }

  public boolean isTerminatedOrTerminating() {
    return switch (state) {
      case TERMINATING, TERMINATED -> true;
      case CREATED, FAILED, PASSED_END_TIME -> false;
    };
  }

  /** Returns true while its segments must be terminated before the end time. */
  boolean endsEarly() {
    return switch (state) {
      case TERMINATING, FAILED -> true;
      case CREATED, PASSED_END_TIME, TERMINATED -> false;
    };
  }

  /** Returns true if provision and release apply; after the end time they have no effect. */
  boolean acceptsProvisionChange() {
    return switch (state) {
      case CREATED, PASSED_END_TIME -> true;
      case FAILED, TERMINATING, TERMINATED -> false;
    };
  }
}
