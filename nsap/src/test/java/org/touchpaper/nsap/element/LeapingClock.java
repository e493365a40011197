package org.touchpaper.nsap.element;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An element's clock that advances by half a second with each reading, so that a Calient's delay
 * after a login, and every delay of the sessions, ends at once.
 */
public final class LeapingClock extends Clock {

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

  @Override
  public Instant instant() {
    return now.updateAndGet(last -> last.plusMillis(500));
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
