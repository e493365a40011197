package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.operator.Impairing.Alarm;
import org.touchpaper.segment.operator.Readings.Reading;
import org.touchpaper.segment.provider.Holdings.Holding;

/** What is shown to impair circuits is what marks them so. */
class ImpairingTest {

  private static final Item WANTED = crs(Map.of(Item.WORKS, "YES"));

  private final UUID one = UUID.randomUUID();
  private final List<Holding> holdings = List.of(new Holding(new ConnectionId(one), WANTED, true));

  private static Item crs(Map<String, String> attributes) {
    return new Item("LONDON", "CRS", "1", "TP-1", attributes);
  }

  private static Reading reading(Item there, PortAlarm... alarms) {
    return new Reading(
        Instant.EPOCH,
        Set.of(WANTED.place()),
        Map.of(WANTED.place(), there),
        null,
        List.of(alarms),
        null);
  }

  @Test
  void whatReadsAsNotWorkingImpairsItsCircuitThoughNoAlarmTells() {
    var read = reading(crs(Map.of(Item.WORKS, "NO")));
    assertThat(Impairing.of(holdings, read).alarms())
        .containsExactly(new Alarm("1", "CRS 1 on LONDON does not work", List.of(one)));
    assertThat(Impairing.of(holdings, reading(WANTED)).alarms()).isEmpty();
  }

  @Test
  void anAlarmSpeaksForWhatDoesNotWorkByIt() {
    var read = reading(crs(Map.of(Item.WORKS, "NO")), new PortAlarm("1", "LOS"));
    assertThat(Impairing.of(holdings, read).alarms())
        .containsExactly(new Alarm("1", "LOS", List.of(one)));
  }
}
