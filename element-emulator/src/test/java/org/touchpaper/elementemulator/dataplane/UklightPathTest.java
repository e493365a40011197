package org.touchpaper.elementemulator.dataplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.elementemulator.dataplane.EmulatedUklight.VLAN_AT_MANCHESTER;
import static org.touchpaper.elementemulator.dataplane.EmulatedUklight.VLAN_AT_UCL;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.dataplane.PathResult.ForwardingPath;
import org.touchpaper.elementemulator.dataplane.PathResult.NoPath;
import org.touchpaper.elementemulator.forwarding.PolicerSettings;

/** Where packets go in UKLight, by what its 7600s and CoreDirectors hold. */
class UklightPathTest {

  @TempDir Path folder;
  private EmulatedUklight uklight;

  @BeforeEach
  void start() throws IOException {
    uklight = new EmulatedUklight(folder);
    uklight.configureCircuit(300_000_000, 3_750_000);
  }

  @AfterEach
  void stop() {
    uklight.close();
  }

  private PathResult fromVis() {
    return uklight.trace("vis.ucl", VLAN_AT_UCL);
  }

  private static NoPath because(String reason) {
    return new NoPath(reason);
  }

  @Test
  void aCircuitReachesTheFarHostInItsVlanWithTheDelayOfTheLinks() {
    assertThat(fromVis())
        .isInstanceOfSatisfying(
            ForwardingPath.class,
            path -> {
              assertThat(path.host()).isEqualTo(uklight.host("newton.manchester"));
              assertThat(path.vlan()).isEqualTo(150);
              assertThat(path.delayNanos()).isEqualTo(3_400_000);
              assertThat(path.rate()).isEqualTo(7 * 48_384_000L);
              assertThat(path.policers())
                  .extracting(PolicerSettings::rate)
                  .isNotEmpty()
                  .containsOnly(300_000_000L);
              assertThat(path.circuits()).hasSize(7).containsOnly("tp");
            });
    assertThat(uklight.trace("newton.manchester", VLAN_AT_MANCHESTER))
        .isInstanceOfSatisfying(
            ForwardingPath.class,
            path -> {
              assertThat(path.host()).isEqualTo(uklight.host("vis.ucl"));
              assertThat(path.vlan()).isEqualTo(100);
              assertThat(path.delayNanos()).isEqualTo(3_400_000);
            });
  }

  @Test
  void theReasonNamesTheElementThatLacksAPiece() {
    assertThat(uklight.trace("vis.ucl", "101"))
        .isEqualTo(because("EDGE-UCL GigabitEthernet3/1 does not take VLAN 101"));
    assertThat(uklight.trace("haptic.ucl", "0"))
        .isEqualTo(because("EDGE-UCL GigabitEthernet3/2 carries no VLAN"));

    uklight.deleteCrossConnectAtReading();
    assertThat(fromVis()).isEqualTo(because("READING has no cross-connect for tp-A"));
    assertThat(uklight.trace("newton.manchester", VLAN_AT_MANCHESTER))
        .isEqualTo(because("READING has no cross-connect for tp-Z"));
    uklight.restoreCrossConnectAtReading();
    assertThat(fromVis()).isInstanceOf(ForwardingPath.class);

    ElementTerminal.tl1(uklight.element("METRO-MAN"), "DLT-EFLOW::tp-OUT");
    assertThat(fromVis()).isEqualTo(because("METRO-MAN has no flow out of group tp-G"));
  }

  @Test
  void aWithdrawnVlanStopsTheCircuit() {
    var edge = uklight.element("EDGE-MAN");
    ElementTerminal.ios(
        edge, "interface TenGigabitEthernet1/1", "switchport trunk allowed vlan remove 150");
    assertThat(fromVis())
        .isEqualTo(because("EDGE-MAN TenGigabitEthernet1/1 does not take VLAN 150"));
    ElementTerminal.ios(
        edge,
        "interface TenGigabitEthernet1/1",
        "switchport trunk allowed vlan add 150",
        "no vlan 150");
    assertThat(fromVis()).isEqualTo(because("EDGE-MAN has no VLAN 150"));
    ElementTerminal.ios(edge, "vlan 150", "state suspend", "exit");
    assertThat(fromVis()).isEqualTo(because("EDGE-MAN has VLAN 150 shut down"));
    ElementTerminal.ios(edge, "vlan 150", "state active", "exit");
    assertThat(fromVis()).isInstanceOf(ForwardingPath.class);
  }

  @Test
  void lostSignalsAndMissingCardsStopTheCircuit() {
    var warrington = uklight.element("WARRINGTON");
    warrington.loseSignal("1-A-1-1");
    assertThat(fromVis()).isEqualTo(because("WARRINGTON 1-A-1-1 has no signal"));
    warrington.restoreSignal("1-A-1-1");

    var metro = uklight.element("METRO-MAN");
    metro.loseSignal("1-A-9");
    assertThat(fromVis()).isEqualTo(because("METRO-MAN 1-A-9-1-1 has no signal"));
    metro.restoreSignal("1-A-9");

    var edge = uklight.element("EDGE-UCL");
    edge.pullCard(3);
    assertThat(fromVis()).isEqualTo(because("EDGE-UCL lacks the card of GigabitEthernet3/1"));
    edge.insertCard(3);
    edge.loseSignal("TenGigabitEthernet1/1");
    assertThat(fromVis()).isEqualTo(because("EDGE-UCL TenGigabitEthernet1/1 has no signal"));
    edge.restoreSignal("TenGigabitEthernet1/1");
    assertThat(fromVis()).isInstanceOf(ForwardingPath.class);
  }

  @Test
  void aCoreDirectorForwardsWithoutItsControllerAnd7600sDoNot() throws IOException {
    uklight.element("READING").crash();
    assertThat(fromVis()).isInstanceOf(ForwardingPath.class);
    uklight.element("READING").restart();
    assertThat(fromVis()).isInstanceOf(ForwardingPath.class);
    uklight.element("READING").restartEmpty();
    assertThat(fromVis())
        .isEqualTo(
            because(
                "READING has no group of channels (GTP) for the 7 STS-1s that arrive at 1-A-1-1"));

    uklight.element("EDGE-UCL").crash();
    assertThat(fromVis()).isEqualTo(because("EDGE-UCL is down"));
  }

  @Test
  void qosThatIsOffPolicesNothing() {
    for (var edge : new String[] {"EDGE-UCL", "EDGE-MAN"}) {
      ElementTerminal.ios(uklight.element(edge), "no mls qos");
    }
    assertThat(fromVis())
        .isInstanceOfSatisfying(
            ForwardingPath.class, path -> assertThat(path.policers()).isEmpty());
  }
}
