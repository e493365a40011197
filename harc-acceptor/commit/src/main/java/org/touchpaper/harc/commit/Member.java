package org.touchpaper.harc.commit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One acceptor's part in one transaction: Gray and Lamport's acceptor of every instance, and their
 * leader when it comes to that.
 *
 * @param self which acceptor
 * @param memory what is durable; null while the id is unknown here
 * @param role what it is doing about it
 * @param wakeAt when time matters next; null if never
 * @param pause how long it last waited for answers to what it is saying
 * @param heardLate when a peer first spoke of it in this life, if {@code voteBy} had passed by then
 *     by our clock; else null. Where that was set back far since, when we saw that
 */
public record Member(
    Self self,
    @Nullable Memory memory,
    Role role,
    @Nullable Instant wakeAt,
    Duration pause,
    @Nullable Instant heardLate) {

  /**
   * An acceptor's identity.
   *
   * @param name its peer name
   * @param epoch the epoch of the first acceptor set it is a member of: its memory begins there
   * @param timing its patience
   */
  public record Self(String name, int epoch, Timing timing) {}

  /** The next state, and what to do, in order. */
  public record Step(Member next, List<Effect> effects) {
    public Step {
      effects = List.copyOf(effects);
    }
  }

  /** A member that has never heard of the transaction. */
  public static Member fresh(Self self) {
    return new Member(self, null, new Role.Following(Ballot.ZERO), null, Duration.ZERO, null);
  }

  /** A member as its journal remembers it; to be followed by {@link Event.Restarted}. */
  public static Member remembering(Self self, Memory memory) {
    return new Member(self, memory, new Role.Following(Ballot.ZERO), null, Duration.ZERO, null);
  }

  /** Who has yet to acknowledge the decision; empty of one that this acceptor does not announce. */
  public Set<String> unheard() {
    return role instanceof Role.Announcing(var unheard) ? unheard : Set.of();
  }

  /** What is left to remember when it is over; null until every resource manager has heard. */
  public @Nullable Tombstone tombstone(Instant now) {
    return memory == null ? null : Tombstone.of(memory, now);
  }

  public Step on(Event event, Instant now) {
    return new Turn(this, now).take(event);
  }
}
