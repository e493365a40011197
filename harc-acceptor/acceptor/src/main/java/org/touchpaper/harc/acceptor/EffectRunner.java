package org.touchpaper.harc.acceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.TransactionId;

/** Does what effects ask for, once whatever has to be durable before them is. */
final class EffectRunner {
  private final Sender sender;
  private final PendingAnswers pending;
  private final Timers timers;
  private final BooleanSupplier mayDeny;
  private final Failpoints failpoints;
  private final LongAdder said = new LongAdder();

  /**
   * One that has done nothing yet.
   *
   * @param mayDeny true if it may be said of something that it was not started
   */
  EffectRunner(
      Sender sender,
      PendingAnswers pending,
      Timers timers,
      BooleanSupplier mayDeny,
      Failpoints failpoints) {
    this.sender = sender;
    this.pending = pending;
    this.timers = timers;
    this.mayDeny = mayDeny;
    this.failpoints = failpoints;
  }

  /**
   * Does one.
   *
   * @param event what led to it
   * @param asker who waits for the answer to that; null if nobody does
   */
  void perform(
      Effect effect, TransactionId id, Event event, @Nullable CompletableFuture<Knowledge> asker) {
    switch (effect) {
      case Effect.Persist _, Effect.Note _ -> {}
      case Effect.Send(var to, var message) -> {
        failpoints.pass(Failpoints.Kind.SAYING, id, Outbox.brief(to, message));
        said.increment();
        sender.send(to, message);
      }
      case Effect.Answer(var about, var knowledge) -> {
        failpoints.pass(Failpoints.Kind.ANSWERING, about, "");
        if (knowledge.outcome() != Outcome.NOT_STARTED || mayDeny.getAsBoolean()) {
          pending.answer(about, event, asker, knowledge);
        }
      }
      case Effect.Wake(var about, var at) -> timers.set(about, at);
    }
  }

  /** How many messages to others were handed out; for all threads. */
  long said() {
    return said.sum();
  }
}
