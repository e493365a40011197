package org.touchpaper.bench.provision;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The machine's clock, until it is put forward; then it goes on from there. */
final class ShiftedClock extends Clock {

  private volatile Duration ahead = Duration.ZERO;

  void putForwardTo(Instant instant) {
    ahead = Duration.between(Instant.now(), instant);
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(ahead);
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
