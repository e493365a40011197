package org.touchpaper.platform.health;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.health.HealthPart.Health;

/**
 * One part as everybody who asks sees it: those who ask while somebody looks see what he sees, so
 * that a part that hangs keeps one thread and not one for each question.
 */
final class Look {

  private final HealthPart part;
  private @Nullable CompletableFuture<Health> underWay;

  Look(HealthPart part) {
    this.part = part;
  }

  String name() {
    return part.name();
  }

  /** What is seen; a part that takes longer is waited for no more. */
  CompletableFuture<Health> within(long millis) {
    return current()
        .copy()
        .completeOnTimeout(Health.waiting("does not answer"), millis, TimeUnit.MILLISECONDS);
  }

  private synchronized CompletableFuture<Health> current() {
    if (underWay == null || underWay.isDone()) {
      underWay = CompletableFuture.supplyAsync(this::look, look -> Thread.ofVirtual().start(look));
    }
    return underWay;
  }

  private Health look() {
    try {
      return part.look();
    } catch (RuntimeException e) {
      return Health.waiting("cannot tell: " + e.getClass().getSimpleName());
    }
  }
}
