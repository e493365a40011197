package org.touchpaper.harc.protocol.acceptor;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.Message.Acknowledged;
import org.touchpaper.harc.protocol.Message.Learn;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRecord;

/**
 * The remains of a transaction whose decision every resource manager has made durable: enough to
 * answer every query and never decide it again (DESIGN decision 7).
 *
 * @param fingerprint of the record the id is bound to
 * @param decisionRecord the decision; its votes lose their notes after a while
 * @param voteBy the record's
 * @param completedAt when the last acknowledgement arrived
 */
public record Tombstone(
    TransactionId id,
    String fingerprint,
    DecisionRecord decisionRecord,
    Instant voteBy,
    Instant completedAt) {

  /** The tombstone of a state; null unless all resource managers have acknowledged. */
  public static @Nullable Tombstone of(HardState hardState, Instant now) {
    var record = hardState.record();
    var decisionRecord = hardState.decisionRecord();
    return decisionRecord != null && hardState.allAcknowledged()
        ? new Tombstone(record.id(), record.fingerprint(), decisionRecord, record.voteBy(), now)
        : null;
  }

  /** Answers with the decision; no event changes a tombstone. */
  public List<AcceptorEffect> handle(AcceptorEvent event, AcceptorMachine.Identity identity) {
    return switch (event) {
      case AcceptorEvent.MessageReceived(var message, var from) when !isFor(message.record()) ->
          List.copyOf(RecordConflictResponder.reply(message, from, identity));
      case AcceptorEvent.MessageReceived(Learn(var record, var leader), _) ->
          replyToLearn(record, leader);
      case AcceptorEvent.MessageReceived(var message, var from) ->
          List.copyOf(DecidedTransactionResponder.reply(decisionRecord, message, from));
      case AcceptorEvent.BeginRequested(var request, _) -> answer(request.record(), identity);
      case AcceptorEvent.OutcomeQueried(_, var record) -> answer(record, identity);
      case AcceptorEvent.DecisionForced _, AcceptorEvent.ResourceManagerForgotten _ ->
          answer(null, identity);
      case AcceptorEvent.DecisionAcknowledged _,
          AcceptorEvent.TimePassed _,
          AcceptorEvent.Restarted _ ->
          List.of();
    };
  }

  /** The decision, and that no resource manager is waiting for it. */
  private List<AcceptorEffect> replyToLearn(TransactionRecord record, String leader) {
    return List.of(
        new AcceptorEffect.Send(leader, decisionRecord.toMessage(record)),
        new AcceptorEffect.Send(leader, new Acknowledged(record, decisionRecord.decision())));
  }

  private List<AcceptorEffect> answer(
      @Nullable TransactionRecord queriedRecord, AcceptorMachine.Identity identity) {
    var report =
        queriedRecord == null || isFor(queriedRecord)
            ? decisionRecord.transactionOutcome()
            : RecordConflictResponder.transactionOutcome(queriedRecord, identity);
    return List.of(new AcceptorEffect.Answer(id, report));
  }

  /** True if the id is bound to this record. */
  public boolean isFor(TransactionRecord record) {
    return record.fingerprint().equals(fingerprint);
  }

  /**
   * The effects for a transaction so old that its tombstone may have been dropped: it cannot start.
   * An acceptor that starts an unknown id binds it and may find it undecided, so this applies to
   * every record whose {@code voteBy} lies before that of the last dropped tombstone.
   */
  public static List<AcceptorEffect> replyAfterRemoval(AcceptorEvent event) {
    return switch (event) {
      case AcceptorEvent.MessageReceived _ -> List.of();
      case AcceptorEvent.BeginRequested(var request, _) ->
          answerOutcome(request.record().id(), Outcome.OTHER_RECORD);
      // Not OTHER_RECORD: an abort would follow from it, and the binding is unknown.
      case AcceptorEvent.OutcomeQueried(var id, _) -> answerOutcome(id, Outcome.UNKNOWN);
      case AcceptorEvent.DecisionForced(var id, _, _, _) -> answerOutcome(id, Outcome.UNKNOWN);
      case AcceptorEvent.ResourceManagerForgotten(var id, _, _) ->
          answerOutcome(id, Outcome.UNKNOWN);
      case AcceptorEvent.DecisionAcknowledged _,
          AcceptorEvent.TimePassed _,
          AcceptorEvent.Restarted _ ->
          List.of();
    };
  }

  private static List<AcceptorEffect> answerOutcome(TransactionId id, Outcome outcome) {
    return List.of(new AcceptorEffect.Answer(id, TransactionOutcomeResponse.of(outcome)));
  }

  /** A copy whose votes have no notes. */
  public Tombstone withoutNotes() {
    return new Tombstone(id, fingerprint, decisionRecord.withoutNotes(), voteBy, completedAt);
  }
}
