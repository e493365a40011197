package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.lnsap.element.IosTrafficCounterParser.PolicerTraffic;
import org.touchpaper.segment.element.ElementTrafficReading.CircuitCount;
import org.touchpaper.segment.element.ElementTrafficReading.PortCount;

/** The traffic counters of a 7600. */
class IosTrafficCounterParserTest extends EdgeDriverTestBase {

  private static final String HOST = "GigabitEthernet3/1";

  @Test
  void anIdleCircuitHasCountersOfZero() {
    assertComesUp(items(true));
    var reading = driver.readTraffic(items(true)).orElseThrow();
    assertThat(reading.circuits()).containsEntry(NAME, new CircuitCount(0, 0, 0));
    assertThat(reading.ports()).containsEntry(BORDER, new PortCount(0, 0, 0, 0, 0));
  }

  @Test
  void readsBothDirectionsOfACircuitAndWhatItsPolicerDropped() {
    assertComesUp(items(true));
    var counters = edge.state().portCounters;
    counters.countReceived(HOST, NAME, 1000);
    counters.countPoliced(HOST, NAME, 300);
    counters.countSent(BORDER, NAME, 1000);
    counters.countReceived(BORDER, NAME, 200);
    counters.countSent(HOST, NAME, 200);
    counters.countReceived(HOST, "another circuit", 50);
    counters.countDiscarded(HOST, "another circuit");

    var reading = driver.readTraffic(items(true)).orElseThrow();
    assertThat(reading.circuits()).containsEntry(NAME, new CircuitCount(1000, 200, 300));
    assertThat(reading.ports()).containsEntry(HOST, new PortCount(1350, 200, 3, 1, 1));
    assertThat(reading.ports()).containsEntry(BORDER, new PortCount(200, 1000, 1, 1, 0));
  }

  /** Its policer sees one direction only; the port has no other circuit. */
  @Test
  void countsACircuitByItsOwnPortIfItLeavesByAPseudowire() {
    var untagged = EdgeFixture.items(false, EdgeFixture.BY_PSEUDOWIRE);
    edge.state().portCounters.countSent(HOST, NAME, 70);
    assertThat(driver.readTraffic(untagged).orElseThrow().circuits())
        .containsEntry(NAME, new CircuitCount(0, 70, 0));
    assertThat(driver.readTraffic(byPseudowire()).orElseThrow().circuits()).isEmpty();
  }

  /** Output as in "Configuring PFC QoS", 12.2SX, of a VLAN with both directions. */
  @Test
  void readsTheInputOfEachForwardingEngine() {
    var shown =
        """
         Vlan100

          Service-policy input: TP-1

            class-map: class-default (match-any)
              Match: any
              police :
                300000000 bps 9375000 limit 9375000 extended limit
              Earl in slot 1 :
                65000 bytes
                5 minute offered rate 1234 bps
                aggregate-forwarded 64000 bytes action: transmit
                exceeded 1000 bytes action: drop
                aggregate-forward 1234 bps exceed 0 bps
              Earl in slot 3 :
                0 bytes
                5 minute offered rate 0 bps
                aggregate-forwarded 0 bytes action: transmit
                exceeded 0 bytes action: drop
                aggregate-forward 0 bps exceed 0 bps

          Service-policy output: TP-1

            class-map: class-default (match-any)
              Earl in slot 3 :
                aggregate-forwarded 77 bytes action: transmit
                exceeded 7 bytes action: drop

         GigabitEthernet3/9

          Service-policy input: other

            class-map: class-default (match-any)
              Earl in slot 3 :
                aggregate-forwarded 5 bytes action: transmit
                exceeded 5 bytes action: drop
        """
            .lines()
            .toList();
    assertThat(IosTrafficCounterParser.policed(shown))
        .containsExactlyInAnyOrder(
            new PolicerTraffic("100", "1", 64000, 1000), new PolicerTraffic("100", "3", 0, 0));
    assertThat(IosTrafficCounterParser.ports(List.of("% Invalid input"), List.of())).isEmpty();
  }
}
