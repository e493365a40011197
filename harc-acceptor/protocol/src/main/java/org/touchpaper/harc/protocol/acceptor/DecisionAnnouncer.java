package org.touchpaper.harc.protocol.acceptor;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.Message.Acknowledged;
import org.touchpaper.harc.protocol.Message.Decide;
import org.touchpaper.harc.protocol.Message.Learn;
import org.touchpaper.harc.protocol.OperatorOverride;
import org.touchpaper.harc.protocol.OutcomeReport;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Announcing;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.CollectingPromises;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Proposing;

/**
 * Announces the decision: to clients and acceptors once, to resource managers until each has
 * acknowledged. The decision need not be durable here first: it follows from votes that F+1
 * acceptors have made durable, and any later leader finds the same one (Gray and Lamport count no
 * write of the leader, section 5).
 */
final class DecisionAnnouncer {
  private final StepContext context;

  DecisionAnnouncer(StepContext context) {
    this.context = context;
  }

  /** Decides when all votes are chosen, or one that is aborted (Decide of PaxosCommit.tla). */
  void decide(Map<String, Vote> votes) {
    publishDecision(new DecisionRecord(decisionOf(votes), votes));
  }

  /**
   * Forces a decision for an operator. Every acceptor that receives a forced decision stops voting;
   * its promises and accepted votes are kept, but a conflicting decision may be chosen without it.
   * An acceptor that receives both reports an error and keeps the first.
   */
  void forceDecision(AcceptorEvent.DecisionForced forced) {
    var hardState = context.hardState();
    if (hardState == null) {
      context.answer(forced.id(), OutcomeReport.of(OutcomeReport.Outcome.UNKNOWN));
    } else if (hardState.objectionToForcing(
            forced.decision(), context.now(), context.timeouts(), forced.early())
        != null) {
      context.answer(forced.id(), hardState.outcomeReport());
    } else {
      publishDecision(
          new DecisionRecord(
              forced.decision(), hardState.outcomeReport().votes(), forced.override()));
    }
  }

  /**
   * Records that a resource manager need not acknowledge; this is durable before it takes effect.
   */
  void forgetResourceManager(TransactionId id, String resourceManager, OperatorOverride override) {
    var hardState = context.hardState();
    if (hardState == null) {
      context.answer(id, OutcomeReport.of(OutcomeReport.Outcome.UNKNOWN));
      return;
    }
    var decisionRecord = hardState.decisionRecord();
    if (decisionRecord != null && hardState.objectionToForgetting(resourceManager) == null) {
      context.writeNow(
          hardState.withDecision(decisionRecord.withForgotten(resourceManager, override)));
      if (context.phase() instanceof Announcing announcing) {
        advance(announcing.without(resourceManager));
      } else {
        announce();
      }
    }
    context.answer(id, context.requireHardState().outcomeReport());
  }

  private void publishDecision(DecisionRecord decisionRecord) {
    recordDecision(decisionRecord);
    context.answer(context.record().id(), decisionRecord.outcomeReport());
    context.sendToOthers(decisionRecord.toMessage(context.record()), Set.of());
    announce();
  }

  private Decision decisionOf(Map<String, Vote> votes) {
    if (!votes.values().stream().allMatch(Vote::isPrepared)) {
      return Decision.ABORT;
    }
    if (!votes.keySet().containsAll(context.record().resourceManagers())) {
      throw new IllegalStateException(
          context.record().id() + ": cannot commit without all votes, has " + votes);
    }
    return Decision.COMMIT;
  }

  /**
   * Adopts another leader's decision and announces it later, unless all acknowledgements are
   * reported first. Acceptors that yielded to a ballot of this one wait for its result, so they
   * receive the decision too.
   */
  void adopt(DecisionRecord decisionRecord) {
    recordDecision(decisionRecord);
    context.answer(context.record().id(), decisionRecord.outcomeReport());
    if (context.phase() instanceof CollectingPromises || context.phase() instanceof Proposing) {
      context.sendToOthers(decisionRecord.toMessage(context.record()), Set.of());
    }
    context.becomeIdle();
    context.scheduleWake(context.takeOverAt());
  }

  /** A forced decision follows from no votes, so it is durable before it is sent. */
  private void recordDecision(DecisionRecord decisionRecord) {
    var updated = context.requireHardState().withDecision(decisionRecord);
    if (decisionRecord.override() == null) {
      context.writeLater(updated);
    } else {
      context.writeNow(updated);
    }
  }

  /** Announces to all resource managers, acknowledged or not, except forgotten ones. */
  void announce() {
    var unacknowledged = new HashSet<>(context.record().resourceManagers());
    var decisionRecord = context.requireHardState().decisionRecord();
    if (decisionRecord != null) {
      unacknowledged.removeAll(decisionRecord.forgottenResourceManagers().keySet());
    }
    if (unacknowledged.isEmpty()) {
      advance(new Announcing(unacknowledged));
    } else {
      announce(new Announcing(unacknowledged));
    }
  }

  void announce(Announcing announcing) {
    var decisionRecord = context.requireHardState().decisionRecord();
    if (decisionRecord == null) {
      throw new IllegalStateException(context.record().id() + ": no decision to announce");
    }
    context.enterPhase(announcing);
    for (var voter : context.record().resourceManagers()) {
      if (announcing.unacknowledged().contains(voter)) {
        context.send(voter, new Decide(context.record(), decisionRecord.decision()));
      }
    }
    context.scheduleWake(context.nextAnnouncementAt());
  }

  /**
   * Repeats the announcement. After a long wait it also sends Learn to the other acceptors: one may
   * know that all have acknowledged, or that the remaining ones were forgotten while this acceptor
   * was down.
   */
  void announceAgain(Announcing announcing) {
    announce(announcing);
    if (context.hasWaitedLong()) {
      context.sendToOthers(new Learn(context.record(), context.name()), Set.of());
    }
  }

  void onAcknowledged(String resourceManager) {
    if (context.phase() instanceof Announcing announcing) {
      advance(announcing.without(resourceManager));
    }
  }

  private void advance(Announcing remaining) {
    context.enterPhase(remaining);
    var decisionRecord = context.requireHardState().decisionRecord();
    if (remaining.unacknowledged().isEmpty() && decisionRecord != null) {
      complete();
      context.sendToOthers(new Acknowledged(context.record(), decisionRecord.decision()), Set.of());
    }
  }

  /** Ends the transaction; a {@link Tombstone} remains. */
  void complete() {
    context.writeLater(context.requireHardState().withAllAcknowledged());
    context.becomeIdle();
  }
}
