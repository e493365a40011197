package org.touchpaper.elementemulator.dataplane;

import org.touchpaper.elementemulator.forwarding.PolicerSettings;

/** The bucket of a policer (RFC 2697): a packet passes if there are tokens for all its bytes. */
final class TokenBucket {

  private static final double BITS_PER_BYTE = 8;
  private static final double NANOSECONDS_PER_SECOND = 1e9;

  private final double rate;
  private final double depth;
  private double tokens;
  private long filledAt;

  /** A full bucket. */
  TokenBucket(PolicerSettings policer, long nanoTime) {
    this.rate = (double) policer.rate();
    this.depth = (double) policer.burstBytes();
    this.tokens = depth;
    this.filledAt = nanoTime;
  }

  synchronized boolean take(int bytes, long nanoTime) {
    var earned = (nanoTime - filledAt) / NANOSECONDS_PER_SECOND * rate / BITS_PER_BYTE;
    tokens = Math.min(depth, tokens + Math.max(0, earned));
    filledAt = Math.max(filledAt, nanoTime);
    if (tokens < bytes) {
      return false;
    }
    tokens -= bytes;
    return true;
  }
}
