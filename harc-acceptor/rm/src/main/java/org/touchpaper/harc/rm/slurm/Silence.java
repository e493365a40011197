package org.touchpaper.harc.rm.slurm;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/**
 * Whether Slurm answers. While it does not, one at a time asks it again, and who else would ask is
 * turned away: it takes many seconds each time, and whatever is to be done for a booking would hold
 * a thread for so long, those included that votes need. What was asked some seconds ago and is not
 * answered yet counts as no answer, too: whatever is due in one second is due before any of it has
 * failed.
 */
final class Silence {
  /** So many ask at once while it answers: the others wait for their turn. */
  static final int AT_ONCE = 8;

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final LongSupplier nanoTime;
  private final Duration patience;
  private final Semaphore turns = new Semaphore(AT_ONCE, true);
  private final Semaphore asking = new Semaphore(1);
  private final Set<Outstanding> outstanding = ConcurrentHashMap.newKeySet();
  private volatile boolean isSilent;
  private volatile Optional<String> trouble = Optional.empty();

  Silence() {
    this(System::nanoTime, PATIENCE);
  }

  /**
   * Of another time.
   *
   * @param patience what was asked so long ago counts as unanswered; so long one waits for a turn
   */
  Silence(LongSupplier nanoTime, Duration patience) {
    this.nanoTime = nanoTime;
    this.patience = patience;
  }

  /** One that is asking; no other is equal to it. */
  private static final class Outstanding {
    private final long since;

    Outstanding(long since) {
      this.since = since;
    }
  }

  /** Why what was asked last got no answer that says anything; empty if it got one. */
  Optional<String> trouble() {
    return trouble;
  }

  /**
   * Asks.
   *
   * @param exchange tells below how it went
   * @throws TurnedAway at once, if there was no answer last, or is none yet, and somebody is asking
   *     again; within two seconds, if all who were asking before had none by then
   */
  <T> T ask(Supplier<T> exchange) {
    return isSilent || isOverdue() ? askAlone(exchange) : askInTurn(exchange);
  }

  private boolean isOverdue() {
    var now = nanoTime.getAsLong();
    return outstanding.stream().anyMatch(each -> now - each.since > patience.toNanos());
  }

  private <T> T askAlone(Supplier<T> exchange) {
    if (!asking.tryAcquire()) {
      throw turnedAway();
    }
    try {
      return exchange.get();
    } finally {
      asking.release();
    }
  }

  private <T> T askInTurn(Supplier<T> exchange) {
    if (!isTurn()) {
      throw turnedAway();
    }
    var question = new Outstanding(nanoTime.getAsLong());
    outstanding.add(question);
    try {
      return exchange.get();
    } finally {
      outstanding.remove(question);
      turns.release();
    }
  }

  private boolean isTurn() {
    try {
      return turns.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private TurnedAway turnedAway() {
    return new TurnedAway(trouble.orElse("what it was asked before it has not answered yet"));
  }

  /** There was an answer. */
  void end() {
    isSilent = false;
    trouble = Optional.empty();
  }

  /** There was none. */
  SchedulerUnreachable begin(String sentence, Throwable cause) {
    isSilent = true;
    return unintelligible(sentence, cause);
  }

  /** There was one, and it does not say what was asked. */
  SchedulerUnreachable unintelligible(String sentence, Throwable cause) {
    trouble = Optional.of(sentence);
    return new SchedulerUnreachable(sentence, cause);
  }
}
