package org.touchpaper.harc.acceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.TransactionId;

/** Does what effects ask for, once whatever has to be durable before them is. */
final class Deeds {
  private final Sender sender;
  private final Waiting waiting;
  private final Alarms alarms;
  private final Fellows fellows;
  private final Milestones milestones;
  private final LongAdder said = new LongAdder();

  Deeds(Sender sender, Waiting waiting, Alarms alarms, Fellows fellows, Milestones milestones) {
    this.sender = sender;
    this.waiting = waiting;
    this.alarms = alarms;
    this.fellows = fellows;
    this.milestones = milestones;
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
        milestones.pass(Milestones.Kind.SAYING, id, Outbox.brief(to, message));
        said.increment();
        sender.send(to, message);
      }
      case Effect.Answer(var about, var knowledge) -> {
        milestones.pass(Milestones.Kind.ANSWERING, about, "");
        if (knowledge.outcome() != Outcome.NOT_STARTED || mayDeny()) {
          waiting.answer(about, event, asker, knowledge);
        }
      }
      case Effect.Wake(var about, var at) -> alarms.set(about, at);
    }
  }

  /** One that may have forgotten must not say that nothing was started. */
  private boolean mayDeny() {
    return !sender.meetsOthers() || fellows.mayDeny();
  }

  /** How many messages to others were handed out; for all threads. */
  long said() {
    return said.sum();
  }
}
