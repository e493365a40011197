package org.touchpaper.harc.commit;

import org.touchpaper.harc.commit.Message.Phase1a;
import org.touchpaper.harc.commit.Message.Phase1b;
import org.touchpaper.harc.commit.Message.Phase2a;
import org.touchpaper.harc.commit.Role.Announcing;
import org.touchpaper.harc.commit.Role.Enlisting;
import org.touchpaper.harc.commit.Role.Following;
import org.touchpaper.harc.commit.Role.Joining;
import org.touchpaper.harc.commit.Role.Preparing;
import org.touchpaper.harc.commit.Role.Promising;
import org.touchpaper.harc.commit.Role.Proposing;

/**
 * The leader of a higher ballot (Gray and Lamport, section 4.2; Phase1a and Phase2a of
 * PaxosCommit.tla): phase 1 over all instances at once, then phase 2 with what phase 1 found.
 */
final class Recovery {
  private final Turn turn;

  Recovery(Turn turn) {
    this.turn = turn;
  }

  /** Phase 1, in a ballot above all that have been heard of. */
  void begin() {
    var heardOf = turn.role() instanceof Following(var outbidBy) ? outbidBy : Ballot.ZERO;
    var promised = turn.mine().promised();
    var above = heardOf.isBelow(promised) ? promised : heardOf;
    var ballot = above.nextFor(turn.record(), turn.name());
    turn.become(new Promising(ballot, Tally.EMPTY));
    turn.toAll(new Phase1a(turn.record(), ballot, turn.name()));
    turn.wake(turn.retryAt());
  }

  void goOn(Promising promising) {
    turn.toAll(new Phase1a(turn.record(), promising.ballot(), turn.name()));
    turn.wake(turn.retryAt());
  }

  void promised(Phase1b promise) {
    if (turn.role() instanceof Promising(var ballot, var promises)
        && promise.ballot().equals(ballot)) {
      var more = promises.with(turn.record(), promise.acceptor(), promise.accepted());
      turn.become(new Promising(ballot, more));
      if (more.accepted().size() >= turn.record().majority()) {
        propose(ballot, more);
      }
    }
  }

  /** Phase 2: the votes found, <i>aborted</i> only where none of F+1 voted. */
  private void propose(Ballot ballot, Tally promises) {
    var votes = promises.proposal(turn.record());
    var proposal = new Phase2a(turn.record(), ballot, votes, turn.name());
    turn.become(new Proposing(proposal, Tally.EMPTY));
    turn.toAll(proposal);
    turn.wake(turn.retryAt());
  }

  void goOn(Proposing proposing) {
    turn.toAll(proposing.proposal());
    turn.wake(turn.retryAt());
  }

  /** A higher ballot is about. */
  void outbid(Ballot promised) {
    switch (turn.role()) {
      case Promising(var ballot, _) when ballot.isBelow(promised) -> backOff(promised);
      case Proposing(var proposal, _) when proposal.ballot().isBelow(promised) -> backOff(promised);
      case Preparing(_, var tally, var abortAt) -> turn.become(new Joining(tally, abortAt));
      case Following _, Enlisting _, Joining _, Promising _, Proposing _, Announcing _ -> {}
    }
  }

  /** Another leader is finishing the transaction: let it, and see to it again later. */
  void giveWay(String leader, Ballot ballot) {
    var idle = turn.role() instanceof Following || turn.role() instanceof Joining;
    if (idle && !leader.equals(turn.name())) {
      backOff(ballot);
    }
  }

  /** Twice as long in every round of ballots, and for each acceptor different: duels end. */
  private void backOff(Ballot promised) {
    turn.become(new Following(promised));
    var round = promised.number() / turn.record().acceptors().size();
    var patience = turn.timing().retry().first().multipliedBy(1L << Math.min(round, 5));
    turn.wake(turn.now().plus(patience).plus(turn.staggered()));
  }
}
