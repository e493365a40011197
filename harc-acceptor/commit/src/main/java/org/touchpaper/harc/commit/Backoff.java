package org.touchpaper.harc.commit;

import java.time.Duration;
import java.util.Objects;

/**
 * How long to wait before something unanswered is said again: each time twice as long, up to a
 * limit, and for everybody and every time a little longer or shorter, so that those who were
 * refused together do not come back together.
 *
 * @param first the first pause
 * @param longest no pause is longer, but for the spread
 * @param spread by what share of itself a pause may be longer, in percent
 */
public record Backoff(Duration first, Duration longest, int spread) {

  public Backoff {
    if (!first.isPositive() || longest.compareTo(first) < 0 || spread < 0) {
      throw new IllegalArgumentException(
          "the first pause is more than nothing, the longest and the spread are not less");
    }
  }

  /** Pauses that grow to eight times the first, spread by up to a quarter. */
  public static Backoff from(Duration first) {
    return new Backoff(first, first.multipliedBy(8), 25);
  }

  /** The pause after another one, without its spread; after none the first. */
  Duration after(Duration before) {
    if (before.isZero()) {
      return first;
    }
    var twice = before.multipliedBy(2);
    return twice.compareTo(longest) < 0 ? twice : longest;
  }

  /**
   * A pause with its spread, which is the same for the same things; no machine throws dice.
   *
   * @param about what it is about, who waits, and anything that differs from time to time
   */
  Duration spread(Duration pause, Object... about) {
    var share = Math.floorMod(Objects.hash(about) * 0x9E3779B9, 1000) * (long) spread;
    return pause.plus(pause.multipliedBy(share).dividedBy(100_000));
  }
}
