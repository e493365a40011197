package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.PortAlarm;

/** What has failed under circuits is asked for. */
class IosAlarmsTest extends OnAnEdge {

  @Test
  void tellsWhichPortsHaveNoLink() {
    assertThat(driver.alarms()).isEmpty();
    edge.loseSignal("GigabitEthernet3/1");
    session.configure(List.of("interface Gi3/2", "description to the lab, 2nd floor", "shutdown"));
    assertThat(driver.alarms())
        .extracting(PortAlarm::words)
        .containsExactly(
            "link down (notconnect) on GigabitEthernet3/1 of EDGE-UCL",
            "link down (disabled) on GigabitEthernet3/2 of EDGE-UCL");
    var concerned = items(true).stream().filter(driver.alarms().getFirst()::concerns).toList();
    assertThat(concerned).extracting(Item::key).containsExactly("GigabitEthernet3/1 100");
  }

  @Test
  void refusesWhereNothingIsPoliced() {
    session.configure(List.of("no mls qos"));
    isHeld(items(true), "nothing would be policed", "have the site type \"mls qos\"");

    session.configure(List.of("mls qos"));
    comesUp(items(true));
    session.configure(List.of("no mls qos"));
    var alarm = driver.alarms().getFirst();
    assertThat(alarm.words()).isEqualTo("nothing is policed: mls qos is off on EDGE-UCL");
    assertThat(items(true).stream().filter(alarm::concerns))
        .extracting(Item::kind)
        .containsExactly("POLICY-MAP");
  }
}
