package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionId;

/** When a circuit is told of again that comes and goes. */
class FlappingTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  private final ConnectionId one = new ConnectionId(UUID.randomUUID());
  private final Flapping flapping = new Flapping();

  private static Instant at(Duration afterNoon) {
    return NOON.plus(afterNoon);
  }

  private void isTold(int times, Duration apart) {
    for (var i = 0; i < times; i++) {
      flapping.isTold(one, at(apart.multipliedBy(i)));
    }
  }

  @Test
  void aFewNewsAreToldAtOnce() {
    isTold(Flapping.MOST - 1, Duration.ZERO);
    flapping.reads(one, "", NOON);
    assertThat(flapping.isTooSoon(one, NOON)).isFalse();
  }

  @Test
  void soAreManyThatComeSlowly() {
    isTold(20, Flapping.LATELY.dividedBy(Flapping.MOST - 1));
    flapping.reads(one, "", NOON);
    assertThat(flapping.isTooSoon(one, NOON)).isFalse();
  }

  @Test
  void afterManyItIsToldWhatLasts() {
    isTold(Flapping.MOST, Duration.ZERO);
    flapping.reads(one, "", NOON);
    assertThat(flapping.isTooSoon(one, at(Flapping.SOAK.minusNanos(1)))).isTrue();
    flapping.reads(one, "", at(Flapping.SOAK));
    assertThat(flapping.isTooSoon(one, at(Flapping.SOAK))).isFalse();

    flapping.reads(one, "LOS", at(Flapping.SOAK));
    flapping.reads(one, "", at(Flapping.SOAK));
    assertThat(flapping.isTooSoon(one, at(Flapping.SOAK))).isTrue();
  }

  @Test
  void aClockThatIsSetBackPutsItOffByNoMoreThanThat() {
    isTold(Flapping.MOST, Duration.ZERO);
    flapping.reads(one, "", NOON);
    var before = at(Duration.ofHours(-1));
    flapping.reads(one, "", before);
    assertThat(flapping.isTooSoon(one, before.plus(Flapping.SOAK))).isFalse();
  }

  @Test
  void whatIsOverIsForgotten() {
    isTold(Flapping.MOST, Duration.ZERO);
    flapping.forgetAllBut(List.of(one));
    assertThat(flapping.isTooSoon(one, NOON)).isTrue();
    flapping.forgetAllBut(List.of());
    assertThat(flapping.isTooSoon(one, NOON)).isFalse();
  }
}
