package org.touchpaper.harc.stream;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells of one kind of trouble that others can cause as often as they like: a line a minute at
 * most, which says for how many it stands. It must not fill a disk.
 */
public final class RareWarning {
  private static final long PAUSE = TimeUnit.MINUTES.toNanos(1);

  private final Consumer<String> log;
  private final LongSupplier nanoTime;
  private @Nullable Long told;
  private int untold;
  private long lastUntold;

  /**
   * None is told yet.
   *
   * @param log writes a line
   */
  public RareWarning(Consumer<String> log) {
    this(log, System::nanoTime);
  }

  RareWarning(Consumer<String> log, LongSupplier nanoTime) {
    this.log = log;
    this.nanoTime = nanoTime;
  }

  /** Tells it now, or only counts it: then the sentence is not made. */
  public synchronized void tell(Supplier<String> sentence) {
    var now = nanoTime.getAsLong();
    if (told != null && now - told < PAUSE) {
      untold++;
      lastUntold = now;
      return;
    }
    log.accept(sentence.get() + untold(now));
    told = now;
    untold = 0;
  }

  /** They may be the end of a flood that was over long ago. */
  private String untold(long now) {
    return untold == 0
        ? ""
        : "; %d like it since the last line, the last of them %d s ago"
            .formatted(untold, TimeUnit.NANOSECONDS.toSeconds(now - lastUntold));
  }
}
