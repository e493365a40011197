package org.touchpaper.bar.loadlimit;

import java.time.Duration;
import org.touchpaper.platform.FairBulkhead;

/** Bulkheads for tests in other packages. */
public final class TestBulkheads {

  private TestBulkheads() {}

  /** Rejects a call at once if all places are taken, by whomever. */
  public static FairBulkhead withoutQueue(int atOnce) {
    return new FairBulkhead(atOnce, 0, 100, Duration.ZERO);
  }
}
