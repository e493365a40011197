package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.PortAlarm;

/** Queries for faults under circuits. */
class IosAlarmReaderTest extends EdgeDriverTestBase {

  @Test
  void reportsPortsWithoutALink() {
    assertThat(driver.alarms()).isEmpty();
    edge.loseSignal("GigabitEthernet3/1");
    session.configure(List.of("interface Gi3/2", "description to the lab, 2nd floor", "shutdown"));
    assertThat(driver.alarms())
        .extracting(PortAlarm::description)
        .containsExactly(
            "link down (notconnect) on GigabitEthernet3/1 of EDGE-UCL",
            "link down (disabled) on GigabitEthernet3/2 of EDGE-UCL");
    var concerned = items(true).stream().filter(driver.alarms().getFirst()::concerns).toList();
    assertThat(concerned).extracting(ConfigItem::key).containsExactly("GigabitEthernet3/1 100");
  }

  @Test
  void refusesIfPolicingIsOff() {
    session.configure(List.of("no mls qos"));
    assertObstructed(items(true), "nothing would be policed", "the site must type \"mls qos\"");

    session.configure(List.of("mls qos"));
    assertComesUp(items(true));
    session.configure(List.of("no mls qos"));
    var alarm = driver.alarms().getFirst();
    assertThat(alarm.description()).isEqualTo("policing is off: mls qos is disabled on EDGE-UCL");
    assertThat(items(true).stream().filter(alarm::concerns))
        .extracting(ConfigItem::kind)
        .containsExactly("POLICY-MAP");
  }
}
