package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.inventory.ExpectedItemRepository.ExpectedItem;
import org.touchpaper.segment.operator.ElementImpairmentList.Alarm;
import org.touchpaper.segment.operator.ElementReadCache.Reading;

/** The displayed impairments are those that mark circuits as impaired. */
class ElementImpairmentListTest {

  private static final ConfigItem WANTED = crs(Map.of(ConfigItem.WORKS_ATTRIBUTE, "YES"));

  private final UUID one = UUID.randomUUID();
  private final List<ExpectedItem> holdings =
      List.of(new ExpectedItem(new ConnectionId(one), WANTED, true));

  private static ConfigItem crs(Map<String, String> attributes) {
    return new ConfigItem("LONDON", "CRS", "1", "TP-1", attributes);
  }

  private static Reading reading(ConfigItem item, PortAlarm... alarms) {
    return new Reading(
        Instant.EPOCH,
        Set.of(WANTED.place()),
        Map.of(WANTED.place(), item),
        null,
        List.of(alarms),
        null);
  }

  @Test
  void anItemThatDoesNotWorkImpairsItsCircuitWithoutAnAlarm() {
    var read = reading(crs(Map.of(ConfigItem.WORKS_ATTRIBUTE, "NO")));
    assertThat(ElementImpairmentList.of(holdings, read).alarms())
        .containsExactly(new Alarm("1", "CRS 1 on LONDON does not work", List.of(one)));
    assertThat(ElementImpairmentList.of(holdings, reading(WANTED)).alarms()).isEmpty();
  }

  @Test
  void anAlarmExplainsAnItemThatDoesNotWork() {
    var read = reading(crs(Map.of(ConfigItem.WORKS_ATTRIBUTE, "NO")), new PortAlarm("1", "LOS"));
    assertThat(ElementImpairmentList.of(holdings, read).alarms())
        .containsExactly(new Alarm("1", "LOS", List.of(one)));
  }
}
