package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.LifecycleStateMachine;

/**
 * The lifecycle of a reservation (NSI's LSM): it ends by its end time, by termination, or by
 * failing.
 */
@Embeddable
public class ReservationLifecycleStatus {

  @Enumerated(EnumType.STRING)
  @Column(name = "lifecycle")
  private LifecycleState state = LifecycleState.CREATED;

  private @Nullable String reason;

  /** Whose office, or who, cut it; null unless it is cut. */
  @Column(name = "cut_by")
  private @Nullable String cutBy;

  @Column(name = "cut_at")
  private @Nullable Instant cutAt;

  @Column(name = "cut_reason")
  private @Nullable String cutReason;

  /** The id of the cut at the service that made it; null if this broker did. */
  @Column(name = "cut_id")
  private @Nullable UUID cutId;

  /** The peer from which this broker learned of the cut; null if it made the cut itself. */
  @Column(name = "cut_learned_from")
  private @Nullable String cutLearnedFrom;

  protected ReservationLifecycleStatus() {}

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

  /**
   * Records a cut of a lightpath that is alive; the first one counts. A cut before the commit takes
   * effect with it. A cut without an id stands in for the one that the same peer makes known later.
   *
   * @param learnedFrom the peer that tells of it; null if this broker cuts
   * @return true if it is recorded
   */
  boolean recordCut(CutNotice cut, @Nullable String learnedFrom) {
    if (completesKnownCut(cut, learnedFrom)) {
      reason = reason == null ? null : cut.sentence();
    } else if (cutBy != null || !isAlive()) {
      return false;
    }
    cutBy = cut.by();
    cutAt = cut.at();
    cutReason = cut.reason();
    cutId = cut.id();
    cutLearnedFrom = learnedFrom;
    return true;
  }

  private boolean completesKnownCut(CutNotice cut, @Nullable String learnedFrom) {
    return cutBy != null
        && cutId == null
        && cut.id() != null
        && cutLearnedFrom != null
        && cutLearnedFrom.equals(learnedFrom);
  }

  /** Returns the cut that ended it, or will once it is committed. */
  public Optional<CutNotice> cut() {
    return cutBy == null || cutAt == null || cutReason == null
        ? Optional.empty()
        : Optional.of(new CutNotice(cutId, cutBy, cutAt, cutReason));
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

  /** Returns true if a cut ended it, or will once it is committed. */
  public boolean isCut() {
    return cutBy != null;
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
