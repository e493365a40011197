package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

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
}
