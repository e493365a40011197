package org.touchpaper.segment.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ElementPropertiesTest {

  private static ElementProperties bound(Map<String, String> written) {
    return new Binder(new MapConfigurationPropertySource(written))
        .bindOrCreate("touchpaper", ElementProperties.class);
  }

  @Test
  void hasDefaults() {
    assertThat(bound(Map.of()).elementKeepAlive()).isEqualTo(Duration.ofSeconds(20));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          element-timeout,        0s,    0s,    100ms, 10m
          element-keep-alive,     0s,    0s,    1s,    1h
          element-port-base,      -1,    -1,    0,     65535
          elements.LEEDS.port,    65536, 65536, 0,     65535
          elements.LEEDS.settle,  61s,   61s,   0s,    1m
          transcripts.files,      -1,    -1,    0,     1000
          transcripts.file-size,  0,     0B,    1024B, 10737418240B
          """)
  void takesNoValueThatWouldBeFoundOutByNobody(
      String name, String value, String shown, String least, String most) {
    var property = "touchpaper." + name;
    assertThatThrownBy(() -> bound(Map.of(property, value)))
        .rootCause()
        .hasMessage("%s is %s; set it to a value from %s to %s", property, shown, least, most);
  }

  @Test
  void addsThePortBaseToEachPort() {
    assertThatThrownBy(() ->
            bound(
                Map.of(
                    "touchpaper.element-port-base", "60000",
                    "touchpaper.elements.LEEDS.port", "10204")))
        .rootCause()
        .hasMessage("touchpaper.elements.LEEDS.port is 10204; set it to a value from 0 to 5535");
  }
}
