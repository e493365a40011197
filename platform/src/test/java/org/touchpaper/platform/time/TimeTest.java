package org.touchpaper.platform.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimeTest {

  @Test
  void aSettableClockStandsStillUntilItIsSet() {
    var clock = SettableClock.at("2026-12-01T21:00:00Z");
    assertThat(clock.instant()).isEqualTo(Instant.parse("2026-12-01T21:00:00Z"));
    assertThat(clock.advance(Duration.ofSeconds(5)))
        .isEqualTo(Instant.parse("2026-12-01T21:00:05Z"));
  }

  @Test
  void idsAreVersionSevenAndOrderedWhileTheClockStandsStill() {
    var ids = new TimeOrderedIds(SettableClock.at("2026-12-01T21:00:00Z"));
    var some = Stream.generate(ids::next).limit(10_000).toList();
    assertThat(some).allMatch(id -> id.version() == 7 && id.variant() == 2).doesNotHaveDuplicates();
    assertThat(some.stream().map(UUID::toString)).isSorted();
  }

  @Test
  void anIdBeginsWithTheTime() {
    var ids = new TimeOrderedIds(SettableClock.at("2022-02-22T19:22:22Z"));
    assertThat(ids.next().toString()).startsWith("017f22e2-79b0-7"); // RFC 9562 appendix A.6
  }

  @Test
  void theServicesClockTicksAsPostgresqlStores() {
    var now = new TimeAutoConfiguration().clock().instant();
    assertThat(now).isEqualTo(now.truncatedTo(ChronoUnit.MICROS));
  }
}
