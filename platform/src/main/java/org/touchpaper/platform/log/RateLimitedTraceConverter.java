package org.touchpaper.platform.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.springframework.boot.logging.logback.ExtendedWhitespaceThrowableProxyConverter;

/**
 * Writes the stack trace of a failure at most once a minute for each logger, and one line instead
 * when it repeats. While a database is unavailable, all work fails all the time.
 */
public final class RateLimitedTraceConverter extends ExtendedWhitespaceThrowableProxyConverter {

  private static final long TRACE_INTERVAL_MILLIS = Duration.ofMinutes(1).toMillis();

  /** Failures remembered; beyond that the oldest is dropped. */
  private static final int MAX_REMEMBERED = 256;

  private final Map<String, Long> lastTraced =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MAX_REMEMBERED;
        }
      };

  @Override
  public String convert(ILoggingEvent event) {
    var throwable = event.getThrowableProxy();
    return throwable == null
            || isDue(failureKey(event.getLoggerName(), throwable), event.getTimeStamp())
        ? super.convert(event)
        : " [%s; traced within the last minute]%n".formatted(describe(throwable));
  }

  private synchronized boolean isDue(String failureKey, long now) {
    var last = lastTraced.get(failureKey);
    if (last != null && now - last < TRACE_INTERVAL_MILLIS) {
      return false;
    }
    lastTraced.remove(failureKey); // reinsert: the map is ordered by last trace
    lastTraced.put(failureKey, now);
    return true;
  }

  /** The message of the exception and of each cause. */
  private static String describe(IThrowableProxy throwable) {
    var description = new StringJoiner("; caused by ");
    for (var cause = throwable; cause != null; cause = cause.getCause()) {
      description.add(cause.getClassName() + ": " + cause.getMessage());
    }
    return description.toString();
  }

  /** Exception types and top frames, without messages, which contain times and numbers. */
  private static String failureKey(String logger, IThrowableProxy throwable) {
    var key = new StringBuilder(logger);
    for (var cause = throwable; cause != null; cause = cause.getCause()) {
      key.append(' ').append(cause.getClassName());
      var frames = cause.getStackTraceElementProxyArray();
      key.append('@').append(frames.length == 0 ? "" : frames[0].getSTEAsString());
    }
    return key.toString();
  }
}
