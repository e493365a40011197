package org.touchpaper.harc.commit;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an acceptor is doing about a transaction besides remembering; gone after a restart. */
sealed interface Role {

  /**
   * Nothing, until {@code voteBy} has passed.
   *
   * @param outbidBy the highest ballot heard of, to be exceeded next time
   */
  record Following(Ballot outbidBy) implements Role {}

  /**
   * Leading: sees whether F+1 acceptors are there.
   *
   * @param enlisted those that are
   */
  record Enlisting(Request request, Instant since, Set<String> enlisted) implements Role {
    public Enlisting {
      enlisted = Set.copyOf(enlisted);
    }

    static Enlisting since(Instant now, Request request, String leader, Set<String> present) {
      var there = new HashSet<>(present);
      there.add(leader);
      there.retainAll(request.record().acceptors());
      return new Enlisting(request, now, there);
    }

    Enlisting with(String acceptor) {
      return new Enlisting(request, since, plus(enlisted, acceptor));
    }

    boolean hasMajority() {
      return enlisted.size() >= request.record().majority();
    }
  }

  /** Leading ballot 0: Prepare is out, phase 2b comes in. */
  record Preparing(Request request, Tally tally, @Nullable Instant abortAt) implements Role {}

  /** Learning what another leader's ballot chose. */
  record Joining(Tally tally, @Nullable Instant abortAt) implements Role {}

  /** Leading a higher ballot, phase 1. */
  record Promising(Ballot ballot, Tally promises) implements Role {}

  /** Leading a higher ballot, phase 2. */
  record Proposing(Message.Phase2a proposal, Tally tally) implements Role {}

  /** Decided here: tells the resource managers until each has heard. */
  record Announcing(Set<String> unheard) implements Role {
    public Announcing {
      unheard = Set.copyOf(unheard);
    }

    Announcing without(String resourceManager) {
      var rest = new HashSet<>(unheard);
      rest.remove(resourceManager);
      return new Announcing(rest);
    }
  }

  private static Set<String> plus(Set<String> set, String element) {
    var more = new HashSet<>(set);
    more.add(element);
    return more;
  }
}
