package org.touchpaper.platform.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that moves only when set or advanced; thread-safe. */
public final class SettableClock extends Clock {

  private final AtomicReference<Instant> now;

  private SettableClock(Instant start) {
    this.now = new AtomicReference<>(start);
  }

  public static SettableClock at(Instant start) {
    return new SettableClock(start);
  }

  /** Reads an instant such as {@code 2026-12-01T21:00:00Z}. */
  public static SettableClock at(String start) {
    return at(Instant.parse(start));
  }

  public void set(Instant instant) {
    now.set(instant);
  }

  /** Advances the clock and returns the new time. */
  public Instant advance(Duration by) {
    return now.updateAndGet(instant -> instant.plus(by));
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("Touchpaper's clocks are in UTC");
  }

  @Override
  public String toString() {
    return "SettableClock[" + now.get() + "]";
  }
}
