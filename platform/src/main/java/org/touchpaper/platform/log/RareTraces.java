package org.touchpaper.platform.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.springframework.boot.logging.logback.ExtendedWhitespaceThrowableProxyConverter;

/**
 * Writes a stack trace once a minute, and one line in its stead when the same logger tells of the
 * same trouble again: what fails because a database is away fails everywhere and all the time.
 */
public final class RareTraces extends ExtendedWhitespaceThrowableProxyConverter {

  private static final long PAUSE_MILLIS = Duration.ofMinutes(1).toMillis();

  /** So many troubles are told apart; beyond, the oldest is forgotten. */
  private static final int REMEMBERED = 256;

  private final Map<String, Long> written =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > REMEMBERED;
        }
      };

  @Override
  public String convert(ILoggingEvent event) {
    var thrown = event.getThrowableProxy();
    return thrown == null || isDue(trouble(event.getLoggerName(), thrown), event.getTimeStamp())
        ? super.convert(event)
        : " [%s; traced within the last minute]%n".formatted(words(thrown));
  }

  private synchronized boolean isDue(String trouble, long now) {
    var last = written.get(trouble);
    if (last != null && now - last < PAUSE_MILLIS) {
      return false;
    }
    written.remove(trouble); // the place in the order is that of the last trace
    written.put(trouble, now);
    return true;
  }

  /** What it says, and each of its causes. */
  private static String words(IThrowableProxy thrown) {
    var words = new StringJoiner("; caused by ");
    for (var each = thrown; each != null; each = each.getCause()) {
      words.add(each.getClassName() + ": " + each.getMessage());
    }
    return words.toString();
  }

  /** What failed and where, but not its words: they name times and numbers. */
  private static String trouble(String logger, IThrowableProxy thrown) {
    var trouble = new StringBuilder(logger);
    for (var each = thrown; each != null; each = each.getCause()) {
      trouble.append(' ').append(each.getClassName());
      var frames = each.getStackTraceElementProxyArray();
      trouble.append('@').append(frames.length == 0 ? "" : frames[0].getSTEAsString());
    }
    return trouble.toString();
  }
}
