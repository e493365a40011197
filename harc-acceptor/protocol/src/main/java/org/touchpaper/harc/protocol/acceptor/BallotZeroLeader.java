package org.touchpaper.harc.protocol.acceptor;

import static org.touchpaper.harc.protocol.acceptor.StepContext.earlier;

import java.util.Set;
import org.touchpaper.harc.protocol.Message.Enlist;
import org.touchpaper.harc.protocol.Message.Prepare;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Preparing;

/**
 * The leader of ballot 0, which sends Prepare (Gray and Lamport, section 4.2). The resource
 * managers need no phase 1 for their own votes; the leader learns from phase 2b what was chosen.
 */
final class BallotZeroLeader {
  private final StepContext context;

  BallotZeroLeader(StepContext context) {
    this.context = context;
  }

  void prepare(TransactionRequest request) {
    context.enterPhase(new Preparing(request, QuorumTally.EMPTY, null));
    sendPrepare(request, Set.of());
    context.scheduleWake(earlier(context.nextRetryAt(), context.giveUpAt()));
  }

  private void sendPrepare(TransactionRequest request, Set<String> except) {
    for (var voter : context.record().resourceManagers()) {
      if (!except.contains(voter)) {
        var actions = request.actionsFor(voter);
        context.send(
            voter, new Prepare(context.record(), request.caller(), actions, context.name()));
      }
    }
  }

  void advance(Preparing preparing) {
    var abortAt = preparing.abortAt();
    var chosen = preparing.tally().chosen();
    if (abortAt != null && !context.now().isBefore(abortAt)) {
      context.announcer().decide(chosen);
    } else if (!context.now().isBefore(context.giveUpAt())) {
      context.recoveryLeader().begin();
    } else {
      sendPrepare(preparing.request(), chosen.keySet());
      if (context.isBeforeVoteBy()) {
        // Another leader may have decided it, and its message to this acceptor was lost.
        context.sendToOthers(new Enlist(context.record(), context.name()), Set.of());
      }
      var nextWake = earlier(context.nextRetryAt(), context.giveUpAt());
      context.scheduleWake(abortAt == null ? nextWake : earlier(nextWake, abortAt));
    }
  }
}
