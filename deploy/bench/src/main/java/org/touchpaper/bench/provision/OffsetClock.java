package org.touchpaper.bench.provision;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The system clock with an offset that can be advanced. */
final class OffsetClock extends Clock {

  private volatile Duration offset = Duration.ZERO;

  void advanceTo(Instant instant) {
    offset = Duration.between(Instant.now(), instant);
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(offset);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("Touchpaper's clocks are in UTC");
  }
}
