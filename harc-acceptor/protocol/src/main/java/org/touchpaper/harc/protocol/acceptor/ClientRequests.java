package org.touchpaper.harc.protocol.acceptor;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.OutcomeReport;
import org.touchpaper.harc.protocol.OutcomeReport.Outcome;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Following;

/**
 * Handles the begin requests of clients and the outcome queries of clients and resource managers.
 */
final class ClientRequests {
  private final StepContext context;

  ClientRequests(StepContext context) {
    this.context = context;
  }

  void begin(TransactionRequest request, Set<String> reachableAcceptors) {
    var hardState = context.acceptorRole().bind(request.record());
    if (hardState == null) {
      context.answer(request.record().id(), conflictReport(request.record()));
    } else if (hardState.decisionRecord() != null) {
      context.answer(hardState.record().id(), hardState.outcomeReport());
    } else if (context.phase() instanceof Following
        && hardState.canBeginHere()
        && context.isBeforeVoteBy()) {
      context.registrar().begin(request, reachableAcceptors);
    } else {
      context.learner().pursueOutcome();
    }
  }

  void answerQuery(TransactionId id, @Nullable TransactionRecord queriedRecord) {
    var hardState =
        queriedRecord == null ? context.hardState() : context.acceptorRole().bind(queriedRecord);
    if (hardState == null) {
      context.answer(
          id,
          queriedRecord == null
              ? OutcomeReport.of(Outcome.UNKNOWN)
              : conflictReport(queriedRecord));
      return;
    }
    if (hardState.decisionRecord() == null) {
      context.learner().pursueOutcome();
    }
    if (context.requireHardState().decisionRecord() != null || context.isVotingOpen()) {
      context.answer(id, context.requireHardState().outcomeReport());
    }
  }

  /**
   * UNKNOWN if this acceptor is not one of the record's: the record's acceptors may know the
   * outcome.
   */
  private OutcomeReport conflictReport(TransactionRecord record) {
    return context.hardState() == null
        ? OutcomeReport.of(Outcome.UNKNOWN)
        : RecordConflictReplies.outcomeReport(record, context.identity());
  }
}
