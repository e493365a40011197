package org.touchpaper.harc.protocol.acceptor;

import java.util.HashSet;
import java.util.Map;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.Message.Acknowledged;
import org.touchpaper.harc.protocol.Message.Decide;
import org.touchpaper.harc.protocol.Message.Learn;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
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
  private DecisionAnnouncer() {}

  /** Decides when all votes are chosen, or one that is aborted (Decide of PaxosCommit.tla). */
  static AcceptorStepBuilder decide(AcceptorStepBuilder step, Map<String, Vote> votes) {
    if (!votes.values().stream().allMatch(Vote::isPrepared)) {
      return publish(step, new DecisionRecord(Decision.ABORT, votes));
    }
    if (!votes.keySet().containsAll(step.record().resourceManagers())) {
      throw new IllegalStateException(
          step.record().id() + ": cannot commit without all votes, has " + votes);
    }
    return publish(step, new DecisionRecord(Decision.COMMIT, votes));
  }

  /**
   * Forces a decision for an operator. Every acceptor that receives a forced decision stops voting;
   * its promises and accepted votes are kept, but a conflicting decision may be chosen without it.
   * An acceptor that receives both reports an error and keeps the first.
   */
  static AcceptorStepBuilder force(AcceptorStepBuilder step, AcceptorEvent.DecisionForced forced) {
    if (!step.isKnown()) {
      return step.answer(forced.id(), TransactionOutcomeResponse.of(Outcome.UNKNOWN));
    }
    var report = step.hardState().transactionOutcome();
    var objection =
        step.hardState()
            .objectionToForcing(forced.decision(), step.now(), step.timeouts(), forced.early());
    return objection == null
        ? publish(step, new DecisionRecord(forced.decision(), report.votes(), forced.override()))
        : step.answer(forced.id(), report);
  }

  /**
   * Records that a resource manager need not acknowledge; this is durable before it takes effect.
   */
  static AcceptorStepBuilder forget(
      AcceptorStepBuilder step, AcceptorEvent.ResourceManagerForgotten forgotten) {
    if (!step.isKnown()) {
      return step.answer(forgotten.id(), TransactionOutcomeResponse.of(Outcome.UNKNOWN));
    }
    var hardState = step.hardState();
    var resourceManager = forgotten.resourceManager();
    var decisionRecord = hardState.decisionRecord();
    var next = step;
    if (decisionRecord != null && hardState.objectionToForgetting(resourceManager) == null) {
      var updated = decisionRecord.withForgotten(resourceManager, forgotten.override());
      var written = step.writeNow(hardState.withDecision(updated));
      next =
          step.phase() instanceof Announcing announcing
              ? await(written, announcing.without(resourceManager))
              : announce(written);
    }
    return next.answer(forgotten.id(), next.hardState().transactionOutcome());
  }

  private static AcceptorStepBuilder publish(
      AcceptorStepBuilder step, DecisionRecord decisionRecord) {
    return announce(
        writeAndAnswer(step, decisionRecord)
            .sendToOtherAcceptors(decisionRecord.toMessage(step.record())));
  }

  /**
   * Adopts another leader's decision and announces it later, unless all acknowledgements are
   * reported first. Acceptors that yielded to a ballot of this one wait for its result, so they
   * receive the decision too.
   */
  static AcceptorStepBuilder adopt(AcceptorStepBuilder step, DecisionRecord decisionRecord) {
    var answered = writeAndAnswer(step, decisionRecord);
    var isLeading = step.phase() instanceof CollectingPromises || step.phase() instanceof Proposing;
    return (isLeading
            ? answered.sendToOtherAcceptors(decisionRecord.toMessage(step.record()))
            : answered)
        .becomeIdle()
        .wakeAt(step.now().plus(step.machine().longWait()).plus(step.machine().staggerDelay()));
  }

  /** A forced decision follows from no votes, so it is durable before it is sent. */
  private static AcceptorStepBuilder writeAndAnswer(
      AcceptorStepBuilder step, DecisionRecord decisionRecord) {
    var decided = step.hardState().withDecision(decisionRecord);
    return (decisionRecord.override() == null ? step.writeLater(decided) : step.writeNow(decided))
        .answer(step.record().id(), decisionRecord.transactionOutcome());
  }

  /** Announces to all resource managers, acknowledged or not, except forgotten ones. */
  static AcceptorStepBuilder announce(AcceptorStepBuilder step) {
    var decisionRecord = requireDecision(step);
    var unacknowledged = new HashSet<>(step.record().resourceManagers());
    unacknowledged.removeAll(decisionRecord.forgottenResourceManagers().keySet());
    var announcing = new Announcing(unacknowledged);
    return unacknowledged.isEmpty() ? await(step, announcing) : announce(step, announcing);
  }

  private static AcceptorStepBuilder announce(AcceptorStepBuilder step, Announcing announcing) {
    var decide = new Decide(step.record(), requireDecision(step).decision());
    return step.enter(announcing)
        .sendToResourceManagers(announcing.unacknowledged()::contains, _ -> decide)
        .wakeToAnnounce();
  }

  private static DecisionRecord requireDecision(AcceptorStepBuilder step) {
    var decisionRecord = step.hardState().decisionRecord();
    if (decisionRecord == null) {
      throw new IllegalStateException(step.record().id() + ": no decision to announce");
    }
    return decisionRecord;
  }

  /**
   * Repeats the announcement. After a long wait it also sends Learn to the other acceptors: one may
   * know that all have acknowledged, or that the remaining ones were forgotten while this acceptor
   * was down.
   */
  static AcceptorStepBuilder announceAgain(AcceptorStepBuilder step, Announcing announcing) {
    var announced = announce(step, announcing);
    return announced.hasWaitedLong()
        ? announced.sendToOtherAcceptors(new Learn(step.record(), step.name()))
        : announced;
  }

  static AcceptorStepBuilder acknowledge(AcceptorStepBuilder step, String resourceManager) {
    return step.phase() instanceof Announcing announcing
        ? await(step, announcing.without(resourceManager))
        : step;
  }

  /** Waits for the remaining acknowledgements; without any the transaction ends. */
  private static AcceptorStepBuilder await(AcceptorStepBuilder step, Announcing remaining) {
    var waiting = step.enter(remaining);
    return remaining.unacknowledged().isEmpty()
        ? complete(waiting)
            .sendToOtherAcceptors(new Acknowledged(step.record(), requireDecision(step).decision()))
        : waiting;
  }

  /** Ends the transaction; a {@link Tombstone} remains. */
  static AcceptorStepBuilder complete(AcceptorStepBuilder step) {
    return step.writeLater(step.hardState().withAllAcknowledged()).becomeIdle();
  }
}
