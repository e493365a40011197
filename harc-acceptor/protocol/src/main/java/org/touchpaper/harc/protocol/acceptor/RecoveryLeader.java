package org.touchpaper.harc.protocol.acceptor;

import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message.Phase1a;
import org.touchpaper.harc.protocol.Message.Phase1b;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Announcing;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.CollectingPromises;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Enlisting;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Following;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Learning;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Preparing;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Proposing;

/**
 * The leader of a higher ballot (Gray and Lamport, section 4.2; Phase1a and Phase2a of
 * PaxosCommit.tla): phase 1 for all instances at once, then phase 2 with the votes found.
 */
final class RecoveryLeader {
  private final StepContext context;

  RecoveryLeader(StepContext context) {
    this.context = context;
  }

  /** Starts phase 1 in a ballot above all that were seen. */
  void begin() {
    var highestSeen =
        context.phase() instanceof Following(var highestSeenBallot)
            ? highestSeenBallot
            : Ballot.ZERO;
    var promised = context.requireHardState().promised();
    var floor = highestSeen.isBelow(promised) ? promised : highestSeen;
    var ballot = floor.nextFor(context.record(), context.name());
    context.enterPhase(new CollectingPromises(ballot, QuorumTally.EMPTY));
    context.sendToAll(new Phase1a(context.record(), ballot, context.name()));
    context.scheduleWake(context.nextRetryAt());
  }

  void resend(CollectingPromises collecting) {
    context.sendToAll(new Phase1a(context.record(), collecting.ballot(), context.name()));
    context.scheduleWake(context.nextRetryAt());
  }

  void onPromise(Phase1b promise) {
    if (context.phase() instanceof CollectingPromises(var ballot, var promises)
        && promise.ballot().equals(ballot)) {
      var updated = promises.withReport(context.record(), promise.acceptor(), promise.accepted());
      context.enterPhase(new CollectingPromises(ballot, updated));
      if (updated.accepted().size() >= context.record().majority()) {
        propose(ballot, updated);
      }
    }
  }

  /** Starts phase 2 with the votes found, <i>aborted</i> where none of F+1 acceptors had one. */
  private void propose(Ballot ballot, QuorumTally promises) {
    var votes = promises.proposal(context.record());
    var proposal = new Phase2a(context.record(), ballot, votes, context.name());
    context.enterPhase(new Proposing(proposal, QuorumTally.EMPTY));
    context.sendToAll(proposal);
    context.scheduleWake(context.nextRetryAt());
  }

  void resend(Proposing proposing) {
    context.sendToAll(proposing.proposal());
    context.scheduleWake(context.nextRetryAt());
  }

  /** An acceptor has promised a higher ballot. */
  void onOutbid(Ballot promised) {
    switch (context.phase()) {
      case CollectingPromises(var ballot, _) when ballot.isBelow(promised) -> backOff(promised);
      case Proposing(var proposal, _) when proposal.ballot().isBelow(promised) -> backOff(promised);
      case Preparing(_, var tally, var abortAt) -> context.enterPhase(new Learning(tally, abortAt));
      case Following _,
          Enlisting _,
          Learning _,
          CollectingPromises _,
          Proposing _,
          Announcing _ -> {}
    }
  }

  /** Lets another leader finish the transaction and checks again later. */
  void yieldTo(String leader, Ballot ballot) {
    var isIdle = context.phase() instanceof Following || context.phase() instanceof Learning;
    if (isIdle && !leader.equals(context.name())) {
      backOff(ballot);
    }
  }

  /**
   * Backs off twice as long in each round of ballots, and differently for each acceptor, so that
   * duels end.
   */
  private void backOff(Ballot promised) {
    context.enterPhase(new Following(promised));
    var round = promised.number() / context.record().acceptors().size();
    var delay = context.timeouts().retry().first().multipliedBy(1L << Math.min(round, 5));
    context.scheduleWake(context.now().plus(delay).plus(context.staggerDelay()));
  }
}
