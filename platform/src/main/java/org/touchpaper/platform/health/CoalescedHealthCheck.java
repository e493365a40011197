package org.touchpaper.platform.health;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.health.HealthCheck.Health;

/**
 * A health check whose concurrent callers share one execution, so that a check that hangs occupies
 * one thread, not one for each request.
 */
final class CoalescedHealthCheck {

  private final HealthCheck check;
  private @Nullable CompletableFuture<Health> inFlight;

  CoalescedHealthCheck(HealthCheck check) {
    this.check = check;
  }

  String name() {
    return check.name();
  }

  /** The result, or {@code does not answer} after the timeout. */
  CompletableFuture<Health> checkWithin(long millis) {
    return currentCheck()
        .copy()
        .completeOnTimeout(Health.waiting("does not answer"), millis, TimeUnit.MILLISECONDS);
  }

  private synchronized CompletableFuture<Health> currentCheck() {
    if (inFlight == null || inFlight.isDone()) {
      inFlight =
          CompletableFuture.supplyAsync(this::runCheck, task -> Thread.ofVirtual().start(task));
    }
    return inFlight;
  }

  private Health runCheck() {
    try {
      return check.check();
    } catch (RuntimeException e) {
      return Health.waiting("check failed: " + e.getClass().getSimpleName());
    }
  }
}
