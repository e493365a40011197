package org.touchpaper.harc.stream;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RareWarningTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final RareWarning strangers = new RareWarning(logger(), nanos::get);

  private Logger logger() {
    var logger = new LoggerContext().getLogger("strangers");
    log.start();
    logger.addAppender(log);
    return logger;
  }

  @Test
  void oneLineAMinuteSaysForHowManyItStands() {
    for (var n = 1; n <= 1000; n++) {
      strangers.tell("stranger " + n);
    }
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("stranger 1");
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
    strangers.tell("stranger 1001");
    strangers.tell("stranger 1002");
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(3600));
    strangers.tell("stranger 1003");
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(3600));
    strangers.tell("stranger 1004");
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "stranger 1",
            "stranger 1001; 999 like it since the last line",
            "stranger 1003; 1 like it since the last line",
            "stranger 1004");
  }
}
