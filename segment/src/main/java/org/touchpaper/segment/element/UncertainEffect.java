package org.touchpaper.segment.element;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * An effect that may still come of commands whose outcome is unknown.
 *
 * @param settleTime for how long it may still come; until then a reading proves nothing. Zero if
 *     there is none
 * @param mayDelete true if it may delete an item, and with it a successor in the same place
 */
public record UncertainEffect(Duration settleTime, boolean mayDelete) {

  /** Every command was answered, or its effect was read. */
  public static final UncertainEffect NONE = new UncertainEffect(Duration.ZERO, false);

  public boolean isNone() {
    return settleTime.isZero();
  }

  UncertainEffect combine(UncertainEffect other) {
    return new UncertainEffect(
        settleTime.compareTo(other.settleTime) > 0 ? settleTime : other.settleTime,
        mayDelete || other.mayDelete);
  }

  static UncertainEffect combineAll(Stream<UncertainEffect> effects) {
    return effects.reduce(NONE, UncertainEffect::combine);
  }
}
