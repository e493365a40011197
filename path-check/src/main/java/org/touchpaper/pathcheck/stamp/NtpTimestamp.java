package org.touchpaper.pathcheck.stamp;

import java.time.Duration;
import java.time.Instant;

/**
 * A time in NTP's 64-bit format: seconds since 1900, modulo 2^32, and a fraction of 2^-32 s (RFC
 * 5905 section 6; the format that RFC 8762 section 4.2.1 uses by default).
 *
 * @param bits both words
 */
public record NtpTimestamp(long bits) {

  /** Seconds from 1900 to 1970 (RFC 5905 figure 4). */
  private static final long EPOCH_OFFSET = 2_208_988_800L;

  private static final long NANOS = 1_000_000_000L;

  public static NtpTimestamp of(Instant time) {
    var fraction = ((long) time.getNano() << Integer.SIZE) / NANOS;
    return new NtpTimestamp((time.getEpochSecond() + EPOCH_OFFSET) << Integer.SIZE | fraction);
  }

  /** Returns the time from an earlier timestamp to this one, also across the end of an NTP era. */
  public Duration since(NtpTimestamp earlier) {
    var difference = bits - earlier.bits;
    var nanos = ((difference & 0xFFFF_FFFFL) * NANOS) >>> Integer.SIZE;
    return Duration.ofSeconds(difference >> Integer.SIZE, nanos);
  }
}
