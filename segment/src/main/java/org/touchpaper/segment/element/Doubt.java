package org.touchpaper.segment.element;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * What was sent may have an effect that nobody has seen.
 *
 * @param settle for how long it may yet come; until then reading proves nothing. Zero if none can
 * @param ofDeletes true if it may take something away, and with it what somebody puts in its place
 */
public record Doubt(Duration settle, boolean ofDeletes) {

  /** Every command was answered, or its effect was seen. */
  public static final Doubt NONE = new Doubt(Duration.ZERO, false);

  public boolean isNone() {
    return settle.isZero();
  }

  /** About either. */
  Doubt and(Doubt other) {
    return new Doubt(
        settle.compareTo(other.settle) > 0 ? settle : other.settle, ofDeletes || other.ofDeletes);
  }

  static Doubt all(Stream<Doubt> some) {
    return some.reduce(NONE, Doubt::and);
  }
}
