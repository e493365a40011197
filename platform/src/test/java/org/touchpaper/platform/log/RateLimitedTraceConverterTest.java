package org.touchpaper.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RateLimitedTraceConverterTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  private final LoggerContext context = new LoggerContext();
  private final RateLimitedTraceConverter traces = new RateLimitedTraceConverter();

  @Test
  void aRepeatedFailureIsTracedOnceAMinute() {
    traces.start();
    assertThat(written("pool", NOON, away("after 10000 ms"))).contains("\tat ");
    assertThat(written("pool", NOON.plusSeconds(59), away("after 10001 ms")))
        .doesNotContain("\tat ")
        .contains("IllegalStateException: after 10001 ms; traced within the last minute");
    assertThat(written("pool", NOON.plusSeconds(60), away("after 10002 ms"))).contains("\tat ");
    assertThat(written("pool", NOON.plusSeconds(61), away("after 10003 ms")))
        .doesNotContain("\tat ");
  }

  @Test
  void anotherFailureOrLoggerIsTracedAtOnce() {
    traces.start();
    assertThat(written("pool", NOON, away("now"))).contains("\tat ");
    assertThat(written("rounds", NOON, away("now"))).contains("\tat ");
    assertThat(written("pool", NOON, new IllegalStateException("now", new IOException("disk"))))
        .contains("\tat ", "Caused by: java.io.IOException: disk");
    assertThat(written("pool", NOON, null)).isEmpty();
  }

  @Test
  void theReplacementLineContainsEachCause() {
    traces.start();
    for (var disk : new String[] {"sda", "sdb"}) {
      var full = new IOException("no space on " + disk);
      var trouble = new IllegalStateException("cannot write", new UncheckedIOException(full));
      assertThat(written("journal", NOON, trouble))
          .contains("java.io.IOException: no space on " + disk);
    }
    assertThat(written("journal", NOON, new IllegalStateException("cannot write")))
        .as("another failure")
        .contains("\tat ");
  }

  private static IllegalStateException away(String message) {
    return new IllegalStateException(message);
  }

  private String written(String logger, Instant at, @Nullable Throwable thrown) {
    var event =
        new LoggingEvent(
            "", context.getLogger(logger), Level.ERROR, "it fails", thrown, new Object[0]);
    event.setInstant(at);
    return traces.convert(event);
  }
}
