package org.touchpaper.harc.transport.message;

import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.journal.JournalPosition;

/** A message in one frame of a stream between authenticated peers. */
public sealed interface StreamMessage {

  /**
   * True if the message may wait some milliseconds to share a flush, which costs more than the
   * message. Such messages spread a decision, which the requester receives by another message, or
   * enlist acceptors, whose replies matter only where too few acceptors are alive.
   */
  default boolean isDeferrable() {
    return switch (this) {
      case ProtocolMessage(var message) ->
          switch (message) {
            case Message.Enlist _,
                Message.Enlisted _,
                Message.Decided _,
                Message.Acknowledged _,
                Message.Decide _ ->
                true;
            case Message.Learn _,
                Message.Phase1a _,
                Message.Phase1b _,
                Message.Phase2a _,
                Message.Phase2b _,
                Message.Outbid _,
                Message.Forced _,
                Message.Prepare _,
                Message.OtherRecord _ ->
                false;
          };
      case DecisionAck _, PositionReport _ -> true;
      case Begin _, OutcomeQuery _, OutcomeReply _, BeginRefused _, Ping _ -> false;
    };
  }

  /** A message of the protocol. */
  record ProtocolMessage(Message message) implements StreamMessage {}

  /** A client begins or joins a transaction and waits up to the timeout for the decision. */
  record Begin(TransactionRequest request, long timeoutMillis) implements StreamMessage {}

  /** A resource manager asks for the outcome of a transaction that it votes in. */
  record OutcomeQuery(TransactionRecord record) implements StreamMessage {}

  /**
   * The outcome of a transaction, for the peer that began it or asked for it.
   *
   * @param fingerprint identifies that peer's record; the id may be bound to another record
   * @param report what the acceptor knows; UNKNOWN from an acceptor that does not vote
   */
  record OutcomeReply(String fingerprint, TransactionOutcomeResponse report)
      implements StreamMessage {}

  /**
   * A begin was refused; the acceptor stores nothing of it.
   *
   * @param fingerprint identifies the record of the begin
   * @param reason why, for people
   */
  record BeginRefused(String fingerprint, String reason) implements StreamMessage {}

  /**
   * A resource manager has made the decision durable that it received on this stream. It also
   * acknowledges any decision so old that it may have forgotten the transaction. The message need
   * not name the decision: an acceptor process sends only one, and its streams end with it.
   */
  record DecisionAck(TransactionId id) implements StreamMessage {}

  /** The sender's journal position; what it sends later belongs to this incarnation. */
  record PositionReport(JournalPosition position) implements StreamMessage {}

  /** A heartbeat. */
  record Ping() implements StreamMessage {}
}
