package org.touchpaper.harc.rm.slurm;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/**
 * Whether Slurm answers. While it does not, one at a time asks it again and nobody waits for that
 * one: it takes many seconds each time, and whatever is to be done for a booking would hold a
 * thread for so long, those included that votes need.
 */
final class Silence {
  private final Semaphore asking = new Semaphore(1);
  private volatile boolean isSilent;
  private volatile Optional<String> trouble = Optional.empty();

  /** Why what was asked last got no answer that says anything; empty if it got one. */
  Optional<String> trouble() {
    return trouble;
  }

  /**
   * Asks.
   *
   * @param exchange tells below how it went
   * @throws SchedulerUnreachable at once, if there was no answer last and somebody is asking again
   */
  <T> T ask(Supplier<T> exchange) {
    if (!isSilent) {
      return exchange.get();
    }
    if (!asking.tryAcquire()) {
      throw new SchedulerUnreachable(trouble.orElse("it is being asked whether it answers again"));
    }
    try {
      return exchange.get();
    } finally {
      asking.release();
    }
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
