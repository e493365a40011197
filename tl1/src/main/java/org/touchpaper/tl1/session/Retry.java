package org.touchpaper.tl1.session;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * How long a session waits after failing to connect: twice as long each time, and by a chance of
 * its own, so that a thousand sessions that lost their elements at once do not come back at once.
 *
 * @param first the pause after the first failure; ten times that after a first refused login, since
 *     each may count as an intrusion
 * @param longest no pause is longer
 * @param chance from 0 to 1: a pause is cut by up to one half of it
 */
public record Retry(Duration first, Duration longest, DoubleSupplier chance) {

  private static final int REFUSED = 10;

  /** From 0.1 s to a minute. */
  public static Retry usual() {
    return new Retry(
        Duration.ofMillis(100),
        Duration.ofSeconds(60),
        () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * The pause after this many failures in a row.
   *
   * @param refused true if it was the login that failed
   */
  Duration after(int failures, boolean refused) {
    var shortest = (double) first.toNanos() * (refused ? REFUSED : 1);
    return cut(shortest * Math.pow(2, failures - 1));
  }

  /** The pause before connecting anew in the background, after a loss that may be everybody's. */
  Duration afterLoss() {
    return cut((double) first.toNanos() * REFUSED);
  }

  private Duration cut(double nanos) {
    var bounded = Math.min(nanos, (double) longest.toNanos());
    return Duration.ofNanos((long) (bounded * (1 - chance.getAsDouble() / 2)));
  }
}
