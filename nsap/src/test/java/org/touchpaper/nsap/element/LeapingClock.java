package org.touchpaper.nsap.element;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An element's clock that goes on by half a second whenever it is looked at: what a Calient wants
 * to itself after a login is over at once, as is every wait of the kit's sessions.
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
