package org.touchpaper.harc.protocol.acceptor;

import java.util.List;
import org.touchpaper.harc.protocol.Message.ForAcceptor;
import org.touchpaper.harc.protocol.Message.OtherRecord;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect.Send;

/**
 * Replies about a record whose id is bound to another one, as happens when a client's database was
 * restored from an old copy. The record never starts here, and a waiting client or voter must learn
 * so: F+1 such replies abort it ({@link TransactionOutcomeResponse#conclude}). So only an acceptor
 * of the record replies, and only if its journal is old enough.
 */
final class RecordConflictResponder {
  private RecordConflictResponder() {}

  /**
   * The reply to a message about the record. Only a voter gets one: it waits for a decision, while
   * the other acceptors may suffice for everything else.
   */
  static List<Send> reply(ForAcceptor message, String from, AcceptorMachine.Identity identity) {
    var record = message.record();
    return message instanceof Phase2a
            && record.resourceManagers().contains(from)
            && record.hasMember(identity.name(), identity.epoch())
        ? List.of(new Send(from, new OtherRecord(record, identity.name())))
        : List.of();
  }

  /** The answer to a request that carries the record. */
  static TransactionOutcomeResponse transactionOutcome(
      TransactionRecord record, AcceptorMachine.Identity identity) {
    return TransactionOutcomeResponse.of(
        record.hasMember(identity.name(), identity.epoch())
            ? Outcome.OTHER_RECORD
            : Outcome.UNKNOWN);
  }
}
