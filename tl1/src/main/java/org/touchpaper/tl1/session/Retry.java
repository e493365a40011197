package org.touchpaper.tl1.session;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * How long a session waits after failing to connect: twice as long each time, and by a chance of
 * its own, so that a thousand sessions that lost their elements at once do not come back at once.
 *
 * @param first the pause after the first failure; ten times that where the element answered, but
 *     cannot be worked with; three hundred times that after a first refused login, since elements
 *     lock an account after some five of them, before which somebody should have looked
 * @param longest no pause is longer, but after a refused login: sixty times that, for the account
 *     may be locked for the next one, too
 * @param chance from 0 to 1: a pause is cut by up to one half of it
 */
public record Retry(Duration first, Duration longest, DoubleSupplier chance) {

  private static final int IN_VAIN = 10;
  private static final int REFUSED = 300;
  private static final int LONGEST_REFUSED = 60;

  /** From 0.1 s to a minute, or from 15 to 30 s to an hour after refused logins. */
  public static Retry usual() {
    return new Retry(
        Duration.ofMillis(100),
        Duration.ofSeconds(60),
        () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * The pause after this many failures in a row.
   *
   * @param inVain true if the element answered, but cannot be worked with
   */
  Duration after(int failures, boolean inVain) {
    return cut(doubled(first.multipliedBy(inVain ? IN_VAIN : 1), failures), longest);
  }

  /** The pause after this many logins in a row were refused, of which an element may take note. */
  Duration afterRefusal(int refusals) {
    return cut(
        doubled(first.multipliedBy(REFUSED), refusals), longest.multipliedBy(LONGEST_REFUSED));
  }

  private static double doubled(Duration shortest, int times) {
    return shortest.toNanos() * Math.pow(2, times - 1);
  }

  /** The pause before connecting anew in the background, after a loss that may be everybody's. */
  Duration afterLoss() {
    return cut(doubled(first.multipliedBy(IN_VAIN), 1), longest);
  }

  private Duration cut(double nanos, Duration most) {
    var bounded = Math.min(nanos, (double) most.toNanos());
    return Duration.ofNanos((long) (bounded * (1 - chance.getAsDouble() / 2)));
  }
}
