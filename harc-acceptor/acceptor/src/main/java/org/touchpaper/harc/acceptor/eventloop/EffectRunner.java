package org.touchpaper.harc.acceptor.eventloop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;

/** Performs effects, after the state they depend on is durable. */
final class EffectRunner {
  private final MessageSender sender;
  private final PendingReplies pendingReplies;
  private final TransactionTimers timers;
  private final BooleanSupplier canReportNotStarted;
  private final Failpoints failpoints;
  private final LongAdder sentMessages = new LongAdder();

  EffectRunner(
      MessageSender sender,
      PendingReplies pendingReplies,
      TransactionTimers timers,
      BooleanSupplier canReportNotStarted,
      Failpoints failpoints) {
    this.sender = sender;
    this.pendingReplies = pendingReplies;
    this.timers = timers;
    this.canReportNotStarted = canReportNotStarted;
    this.failpoints = failpoints;
  }

  /**
   * Performs an effect.
   *
   * @param event the event that caused it
   * @param requesterReply the pending reply to that event; null if there is none
   */
  void perform(
      AcceptorEffect effect,
      TransactionId id,
      AcceptorEvent event,
      @Nullable CompletableFuture<TransactionOutcomeResponse> requesterReply) {
    switch (effect) {
      case AcceptorEffect.Persist _, AcceptorEffect.PersistLater _ -> {}
      case AcceptorEffect.Send(var to, var message) -> {
        failpoints.pass(Failpoints.Kind.SENDING, id, MessageSender.describe(to, message));
        sentMessages.increment();
        sender.send(to, message);
      }
      case AcceptorEffect.Answer(var transactionId, var report) -> {
        failpoints.pass(Failpoints.Kind.REPLYING, transactionId, "");
        if (report.outcome() != Outcome.NOT_STARTED || canReportNotStarted.getAsBoolean()) {
          pendingReplies.complete(transactionId, event, requesterReply, report);
        }
      }
      case AcceptorEffect.SetTimer(var transactionId, var when) -> timers.set(transactionId, when);
    }
  }

  /** The number of messages sent to other peers. Thread-safe. */
  long sentCount() {
    return sentMessages.sum();
  }
}
