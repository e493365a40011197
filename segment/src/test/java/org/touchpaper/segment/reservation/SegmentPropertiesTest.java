package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;

class SegmentPropertiesTest {

  /**
   * Without limits, a pause of zero would keep a processor busy, and an endless one would stop the
   * service.
   */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          hold-query-delay,               0s,    0s,   1s,    1h
          hold-query-interval,               0s,    0s,   1s,    1h
          audit-interval,             0s,    0s,   1s,    1d
          orphan-scan-interval, 31d,   31d,  1s,    30d
          uncertain-effect-timeout,            -1s,   -1s,  0s,    1h
          uncertain-effect-timeout,            61m,   61m,  0s,    1h
          missing-item-grace,             -5s,   -5s,  0s,    30d
          max-retry-delay,           0,     0s,   200ms, 1h
          max-retry-delay,           2d,    2d,   200ms, 1h
          traffic-interval,          10s,   10s,  1m,    1h
          traffic-retention,         31d,   31d,  1h,    30d
          """)
  void takesNoValueThatWouldBeFoundOutByNobody(
      String name, String value, String shown, String least, String most) {
    var property = "touchpaper.segment." + name;
    var source = new MapConfigurationPropertySource(Map.of(property, value));
    assertThatThrownBy(() -> new Binder(source).bind("touchpaper.segment", SegmentProperties.class))
        .rootCause()
        .hasMessage("%s is %s; set it to a value from %s to %s", property, shown, least, most);
  }

  /**
   * An element may be busy for a minute with our own commands, and a circuit is abandoned
   * permanently.
   */
  @Test
  void theDefaultGraceIsAtLeastTheUncertainEffectTimeout() {
    var usual =
        new Binder(new MapConfigurationPropertySource())
            .bindOrCreate("touchpaper.segment", SegmentProperties.class);
    assertThat(usual.missingItemGrace()).isGreaterThanOrEqualTo(usual.uncertainEffectTimeout());
    assertThat(usual.missingItemGrace()).isGreaterThan(usual.auditInterval());
  }

  /** A circuit that starts soon must not wait for five seconds to learn that it is committed. */
  @ParameterizedTest
  @CsvSource({"3600, 5", "20, 5", "12, 3", "2, 1", "0, 1", "-12, 3", "-3600, 5"})
  void aHoldIsQueriedMoreOftenNearItsStart(long secondsUntilStart, long pause) {
    var now = Instant.parse("2026-12-01T21:00:00Z");
    var start = now.plusSeconds(secondsUntilStart);
    var criteria =
        new Criteria(
            Stp.parse("urn:ogf:network:ucl.ukl:2026:border?vlan=100-199"),
            Stp.parse("urn:ogf:network:ucl.ukl:2026:vis"),
            300,
            new Schedule(start, start.plusSeconds(7200)));
    var usual =
        new Binder(new MapConfigurationPropertySource())
            .bindOrCreate("touchpaper.segment", SegmentProperties.class);
    assertThat(usual.nextHoldQuery(usual.holdQueryInterval(), criteria, now))
        .isEqualTo(now.plusSeconds(pause));
    assertThat(usual.nextHoldQuery(usual.holdQueryInterval(), null, now))
        .isEqualTo(now.plusSeconds(5));
  }
}
