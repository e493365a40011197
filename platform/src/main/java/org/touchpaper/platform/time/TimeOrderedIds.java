package org.touchpaper.platform.time;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generates UUIDs of version 7: milliseconds, a counter of 12 bits, 62 random bits (RFC 9562
 * sections 5.7 and 6.2). Each is greater than the one before, even if the clock stands still.
 */
public final class TimeOrderedIds {

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Clock clock;
  private final AtomicLong last = new AtomicLong();

  public TimeOrderedIds(Clock clock) {
    this.clock = clock;
  }

  public UUID next() {
    var earliest = clock.millis() << 12;
    var tick = last.updateAndGet(before -> Math.max(before + 1, earliest));
    var high = ((tick & ~0xFFFL) << 4) | 0x7000L | (tick & 0xFFFL);
    var low = (RANDOM.nextLong() & ~0xC000_0000_0000_0000L) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }
}
