package org.touchpaper.elementsession.connection;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * The pauses between connection attempts: they double after each failure, with jitter, so that a
 * thousand sessions that lost their elements together do not reconnect together.
 *
 * @param initialDelay the pause after the first failure; ten times as long if the element answers
 *     but cannot be used; three hundred times as long after a refused login, since elements lock an
 *     account after about five of them, before which an operator should intervene
 * @param maxDelay the longest pause; sixty times as long after refused logins, since the next one
 *     may lock the account
 * @param jitter from 0 to 1: shortens a pause by up to one half
 */
public record ReconnectBackoff(Duration initialDelay, Duration maxDelay, DoubleSupplier jitter) {

  private static final int UNUSABLE_FACTOR = 10;
  private static final int REFUSAL_FACTOR = 300;
  private static final int MAX_REFUSAL_FACTOR = 60;

  /** From 0.1 s to a minute; after refused logins from 15 to 30 s up to an hour. */
  public static ReconnectBackoff defaults() {
    return new ReconnectBackoff(
        Duration.ofMillis(100),
        Duration.ofSeconds(60),
        () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * The pause after a number of consecutive failures.
   *
   * @param isUnusable true if the element answers but cannot be used
   */
  Duration delayAfterFailures(int failures, boolean isUnusable) {
    return withJitter(
        exponentialDelay(initialDelay.multipliedBy(isUnusable ? UNUSABLE_FACTOR : 1), failures),
        maxDelay);
  }

  /** The pause after a number of consecutive refused logins, which the element may count. */
  Duration delayAfterRefusals(int refusals) {
    return withJitter(
        exponentialDelay(initialDelay.multipliedBy(REFUSAL_FACTOR), refusals),
        maxDelay.multipliedBy(MAX_REFUSAL_FACTOR));
  }

  private static double exponentialDelay(Duration initial, int times) {
    return initial.toNanos() * Math.pow(2, times - 1);
  }

  /** The pause before reconnecting in the background, after a loss that may affect all sessions. */
  Duration delayAfterLoss() {
    return withJitter(exponentialDelay(initialDelay.multipliedBy(UNUSABLE_FACTOR), 1), maxDelay);
  }

  private Duration withJitter(double nanos, Duration limit) {
    var bounded = Math.min(nanos, (double) limit.toNanos());
    return Duration.ofNanos((long) (bounded * (1 - jitter.getAsDouble() / 2)));
  }
}
