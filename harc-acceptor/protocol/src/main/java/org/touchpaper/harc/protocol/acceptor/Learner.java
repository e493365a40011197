package org.touchpaper.harc.protocol.acceptor;

import static org.touchpaper.harc.protocol.acceptor.AcceptorStepBuilder.earlier;

import java.time.Instant;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message.Learn;
import org.touchpaper.harc.protocol.Message.Phase2b;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Announcing;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.CollectingPromises;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Enlisting;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Following;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Learning;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Preparing;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Proposing;

/**
 * Counts phase 2b: a vote is chosen when F+1 acceptors accepted it in one ballot (Decide of
 * PaxosCommit.tla).
 */
final class Learner {
  private Learner() {}

  /** Counts a report; decides once every instance has a chosen vote. */
  static AcceptorStepBuilder decide(AcceptorStepBuilder step, Phase2b phase2b) {
    return switch (step.phase()) {
      case Preparing(var request, var tally, var abortAt) ->
          count(step, phase2b, tally, abortAt, (t, at) -> new Preparing(request, t, at));
      case Learning(var tally, var abortAt) -> count(step, phase2b, tally, abortAt, Learning::new);
      case Proposing(var proposal, var tally) -> {
        var updated = tally.with(step.record(), phase2b.acceptor(), phase2b.accepted());
        yield decideIfComplete(step.enter(new Proposing(proposal, updated)), updated);
      }
      case Following _, Enlisting _, CollectingPromises _, Announcing _ -> step;
    };
  }

  /** The first aborted vote that is chosen starts the wait for the others. */
  private static AcceptorStepBuilder count(
      AcceptorStepBuilder step,
      Phase2b phase2b,
      AcceptedVoteTally tally,
      @Nullable Instant abortAt,
      BiFunction<AcceptedVoteTally, @Nullable Instant, AcceptorPhase> nextPhase) {
    var updated = tally.with(step.record(), phase2b.acceptor(), phase2b.accepted());
    if (abortAt != null || updated.chosen().values().stream().allMatch(Vote::isPrepared)) {
      return decideIfComplete(step.enter(nextPhase.apply(updated, abortAt)), updated);
    }
    var graceEnd = step.now().plus(step.timeouts().abortGrace());
    var waiting = step.enter(nextPhase.apply(updated, graceEnd)).wakeNoLaterThan(graceEnd);
    return decideIfComplete(waiting, updated);
  }

  private static AcceptorStepBuilder decideIfComplete(
      AcceptorStepBuilder step, AcceptedVoteTally tally) {
    return tally.chosen().size() == step.record().resourceManagers().size()
        ? DecisionAnnouncer.decide(step, tally.chosen())
        : step;
  }

  /**
   * All resource managers have acknowledged the decision, which did not arrive here. They no longer
   * answer the leader of ballot 0, so it learns the decision, as does an idle acceptor. One that is
   * already learning asks no sooner and starts recovery only once: two acceptors that reject each
   * other's forced decision would otherwise exchange messages endlessly.
   */
  static AcceptorStepBuilder catchUp(AcceptorStepBuilder step) {
    return switch (step.phase()) {
      case Enlisting _ -> learn(step);
      case Preparing(_, var tally, var abortAt) -> sendLearn(step, new Learning(tally, abortAt));
      case Following _, Learning _, CollectingPromises _, Proposing _, Announcing _ ->
          pursueOutcome(step);
    };
  }

  /** Finds out the outcome for a query or, after {@code voteBy}, starts recovery. */
  static AcceptorStepBuilder pursueOutcome(AcceptorStepBuilder step) {
    if (step.phase() instanceof Following(var seen) && seen.equals(Ballot.ZERO)) {
      return learn(step);
    }
    return step.phase() instanceof Learning && !step.isVotingOpen()
        ? RecoveryLeader.phase1a(step)
        : step;
  }

  /** Learns what was chosen in another leader's ballot. */
  static AcceptorStepBuilder learn(AcceptorStepBuilder step) {
    return step.isVotingOpen()
        ? sendLearn(step, new Learning(AcceptedVoteTally.EMPTY, null))
        : RecoveryLeader.phase1a(step);
  }

  static AcceptorStepBuilder learnAgain(AcceptorStepBuilder step, Learning learning) {
    if (learning.abortAt() != null && !step.now().isBefore(learning.abortAt())) {
      return DecisionAnnouncer.decide(step, learning.tally().chosen());
    }
    return step.now().isBefore(step.machine().recoverAt())
        ? sendLearn(step, learning)
        : RecoveryLeader.phase1a(step);
  }

  /** The messages come last: this acceptor answers too, and may complete the decision. */
  private static AcceptorStepBuilder sendLearn(AcceptorStepBuilder step, Learning learning) {
    return step.enter(learning)
        .wakeToRetry(earlier(step.machine().recoverAt(), learning.abortAt()))
        .sendToAllAcceptors(new Learn(step.record(), step.name()));
  }
}
