package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for conditions that another thread makes true. */
final class Eventually {

  private Eventually() {}

  /** Waits until the condition is true; fails after a minute. */
  static void awaitTrue(BooleanSupplier condition) {
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("condition was not met in time").isNegative();
      Thread.onSpinWait();
    }
  }
}
