package org.touchpaper.harc.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimitedWarningTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final List<String> log = new ArrayList<>();
  private final RateLimitedWarning warning = new RateLimitedWarning(log::add, nanos::get);

  private int messagesBuilt;

  @Test
  void logsOneLineAMinuteWithTheNumberOfSuppressedOnes() {
    for (var n = 1; n <= 1000; n++) {
      log(n);
    }
    assertThat(log).containsExactly("event 1");
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
    log(1001);
    log(1002);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(3600));
    log(1003);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(3600));
    log(1004);
    assertThat(log)
        .containsExactly(
            "event 1",
            "event 1001; 999 more suppressed since the last line, the latest 60 s ago",
            "event 1003; 1 more suppressed since the last line, the latest 3600 s ago",
            "event 1004");
    assertThat(messagesBuilt).as("suppressed messages are not built").isEqualTo(log.size());
  }

  private void log(int n) {
    warning.log(() -> {
      messagesBuilt++;
      return "event " + n;
    });
  }
}
