package org.touchpaper.segment.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionId;

/** When changes of a flapping circuit are reported. */
class FlapDamperTest {

  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  private final ConnectionId connectionId = new ConnectionId(UUID.randomUUID());
  private final FlapDamper flapDamper = new FlapDamper();

  private static Instant afterNoon(Duration afterNoon) {
    return NOON.plus(afterNoon);
  }

  private void recordReports(int times, Duration apart) {
    for (var i = 0; i < times; i++) {
      flapDamper.recordReport(connectionId, afterNoon(apart.multipliedBy(i)));
    }
  }

  @Test
  void aFewReportsAreNotDamped() {
    recordReports(FlapDamper.MAX_REPORTS - 1, Duration.ZERO);
    flapDamper.observe(connectionId, "", NOON);
    assertThat(flapDamper.isDamped(connectionId, NOON)).isFalse();
  }

  @Test
  void manySlowReportsAreNotDamped() {
    recordReports(20, FlapDamper.FLAP_WINDOW.dividedBy(FlapDamper.MAX_REPORTS - 1));
    flapDamper.observe(connectionId, "", NOON);
    assertThat(flapDamper.isDamped(connectionId, NOON)).isFalse();
  }

  @Test
  void afterManyOnlyALastingReadingIsReported() {
    recordReports(FlapDamper.MAX_REPORTS, Duration.ZERO);
    flapDamper.observe(connectionId, "", NOON);
    assertThat(flapDamper.isDamped(connectionId, afterNoon(FlapDamper.SOAK_TIME.minusNanos(1))))
        .isTrue();
    flapDamper.observe(connectionId, "", afterNoon(FlapDamper.SOAK_TIME));
    assertThat(flapDamper.isDamped(connectionId, afterNoon(FlapDamper.SOAK_TIME))).isFalse();

    flapDamper.observe(connectionId, "LOS", afterNoon(FlapDamper.SOAK_TIME));
    flapDamper.observe(connectionId, "", afterNoon(FlapDamper.SOAK_TIME));
    assertThat(flapDamper.isDamped(connectionId, afterNoon(FlapDamper.SOAK_TIME))).isTrue();
  }

  @Test
  void aClockSetBackDelaysAReportByTheSoakTimeAtMost() {
    recordReports(FlapDamper.MAX_REPORTS, Duration.ZERO);
    flapDamper.observe(connectionId, "", NOON);
    var before = afterNoon(Duration.ofHours(-1));
    flapDamper.observe(connectionId, "", before);
    assertThat(flapDamper.isDamped(connectionId, before.plus(FlapDamper.SOAK_TIME))).isFalse();
  }

  @Test
  void inactiveCircuitsAreDiscarded() {
    recordReports(FlapDamper.MAX_REPORTS, Duration.ZERO);
    flapDamper.retainOnly(List.of(connectionId));
    assertThat(flapDamper.isDamped(connectionId, NOON)).isTrue();
    flapDamper.retainOnly(List.of());
    assertThat(flapDamper.isDamped(connectionId, NOON)).isFalse();
  }
}
