package org.touchpaper.segment.element;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Asks again until something is so: an element's "completed" is an acceptance, and what it accepted
 * takes its time.
 *
 * @param questions how often to ask at most, at least once
 * @param pause between two questions
 */
public record Patience(int questions, Duration pause) {

  /** Ten questions, a second apart, as the clients of photonic switches ask. */
  public static final Patience OF_LIGHT = new Patience(10, Duration.ofSeconds(1));

  /** As long for the other end of something that two ends signal, which may be a moment later. */
  public static final Patience WITH_PEERS = new Patience(10, Duration.ofSeconds(1));

  public boolean until(BooleanSupplier isSo) {
    for (var asked = 1; asked < questions; asked++) {
      if (isSo.getAsBoolean()) {
        return true;
      }
      LockSupport.parkNanos(pause.toNanos());
    }
    return isSo.getAsBoolean();
  }
}
