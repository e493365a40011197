package org.touchpaper.harc.protocol.acceptor;

import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Announcing;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.CollectingPromises;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Enlisting;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Following;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Learning;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Preparing;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Proposing;

/**
 * The acceptor's part of Paxos Commit at a glance: which rule handles which event (Gray and
 * Lamport, section 4.2). The rules of phases 1 and 2 have the names of the actions in
 * PaxosCommit.tla. A rule is a function from the step so far, and the event, to the step.
 */
final class PaxosCommitDispatcher {
  private PaxosCommitDispatcher() {}

  static AcceptorStepBuilder handle(AcceptorStepBuilder begun, AcceptorEvent event) {
    var step = noticeClockCorrection(begun);
    return switch (event) {
      // A client's begin commit; a query of a client or resource manager
      case AcceptorEvent.BeginRequested(var request, var reachable) ->
          ClientRequestHandler.beginCommit(step, request, reachable);
      case AcceptorEvent.OutcomeQueried(var id, var record) ->
          ClientRequestHandler.queryOutcome(step, id, record);

      // A vote, a message between acceptors, or the receipt of the decision
      case AcceptorEvent.MessageReceived(var message, var from) -> receive(step, message, from);
      case AcceptorEvent.DecisionAcknowledged(var resourceManager) ->
          DecisionAnnouncer.acknowledge(step, resourceManager);

      case AcceptorEvent.TimePassed() -> passTime(step);
      case AcceptorEvent.Restarted() -> restart(step);

      // An operator's statement, outside the paper
      case AcceptorEvent.DecisionForced forced -> DecisionAnnouncer.force(step, forced);
      case AcceptorEvent.ResourceManagerForgotten forgotten ->
          DecisionAnnouncer.forget(step, forgotten);
    };
  }

  /** Handles a message of a resource manager or acceptor, also one of this acceptor to itself. */
  static AcceptorStepBuilder receive(
      AcceptorStepBuilder begun, Message.ForAcceptor message, String from) {
    var step = bindOnContact(begun, message.record());
    if (!step.isKnown()) {
      return step;
    }
    if (!step.isBoundTo(message.record())) {
      return step.send(RecordConflictResponder.reply(message, from, step.machine().identity()));
    }
    var decisionRecord = step.hardState().decisionRecord();
    if (decisionRecord != null) {
      var replied = step.send(DecidedTransactionResponder.reply(decisionRecord, message, from));
      return message instanceof Message.Acknowledged
          ? DecisionAnnouncer.complete(replied)
          : replied;
    }
    return switch (message) {
      // Begin commit: before Prepare is sent, F+1 acceptors must be reachable
      case Message.Enlist enlist -> BallotZeroLeader.replyEnlisted(step, enlist);
      case Message.Enlisted enlisted -> BallotZeroLeader.addEnlisted(step, enlisted);

      // Ballot 0: prepared or aborted is phase 2a of a resource manager's own instance
      case Message.Phase2a phase2a -> PaxosAcceptorRules.phase2b(step, phase2a);
      case Message.Phase2b phase2b -> Learner.decide(step, phase2b);
      case Message.Learn learn -> PaxosAcceptorRules.repeatPhase2b(step, learn);

      // Higher ballots: a leader sends phase 1a, then 2a, for all instances
      case Message.Phase1a phase1a -> PaxosAcceptorRules.phase1b(step, phase1a);
      case Message.Phase1b phase1b -> RecoveryLeader.phase2a(step, phase1b);
      case Message.Outbid outbid -> RecoveryLeader.yieldTo(step, outbid);

      // Commit or abort, from the acceptor that decided
      case Message.Decided(_, var decision, var votes) ->
          DecisionAnnouncer.adopt(step, new DecisionRecord(decision, votes));
      case Message.Forced(_, var decision, var votes, var override) ->
          DecisionAnnouncer.adopt(
              step,
              step.hardState()
                  .requireConsistentWithVotes(new DecisionRecord(decision, votes, override)));
      case Message.Acknowledged _ -> Learner.catchUp(step);
    };
  }

  private static AcceptorStepBuilder passTime(AcceptorStepBuilder begun) {
    var wakeAt = begun.machine().wakeAt();
    if (wakeAt == null) {
      return begun;
    }
    if (begun.now().isBefore(wakeAt)) {
      // The clock was set back: schedule the wake-up again, or it would be lost.
      return begun.wakeAt(wakeAt);
    }
    var step = begun.withoutWake();
    return switch (step.phase()) {
      case Following _ -> stopFollowing(step);
      case Enlisting enlisting -> BallotZeroLeader.enlistAgain(step, enlisting);
      case Preparing preparing -> BallotZeroLeader.prepareAgain(step, preparing);
      case Learning learning -> Learner.learnAgain(step, learning);
      case CollectingPromises(var ballot, _) -> RecoveryLeader.sendPhase1a(step, ballot);
      case Proposing(var proposal, _) -> RecoveryLeader.sendPhase2a(step, proposal);
      case Announcing announcing -> DecisionAnnouncer.announceAgain(step, announcing);
    };
  }

  private static AcceptorStepBuilder stopFollowing(AcceptorStepBuilder step) {
    if (!step.isKnown() || step.hardState().isOver()) {
      return step;
    }
    if (step.isDecided()) {
      return DecisionAnnouncer.announce(step);
    }
    return step.isVotingOpen() ? step.wakeToRecover() : RecoveryLeader.phase1a(step);
  }

  private static AcceptorStepBuilder restart(AcceptorStepBuilder step) {
    if (!step.isKnown() || step.hardState().isOver()) {
      return step;
    }
    if (step.isDecided()) {
      return DecisionAnnouncer.announce(step);
    }
    return step.wakeNoLaterThan(
        step.isVotingOpen()
            ? step.machine().recoverAt()
            : step.now().plus(step.machine().staggerDelay()));
  }

  /** Binds an unknown id to its first record, if this acceptor is one of the record's. */
  static AcceptorStepBuilder bind(AcceptorStepBuilder step, TransactionRecord record) {
    return isNew(step, record) ? step.writeNow(HardState.boundTo(record)).wakeToRecover() : step;
  }

  /**
   * As {@link #bind}, for a message from a peer: the transaction may be in the middle of voting.
   */
  private static AcceptorStepBuilder bindOnContact(
      AcceptorStepBuilder step, TransactionRecord record) {
    return isNew(step, record)
        ? step.writeNow(HardState.boundTo(record)).recordFirstContact().wakeToRecover()
        : step;
  }

  private static boolean isNew(AcceptorStepBuilder step, TransactionRecord record) {
    return !step.isKnown() && record.hasMember(step.name(), step.machine().identity().epoch());
  }

  /** If the clock was set back far, it may be right now, or still wrong. */
  private static AcceptorStepBuilder noticeClockCorrection(AcceptorStepBuilder step) {
    var firstContact = step.machine().firstContactAfterVoteBy();
    var isCorrected =
        firstContact != null && step.now().plus(step.machine().longWait()).isBefore(firstContact);
    return isCorrected ? step.recordFirstContact() : step;
  }
}
