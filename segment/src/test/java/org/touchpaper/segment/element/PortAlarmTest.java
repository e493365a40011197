package org.touchpaper.segment.element;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A port alarm concerns items on the port and its channels, and no others. */
class PortAlarmTest {

  @ParameterizedTest
  @CsvSource({
    "xe1, xe1.100, true",
    "xe1, xe1:2.100, true",
    "xe1:2, xe1:2.100, true",
    "xe1:2, xe1.100, false",
    "xe1:2, xe1:21.100, false",
    "xe1, xe10.100, false",
    "xe1, axe1.100, false",
    "xe-0/0/1, xe-0/0/1:3.100, true",
    "xe-0/0/1, xe-0/0/11.100, false",
    "1-A-1-1, 1-A-1-1-CTP-7, true",
    "1-A-1-1, 1-A-1-1-7, false",
    "1-A-1-1, 1-A-1-12, false",
    "FAC-4-1, FAC-4-1 TP-000000000001, true",
    "FAC-4-1, FAC-4-10 TP-000000000001, false",
    "1-A-1-1-CTP-1, 1-A-1-1-CTP-1&&7, true",
    "1-A-1-1-CTP-5, 1-A-1-1-CTP-1&&7, true",
    "1-A-1-1-CTP-7, 1-A-2-1-CTP-3&1-A-1-1-CTP-1&&7, true",
    "1-A-1-1-CTP-8, 1-A-1-1-CTP-1&&7, false",
    "1-A-1-1-CTP-8, 1-A-1-1-CTP-1&&7&1-A-2-1-CTP-8&&9, false",
    "1-A-1-1-CTP-5, 11-A-1-1-CTP-1&&7, false",
    "1-A-1-1-CTP-5, 1-A-1-1-CTP-&&7, false",
    "1-A-1-1-CTP-5, 1-A-1-1-CTP-1&&, false",
    "1-A-1-1-CTP-5, 1-A-1-1-CTP-1&7, false",
    "1-A-1-1-CTP-, 1-A-1-1-CTP-1&&7, false",
    "1-A-1-1-CTP-999999, 1-A-1-1-CTP-1&&7, false",
    "1-A-1-1-CTP-5, 1-A-1-1-CTP-9&&7&1-A-1-1-CTP-4&&6, true",
    "TP-000000000001-A-E-CTP-3, TP-000000000001-A-E-CTP-1&&7, true",
    "'', 1-A-1-1-CTP-7, false",
  })
  void concernsItemsOnThePort(String port, String key, boolean concerns) {
    var alarm = new PortAlarm(port, "LOS on " + port);
    assertThat(alarm.concerns(new ConfigItem("A", "CRS", key, "TP-1"))).isEqualTo(concerns);
  }

  /** Names of ports begin with the name of their card. */
  @ParameterizedTest
  @CsvSource({
    "1-A-1, 1-A-1-1-CTP-7, true",
    "1-A-1, 1-A-1-1-9, true",
    "1-A-1, 1-A-12-1-CTP-7, false",
    "1-A-1, 11-A-1-1-CTP-7, false",
  })
  void aCardAlarmConcernsItemsOnAllItsPorts(String card, String key, boolean concerns) {
    var item = new ConfigItem("A", "CRS", key, "TP-1");
    assertThat(new PortAlarm(card, "gone", true).concerns(item)).isEqualTo(concerns);
    assertThat(new PortAlarm(card, "gone").concerns(item)).isFalse();
  }
}
