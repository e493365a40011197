package org.touchpaper.harc.protocol.acceptor;

import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message.Outbid;
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
 * The leader of a higher ballot (Gray and Lamport, section 4.2): phase 1 for all instances at once,
 * then phase 2 with the votes found.
 */
final class RecoveryLeader {
  private RecoveryLeader() {}

  /** Starts phase 1 in a ballot above all that were seen. */
  static AcceptorStepBuilder phase1a(AcceptorStepBuilder step) {
    var seen = step.phase() instanceof Following(var highestSeen) ? highestSeen : Ballot.ZERO;
    var promised = step.hardState().promised();
    var ballot = (seen.isBelow(promised) ? promised : seen).nextFor(step.record(), step.name());
    return sendPhase1a(step.enter(new CollectingPromises(ballot, AcceptedVoteTally.EMPTY)), ballot);
  }

  static AcceptorStepBuilder sendPhase1a(AcceptorStepBuilder step, Ballot ballot) {
    return step.sendToAllAcceptors(new Phase1a(step.record(), ballot, step.name()))
        .wakeToRetry(null);
  }

  /**
   * Starts phase 2 after F+1 promises, with the votes found, <i>aborted</i> where none of the F+1
   * acceptors had one.
   */
  static AcceptorStepBuilder phase2a(AcceptorStepBuilder step, Phase1b promise) {
    if (!(step.phase() instanceof CollectingPromises(var ballot, var promises)
        && promise.ballot().equals(ballot))) {
      return step;
    }
    var record = step.record();
    var updated = promises.with(record, promise.acceptor(), promise.accepted());
    if (updated.accepted().size() < record.majority()) {
      return step.enter(new CollectingPromises(ballot, updated));
    }
    var proposal = new Phase2a(record, ballot, updated.proposal(record), step.name());
    return sendPhase2a(step.enter(new Proposing(proposal, AcceptedVoteTally.EMPTY)), proposal);
  }

  static AcceptorStepBuilder sendPhase2a(AcceptorStepBuilder step, Phase2a proposal) {
    return step.sendToAllAcceptors(proposal).wakeToRetry(null);
  }

  /** Yields to a higher ballot that an acceptor has promised. */
  static AcceptorStepBuilder yieldTo(AcceptorStepBuilder step, Outbid outbid) {
    var promised = outbid.promised();
    return switch (step.phase()) {
      case CollectingPromises(var ballot, _) when ballot.isBelow(promised) ->
          backOff(step, promised);
      case Proposing(var proposal, _) when proposal.ballot().isBelow(promised) ->
          backOff(step, promised);
      case Preparing(_, var tally, var abortAt) -> step.enter(new Learning(tally, abortAt));
      case Following _, Enlisting _, Learning _, CollectingPromises _, Proposing _, Announcing _ ->
          step;
    };
  }

  /** Lets another leader finish the transaction and checks again later. */
  static AcceptorStepBuilder letLead(AcceptorStepBuilder step, String leader, Ballot ballot) {
    var isIdle = step.phase() instanceof Following || step.phase() instanceof Learning;
    return isIdle && !leader.equals(step.name()) ? backOff(step, ballot) : step;
  }

  /**
   * Backs off twice as long in each round of ballots, and differently for each acceptor, so that
   * duels end.
   */
  private static AcceptorStepBuilder backOff(AcceptorStepBuilder step, Ballot promised) {
    var round = promised.number() / step.record().acceptors().size();
    var delay = step.timeouts().retry().first().multipliedBy(1L << Math.min(round, 5));
    return step.enter(new Following(promised))
        .wakeAt(step.now().plus(delay).plus(step.machine().staggerDelay()));
  }
}
