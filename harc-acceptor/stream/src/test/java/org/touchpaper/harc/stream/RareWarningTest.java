package org.touchpaper.harc.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RareWarningTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final List<String> log = new ArrayList<>();
  private final RareWarning strangers = new RareWarning(log::add, nanos::get);

  private int made;

  @Test
  void oneLineAMinuteSaysForHowManyItStands() {
    for (var n = 1; n <= 1000; n++) {
      tell(n);
    }
    assertThat(log).containsExactly("stranger 1");
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
    tell(1001);
    tell(1002);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(3600));
    tell(1003);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(3600));
    tell(1004);
    assertThat(log)
        .containsExactly(
            "stranger 1",
            "stranger 1001; 999 like it since the last line, the last of them 60 s ago",
            "stranger 1003; 1 like it since the last line, the last of them 3600 s ago",
            "stranger 1004");
    assertThat(made).as("sentences that nobody reads are not made").isEqualTo(log.size());
  }

  private void tell(int n) {
    strangers.tell(() -> {
      made++;
      return "stranger " + n;
    });
  }
}
