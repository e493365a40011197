package org.touchpaper.harc.protocol.acceptor;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Following;

/**
 * Handles the begin requests of clients and the outcome queries of clients and resource managers.
 */
final class ClientRequestHandler {
  private ClientRequestHandler() {}

  static AcceptorStepBuilder beginCommit(
      AcceptorStepBuilder begun, TransactionRequest request, Set<String> reachableAcceptors) {
    var record = request.record();
    var step = PaxosCommitDispatcher.bind(begun, record);
    if (!step.isBoundTo(record)) {
      return step.answer(record.id(), conflictReport(step, record));
    }
    if (step.isDecided()) {
      return step.answer(record.id(), step.hardState().transactionOutcome());
    }
    return step.phase() instanceof Following
            && step.hardState().canBeginHere()
            && step.isBeforeVoteBy()
        ? BallotZeroLeader.enlist(step, request, reachableAcceptors)
        : Learner.pursueOutcome(step);
  }

  static AcceptorStepBuilder queryOutcome(
      AcceptorStepBuilder begun, TransactionId id, @Nullable TransactionRecord record) {
    var step = record == null ? begun : PaxosCommitDispatcher.bind(begun, record);
    if (record != null && !step.isBoundTo(record)) {
      return step.answer(id, conflictReport(step, record));
    }
    if (!step.isKnown()) {
      return step.answer(id, TransactionOutcomeResponse.of(Outcome.UNKNOWN));
    }
    var pursued = step.isDecided() ? step : Learner.pursueOutcome(step);
    return pursued.isDecided() || pursued.isVotingOpen()
        ? pursued.answer(id, pursued.hardState().transactionOutcome())
        : pursued;
  }

  /**
   * UNKNOWN if this acceptor is not one of the record's: the record's acceptors may know the
   * outcome.
   */
  private static TransactionOutcomeResponse conflictReport(
      AcceptorStepBuilder step, TransactionRecord record) {
    return step.isKnown()
        ? RecordConflictResponder.transactionOutcome(record, step.machine().identity())
        : TransactionOutcomeResponse.of(Outcome.UNKNOWN);
  }
}
