package org.touchpaper.harc.acceptor.eventloop;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.transport.PendingOutcomeReplies;

/** The pending replies to begins and queries, by transaction. */
final class PendingReplies {
  private static final Logger LOG = LoggerFactory.getLogger(PendingReplies.class);

  private final PendingOutcomeReplies<TransactionId> queries = new PendingOutcomeReplies<>();
  private final PendingOutcomeReplies<TransactionId> begins = new PendingOutcomeReplies<>();

  /** Registers a pending reply. */
  void register(
      TransactionId id, AcceptorEvent event, CompletableFuture<TransactionOutcomeResponse> reply) {
    (event instanceof AcceptorEvent.OutcomeQueried ? queries : begins).add(id, reply);
  }

  /**
   * Completes replies: a decision completes all of the transaction, other outcomes that of the
   * event.
   *
   * @param event the event that caused the report
   * @param requesterReply the pending reply to that event; null if there is none
   */
  void complete(
      TransactionId id,
      AcceptorEvent event,
      @Nullable CompletableFuture<TransactionOutcomeResponse> requesterReply,
      TransactionOutcomeResponse report) {
    switch (report.outcome()) {
      case COMMIT, ABORT -> {
        queries.complete(id, report);
        begins.complete(id, report);
        LOG.info("transaction={} decided: {}", id, report.outcome());
      }
      case NOT_STARTED -> begins.complete(id, report);
      case OTHER_RECORD -> {
        if (requesterReply != null) {
          requesterReply.complete(report);
        }
      }
      case UNDECIDED -> {
        if (requesterReply != null && !(event instanceof AcceptorEvent.BeginRequested)) {
          requesterReply.complete(report);
        }
      }
      case UNKNOWN -> {
        if (event instanceof AcceptorEvent.BeginRequested(var request, _)) {
          LOG.warn(
              "transaction={} refused: this acceptor is not a member: acceptors {}, epoch {}",
              id,
              request.record().acceptors(),
              request.record().epoch());
        }
        if (requesterReply != null) {
          requesterReply.complete(report);
        }
      }
    }
  }

  void failAll(Exception cause) {
    queries.failAll(cause);
    begins.failAll(cause);
  }
}
