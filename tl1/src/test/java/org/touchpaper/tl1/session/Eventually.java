package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What comes true on another thread, soon. */
final class Eventually {

  private Eventually() {}

  /** Waits until this is so, and fails if it is not within a minute. */
  static void is(BooleanSupplier condition) {
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("waited in vain").isNegative();
      Thread.onSpinWait();
    }
  }
}
