package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class SegmentPropertiesTest {

  /** A pause of nothing keeps a processor busy; one without end is a service that gave up. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          ask-after,               0s,    0s,   1s,    1h
          ask-every,               0s,    0s,   1s,    1h
          audit-every,             0s,    0s,   1s,    1d
          look-for-unbooked-every, 31d,   31d,  1s,    30d
          in-doubt-for,            -1s,   -1s,  0s,    1h
          in-doubt-for,            61m,   61m,  0s,    1h
          missing-for,             -5s,   -5s,  0s,    30d
          retry-at-most,           0,     0s,   200ms, 1h
          retry-at-most,           2d,    2d,   200ms, 1h
          """)
  void takesNoValueThatWouldBeFoundOutByNobody(
      String name, String value, String told, String least, String most) {
    var property = "touchpaper.segment." + name;
    var source = new MapConfigurationPropertySource(Map.of(property, value));
    assertThatThrownBy(() -> new Binder(source).bind("touchpaper.segment", SegmentProperties.class))
        .rootCause()
        .hasMessage("%s is %s; set it to a value from %s to %s", property, told, least, most);
  }

  /** What an element is busy with for a minute may be our own; and to give up is for good. */
  @Test
  void aCircuitIsNotGivenUpSoonerThanItsElementCanBeBusy() {
    var usual =
        new Binder(new MapConfigurationPropertySource())
            .bindOrCreate("touchpaper.segment", SegmentProperties.class);
    assertThat(usual.missingFor()).isGreaterThanOrEqualTo(usual.inDoubtFor());
    assertThat(usual.missingFor()).isGreaterThan(usual.auditEvery());
  }
}
