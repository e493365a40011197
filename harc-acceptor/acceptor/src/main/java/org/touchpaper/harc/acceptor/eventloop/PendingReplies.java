package org.touchpaper.harc.acceptor.eventloop;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.OutcomeReport;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;

/** The pending replies to begins and queries, by transaction. */
final class PendingReplies {
  private static final Logger LOG = LoggerFactory.getLogger(PendingReplies.class);

  private final Map<TransactionId, Set<CompletableFuture<OutcomeReport>>> queries =
      new ConcurrentHashMap<>();
  private final Map<TransactionId, Set<CompletableFuture<OutcomeReport>>> begins =
      new ConcurrentHashMap<>();

  /** Registers a pending reply. */
  void register(TransactionId id, AcceptorEvent event, CompletableFuture<OutcomeReport> reply) {
    var repliesById = event instanceof AcceptorEvent.OutcomeQueried ? queries : begins;
    repliesById.compute(
        id,
        (_, existing) -> {
          Set<CompletableFuture<OutcomeReport>> replies =
              existing == null ? ConcurrentHashMap.newKeySet() : existing;
          replies.add(reply);
          return replies;
        });
    var _ = reply.whenComplete((_, _) -> removeDone(id));
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
      @Nullable CompletableFuture<OutcomeReport> requesterReply,
      OutcomeReport report) {
    switch (report.outcome()) {
      case COMMIT, ABORT -> {
        completeAll(id, report);
        LOG.info("transaction={} decided: {}", id, report.outcome());
      }
      case NOT_STARTED -> completeBegins(id, report);
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

  private void completeAll(TransactionId id, OutcomeReport report) {
    queries.getOrDefault(id, Set.of()).forEach(reply -> reply.complete(report));
    completeBegins(id, report);
  }

  private void completeBegins(TransactionId id, OutcomeReport report) {
    begins.getOrDefault(id, Set.of()).forEach(reply -> reply.complete(report));
  }

  /** Fails all pending replies, so that requesters try another acceptor. */
  void failAll(Exception cause) {
    for (var repliesById : List.of(queries, begins)) {
      repliesById
          .values()
          .forEach(replies -> replies.forEach(reply -> reply.completeExceptionally(cause)));
    }
  }

  /** Removes completed replies. */
  private void removeDone(TransactionId id) {
    removeDone(queries, id);
    removeDone(begins, id);
  }

  private static void removeDone(
      Map<TransactionId, Set<CompletableFuture<OutcomeReport>>> repliesById, TransactionId id) {
    repliesById.computeIfPresent(
        id,
        (_, replies) -> {
          replies.removeIf(CompletableFuture::isDone);
          return replies.isEmpty() ? null : replies;
        });
  }
}
