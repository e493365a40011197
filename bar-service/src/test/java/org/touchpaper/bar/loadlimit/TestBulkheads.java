package org.touchpaper.bar.loadlimit;

import java.time.Duration;

/** Bulkheads for tests in other packages. */
public final class TestBulkheads {

  private TestBulkheads() {}

  /** Rejects a call at once if all places are taken, by whomever. */
  public static FairBulkhead withoutQueue(int atOnce) {
    return new FairBulkhead(new ConcurrencyLimits.Limit(atOnce, 0, 100, Duration.ZERO));
  }
}
