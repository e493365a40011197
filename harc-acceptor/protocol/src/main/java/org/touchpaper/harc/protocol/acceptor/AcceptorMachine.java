package org.touchpaper.harc.protocol.acceptor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.ProtocolTimeouts;

/**
 * An acceptor's state machine for one transaction: Gray and Lamport's acceptor of every instance
 * and, when needed, their leader.
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
    return new AcceptorMachine(
        identity, hardState, new AcceptorPhase.Following(Ballot.ZERO), null, Duration.ZERO, null);
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

  public Step handle(AcceptorEvent event, Instant now) {
    return new StepContext(this, now).handle(event);
  }
}
