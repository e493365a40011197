package org.touchpaper.nsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.segment.element.PortAlarm;

/** Which alarms count as service-affecting. */
class Tl1ElementClientTest {

  /** A failed power supply of two is a major alarm without service effect. */
  @ParameterizedTest
  @CsvSource({
    "CR, SA, true", "CR, NSA, false", "CR, '', true",
    "MJ, SA, true", "MJ, NSA, false", "MJ, '', true",
    "MN, SA, true", "MN, NSA, false", "MN, '', false",
    "NA, SA, true", "NA, NSA, false", "NA, '', false",
    "CL, SA, false", "CL, NSA, false", "CL, '', false",
  })
  void theServiceEffectCountsMoreThanTheSeverity(String severity, String effect, boolean affects) {
    var row =
        "1-A-6,EQPT:%s,PWR,%s,2007-04-12,02:44:13,,:\\\"PowerInArmB=Failed\\\","
            .formatted(severity, effect);
    assertThat(Tl1ElementClient.affectingService("METRO-UCL", List.of(row)))
        .isEqualTo(
            affects ? List.of(new PortAlarm("1-A-6", "PWR on 1-A-6 of METRO-UCL")) : List.of());
  }
}
