package org.touchpaper.harc.transport;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Logs a warning that remote peers can trigger at will, for each source at most once a minute, with
 * the number of suppressed warnings, so that it cannot fill the disk. A flood from one source does
 * not suppress warnings about the others.
 */
public final class RateLimitedWarning {
  /** The source of all peers that are not authenticated, and of warnings that have only one. */
  static final String ANYONE = "";

  private static final long MIN_INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Consumer<String> log;
  private final LongSupplier nanoTime;
  private final Map<String, Suppressed> sources = new HashMap<>();

  /** The warnings of a source since it was last logged. */
  private record Suppressed(long loggedAt, int count, long latestAt) {
    /** States the age of the last one: the flood may have ended long ago. */
    String suffix(long now) {
      return count == 0
          ? ""
          : "; %d more suppressed since the last line, the latest %d s ago"
              .formatted(count, TimeUnit.NANOSECONDS.toSeconds(now - latestAt));
    }
  }

  public RateLimitedWarning(Consumer<String> log) {
    this(log, System::nanoTime);
  }

  RateLimitedWarning(Consumer<String> log, LongSupplier nanoTime) {
    this.log = log;
    this.nanoTime = nanoTime;
  }

  /** As the other, for a warning with one source. */
  public void log(Supplier<String> message) {
    log(ANYONE, message);
  }

  /**
   * Logs the message, or only counts it; a suppressed message is never built.
   *
   * @param source a configured peer; other names would need memory without bound
   */
  public synchronized void log(String source, Supplier<String> message) {
    var now = nanoTime.getAsLong();
    var last = sources.get(source);
    if (last != null && now - last.loggedAt() < MIN_INTERVAL_NANOS) {
      sources.put(source, new Suppressed(last.loggedAt(), last.count() + 1, now));
      return;
    }
    log.accept(message.get() + (last == null ? "" : last.suffix(now)));
    sources.put(source, new Suppressed(now, 0, now));
  }
}
