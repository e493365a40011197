package org.touchpaper.harc.protocol.acceptor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.ProtocolTimeouts;

/**
 * An acceptor's state for one transaction, immutable: Gray and Lamport's acceptor of every instance
 * and, when needed, their leader. {@link PaxosCommitDispatcher} has the rules by which it changes.
 *
 * @param identity the acceptor
 * @param hardState the durable state; null while the id is unknown
 * @param phase the volatile state
 * @param wakeAt when to deliver {@code TimePassed}; null if never
 * @param pause the last pause between repetitions in this phase
 * @param firstContactAfterVoteBy when this process first received a peer's message about the
 *     transaction, if {@code voteBy} had already passed by its clock; else null. If the clock is
 *     set back far afterwards, the time at which this was noticed
 */
public record AcceptorMachine(
    Identity identity,
    @Nullable HardState hardState,
    AcceptorPhase phase,
    @Nullable Instant wakeAt,
    Duration pause,
    @Nullable Instant firstContactAfterVoteBy) {
  /** The length of a long wait, in first pauses. */
  private static final int LONG_WAIT_FACTOR = 32;

  /**
   * An acceptor's identity.
   *
   * @param name its peer name
   * @param epoch the epoch of the first acceptor set it belongs to, in which its journal began
   * @param timeouts its timeouts
   */
  public record Identity(String name, int epoch, ProtocolTimeouts timeouts) {}

  /** The next state and the effects to perform, in order. */
  public record Step(AcceptorMachine next, List<AcceptorEffect> effects) {
    public Step {
      effects = List.copyOf(effects);
    }
  }

  /** A machine that knows nothing of the transaction. */
  public static AcceptorMachine fresh(Identity identity) {
    return new AcceptorMachine(
        identity, null, new AcceptorPhase.Following(Ballot.ZERO), null, Duration.ZERO, null);
  }

  /** A machine with the state from the journal; deliver {@link AcceptorEvent.Restarted} next. */
  public static AcceptorMachine restored(Identity identity, HardState hardState) {
    return fresh(identity).withHardState(hardState);
  }

  /** The next state and the effects: a function of this state, the event and the time. */
  public Step handle(AcceptorEvent event, Instant now) {
    return PaxosCommitDispatcher.handle(AcceptorStepBuilder.from(this, now), event).finish();
  }

  /**
   * The resource managers that have not acknowledged the decision; empty if this acceptor does not
   * announce it.
   */
  public Set<String> unacknowledged() {
    return phase instanceof AcceptorPhase.Announcing(var unacknowledged)
        ? unacknowledged
        : Set.of();
  }

  /** The tombstone that replaces the state; null until every resource manager has acknowledged. */
  public @Nullable Tombstone tombstone(Instant now) {
    return hardState == null ? null : Tombstone.of(hardState, now);
  }

  // Deadlines

  /**
   * {@code voteBy}, unless the first message of a peer arrives after it: then this acceptor's clock
   * may be ahead, and immediate recovery would abort every transaction. Voting then stays open for
   * a long wait. It ends early when another leader leads a higher ballot, because then nothing is
   * left to protect, and when the clock is set back to before {@code voteBy}. If the clock is set
   * back by more than a long wait but not that far, the long wait starts again. If it is set back
   * by less, it may still be wrong, and the wait is extended by that amount.
   */
  Instant votingEndsAt() {
    var isLed = Ballot.ZERO.isBelow(requireHardState().promised());
    return firstContactAfterVoteBy == null || isLed
        ? requireHardState().record().voteBy()
        : firstContactAfterVoteBy.plus(longWait());
  }

  /** When the leader of ballot 0 stops waiting for votes. */
  Instant giveUpAt() {
    return requireHardState().record().voteBy().plus(identity.timeouts().voteGrace());
  }

  /** When this acceptor starts recovery on its own; staggered by acceptor. */
  Instant recoverAt() {
    return votingEndsAt().plus(identity.timeouts().voteGrace()).plus(staggerDelay());
  }

  Duration staggerDelay() {
    var position = requireHardState().record().positionOf(identity.name());
    return identity.timeouts().stagger().multipliedBy(position + 1L);
  }

  Duration longWait() {
    return identity.timeouts().retry().first().multipliedBy(LONG_WAIT_FACTOR);
  }

  /** The state of a transaction that is known here. */
  HardState requireHardState() {
    if (hardState == null) {
      throw new IllegalStateException(identity.name() + " has no state of the transaction");
    }
    return hardState;
  }

  AcceptorMachine withHardState(HardState next) {
    return new AcceptorMachine(identity, next, phase, wakeAt, pause, firstContactAfterVoteBy);
  }

  /** Each phase starts with short pauses. */
  AcceptorMachine withPhase(AcceptorPhase next) {
    var nextPause = next.getClass() == phase.getClass() ? pause : Duration.ZERO;
    return new AcceptorMachine(
        identity, hardState, next, wakeAt, nextPause, firstContactAfterVoteBy);
  }

  AcceptorMachine withWakeAt(@Nullable Instant next) {
    return new AcceptorMachine(identity, hardState, phase, next, pause, firstContactAfterVoteBy);
  }

  AcceptorMachine withPause(Duration next) {
    return new AcceptorMachine(identity, hardState, phase, wakeAt, next, firstContactAfterVoteBy);
  }

  AcceptorMachine withFirstContactAfterVoteBy(@Nullable Instant next) {
    return new AcceptorMachine(identity, hardState, phase, wakeAt, pause, next);
  }
}
