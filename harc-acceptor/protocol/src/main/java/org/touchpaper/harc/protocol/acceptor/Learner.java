package org.touchpaper.harc.protocol.acceptor;

import static org.touchpaper.harc.protocol.acceptor.StepContext.earlier;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message.Learn;
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
  private final StepContext context;

  Learner(StepContext context) {
    this.context = context;
  }

  /**
   * All resource managers have acknowledged the decision, which did not arrive here. They no longer
   * answer the leader of ballot 0, so it learns the decision, as does an idle acceptor. One that is
   * already learning asks no sooner and starts recovery only once: two acceptors that reject each
   * other's forced decision would otherwise exchange messages endlessly.
   */
  void catchUp() {
    switch (context.phase()) {
      case Enlisting _ -> startLearning();
      case Preparing(_, var tally, var abortAt) -> sendLearn(new Learning(tally, abortAt));
      case Following _, Learning _, CollectingPromises _, Proposing _, Announcing _ ->
          pursueOutcome();
    }
  }

  /** Finds out the outcome for a query or, after {@code voteBy}, starts recovery. */
  void pursueOutcome() {
    if (context.phase() instanceof Following(var highestSeenBallot)
        && highestSeenBallot.equals(Ballot.ZERO)) {
      startLearning();
    } else if (context.phase() instanceof Learning && !context.isVotingOpen()) {
      context.recoveryLeader().begin();
    }
  }

  /** Learns what was chosen in another leader's ballot. */
  void startLearning() {
    if (!context.isVotingOpen()) {
      context.recoveryLeader().begin();
      return;
    }
    sendLearn(new Learning(QuorumTally.EMPTY, null));
  }

  private void sendLearn(Learning learning) {
    context.enterPhase(learning);
    var nextWake = earlier(context.nextRetryAt(), context.recoverAt());
    var abortAt = learning.abortAt();
    context.scheduleWake(abortAt == null ? nextWake : earlier(nextWake, abortAt));
    // Last: this acceptor answers too, and its answer may complete the decision.
    context.sendToAll(new Learn(context.record(), context.name()));
  }

  void advance(Learning learning) {
    var abortAt = learning.abortAt();
    if (abortAt != null && !context.now().isBefore(abortAt)) {
      context.announcer().decide(learning.tally().chosen());
    } else if (!context.now().isBefore(context.recoverAt())) {
      context.recoveryLeader().begin();
    } else {
      sendLearn(learning);
    }
  }

  void onAcceptedVotes(String acceptor, Map<String, AcceptedVote> reported) {
    switch (context.phase()) {
      case Preparing(var request, var tally, var abortAt) -> {
        var updated = tally.withReport(context.record(), acceptor, reported);
        context.enterPhase(new Preparing(request, updated, abortAt(updated, abortAt)));
        decideIfComplete(updated);
      }
      case Learning(var tally, var abortAt) -> {
        var updated = tally.withReport(context.record(), acceptor, reported);
        context.enterPhase(new Learning(updated, abortAt(updated, abortAt)));
        decideIfComplete(updated);
      }
      case Proposing(var proposal, var tally) -> {
        var updated = tally.withReport(context.record(), acceptor, reported);
        context.enterPhase(new Proposing(proposal, updated));
        decideIfComplete(updated);
      }
      case Following _, Enlisting _, CollectingPromises _, Announcing _ -> {}
    }
  }

  /** When to stop waiting for the other votes; null if all chosen votes are prepared. */
  private @Nullable Instant abortAt(QuorumTally tally, @Nullable Instant scheduled) {
    var chosen = tally.chosen().values();
    if (scheduled != null || chosen.stream().allMatch(Vote::isPrepared)) {
      return scheduled;
    }
    var graceEnd = context.now().plus(context.timeouts().abortGrace());
    context.scheduleWakeNoLaterThan(graceEnd);
    return graceEnd;
  }

  private void decideIfComplete(QuorumTally tally) {
    var chosen = tally.chosen();
    if (chosen.size() == context.record().resourceManagers().size()) {
      context.announcer().decide(chosen);
    }
  }
}
