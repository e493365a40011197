package org.touchpaper.harc.transport;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Logs a warning that remote peers can trigger at will, at most once a minute, with the number of
 * suppressed warnings, so that it cannot fill the disk.
 */
public final class RateLimitedWarning {
  private static final long MIN_INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Consumer<String> log;
  private final LongSupplier nanoTime;
  private @Nullable Long lastLoggedAt;
  private int suppressed;
  private long lastSuppressedAt;

  /**
   * Creates a warning that logs at once.
   *
   * @param log writes a line
   */
  public RateLimitedWarning(Consumer<String> log) {
    this(log, System::nanoTime);
  }

  RateLimitedWarning(Consumer<String> log, LongSupplier nanoTime) {
    this.log = log;
    this.nanoTime = nanoTime;
  }

  /** Logs the message, or only counts it; a suppressed message is never built. */
  public synchronized void log(Supplier<String> message) {
    var now = nanoTime.getAsLong();
    if (lastLoggedAt != null && now - lastLoggedAt < MIN_INTERVAL_NANOS) {
      suppressed++;
      lastSuppressedAt = now;
      return;
    }
    log.accept(message.get() + suppressedSuffix(now));
    lastLoggedAt = now;
    suppressed = 0;
  }

  /** States the age of the last one: the flood may have ended long ago. */
  private String suppressedSuffix(long now) {
    return suppressed == 0
        ? ""
        : "; %d more suppressed since the last line, the latest %d s ago"
            .formatted(suppressed, TimeUnit.NANOSECONDS.toSeconds(now - lastSuppressedAt));
  }
}
