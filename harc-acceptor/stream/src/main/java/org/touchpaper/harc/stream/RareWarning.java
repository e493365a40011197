package org.touchpaper.harc.stream;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Tells of one kind of trouble that others can cause as often as they like: a line a minute at
 * most, which says for how many it stands. It must not fill a disk.
 */
public final class RareWarning {
  private static final long PAUSE = TimeUnit.MINUTES.toNanos(1);

  private final Logger log;
  private final LongSupplier nanoTime;
  private @Nullable Long told;
  private int untold;

  public RareWarning(Logger log) {
    this(log, System::nanoTime);
  }

  RareWarning(Logger log, LongSupplier nanoTime) {
    this.log = log;
    this.nanoTime = nanoTime;
  }

  /** Tells it now, or only counts it. */
  public synchronized void tell(String sentence) {
    var now = nanoTime.getAsLong();
    if (told != null && now - told < PAUSE) {
      untold++;
      return;
    }
    log.warn("{}{}", sentence, untold == 0 ? "" : "; " + untold + " like it since the last line");
    told = now;
    untold = 0;
  }
}
