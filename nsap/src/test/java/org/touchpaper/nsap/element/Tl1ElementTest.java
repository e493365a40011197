package org.touchpaper.nsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.segment.element.PortAlarm;

/** Which of the alarms that an element tells affect the service of what is in trouble. */
class Tl1ElementTest {

  /** One of two power supplies is a major alarm, and no circuit feels it. */
  @ParameterizedTest
  @CsvSource({
    "CR, SA, true", "CR, NSA, false", "CR, '', true",
    "MJ, SA, true", "MJ, NSA, false", "MJ, '', true",
    "MN, SA, true", "MN, NSA, false", "MN, '', false",
    "NA, SA, true", "NA, NSA, false", "NA, '', false",
    "CL, SA, false", "CL, NSA, false", "CL, '', false",
  })
  void whatTheElementSaysOfServiceCountsMoreThanHowBadItIs(
      String severity, String effect, boolean affects) {
    var row =
        "1-A-6,EQPT:%s,PWR,%s,2007-04-12,02:44:13,,:\\\"PowerInArmB=Failed\\\","
            .formatted(severity, effect);
    assertThat(Tl1Element.affectingService("METRO-UCL", List.of(row)))
        .isEqualTo(
            affects ? List.of(new PortAlarm("1-A-6", "PWR on 1-A-6 of METRO-UCL")) : List.of());
  }
}
