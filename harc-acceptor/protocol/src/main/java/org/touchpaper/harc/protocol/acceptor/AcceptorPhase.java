package org.touchpaper.harc.protocol.acceptor;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionRequest;

/** What an acceptor does for a transaction at present; volatile, lost in a restart. */
sealed interface AcceptorPhase {

  /**
   * Waits until {@code voteBy} has passed.
   *
   * @param highestSeenBallot the highest ballot seen; a ballot of this acceptor must exceed it
   */
  record Following(Ballot highestSeenBallot) implements AcceptorPhase {}

  /**
   * Leads, and waits until F+1 acceptors are reachable.
   *
   * @param enlisted the acceptors known to be reachable
   */
  record Enlisting(TransactionRequest request, Instant since, Set<String> enlisted)
      implements AcceptorPhase {
    public Enlisting {
      enlisted = Set.copyOf(enlisted);
    }

    static Enlisting since(
        Instant now, TransactionRequest request, String leader, Set<String> reachableAcceptors) {
      var members = new HashSet<>(reachableAcceptors);
      members.add(leader);
      members.retainAll(request.record().acceptors());
      return new Enlisting(request, now, members);
    }

    Enlisting with(String acceptor) {
      return new Enlisting(request, since, withElement(enlisted, acceptor));
    }

    boolean hasMajority() {
      return enlisted.size() >= request.record().majority();
    }
  }

  /** Leads ballot 0: Prepare was sent, phase 2b is collected. */
  record Preparing(TransactionRequest request, AcceptedVoteTally tally, @Nullable Instant abortAt)
      implements AcceptorPhase {}

  /** Learns what was chosen in another leader's ballot. */
  record Learning(AcceptedVoteTally tally, @Nullable Instant abortAt) implements AcceptorPhase {}

  /** Leads a higher ballot, in phase 1. */
  record CollectingPromises(Ballot ballot, AcceptedVoteTally promises) implements AcceptorPhase {}

  /** Leads a higher ballot, in phase 2. */
  record Proposing(Message.Phase2a proposal, AcceptedVoteTally tally) implements AcceptorPhase {}

  /** Sends the decision to the resource managers until each has acknowledged. */
  record Announcing(Set<String> unacknowledged) implements AcceptorPhase {
    public Announcing {
      unacknowledged = Set.copyOf(unacknowledged);
    }

    Announcing without(String resourceManager) {
      var remaining = new HashSet<>(unacknowledged);
      remaining.remove(resourceManager);
      return new Announcing(remaining);
    }
  }

  private static Set<String> withElement(Set<String> set, String element) {
    var extended = new HashSet<>(set);
    extended.add(element);
    return extended;
  }
}
