package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Output of IOS as in Cisco's command references. */
class IosOutputParserTest {

  /** A row with a truncated name, one without a name, one of a module that is not a LAN card. */
  @Test
  void findsTheStatusByTheHeading() {
    var shown =
        """

        Port      Name               Status       Vlan       Duplex  Speed Type
        Gi1/1     connected to Leeds notconnect   1            full   1000 1000BaseSX
        Gi1/2                        connected    trunk        full   1000 1000BaseSX
        Te4/1     core               err-disabled 7            full    10G 10Gbase-LR
        """
            .lines()
            .toList();
    assertThat(IosOutputParser.links(shown))
        .contains(
            Map.of(
                "GigabitEthernet1/1",
                "notconnect",
                "GigabitEthernet1/2",
                "connected",
                "TenGigabitEthernet4/1",
                "err-disabled"));
    assertThat(IosOutputParser.links(List.of("Gi1/1 down"))).isEmpty();
  }

  @Test
  void readsListsOfVlans() {
    assertThat(IosOutputParser.vlans(List.of("1,5-7", "100"))).containsExactly(1, 5, 6, 7, 100);
    assertThat(IosOutputParser.vlans(List.of("none"))).isEmpty();
  }

  /** As Cisco's "LAN Switching Command Reference" and the 7600's EoMPLS guide print them. */
  @Test
  void readsVlansAndPseudowiresInAllStates() {
    var vlan =
        """
        VLAN Name                             Status    Ports
        ---- -------------------------------- --------- -------------------------------
        2    VLAN 2 of the library            act/lshut Fa5/9, Te1/1,
                                                        Po7
        3    VLAN0003                         active

        VLAN Type  SAID       MTU   Parent RingNo BridgeNo Stp  BrdgMode Trans1 Trans2
        ---- ----- ---------- ----- ------ ------ -------- ---- -------- ------ ------
        2    enet  100002     1500  -      -      -        -    -        303    0
        """
            .lines()
            .toList();
    assertThat(IosOutputParser.vlan(vlan, "2"))
        .contains(
            new IosQueries.Vlan(
                "VLAN 2 of the library",
                "act/lshut",
                List.of("FastEthernet5/9", "TenGigabitEthernet1/1", "Port-channel7")));
    assertThat(IosOutputParser.vlan(vlan, "3"))
        .contains(new IosQueries.Vlan("VLAN0003", "active", List.of()));
    assertThat(IosOutputParser.vlan(vlan, "4")).isEmpty();
    var wires =
        """
        Local intf     Local circuit        Dest address    VC ID      Status
        -------------  -------------------- --------------- ---------- ----------
        Vl2            Eth VLAN 2           192.0.2.1       2          UP
        Gi3/1.7        Eth VLAN 7           192.0.2.1       7          ADMIN DOWN
        """
            .lines()
            .toList();
    assertThat(IosOutputParser.pseudowires(wires).orElseThrow())
        .extracting(IosQueries.Pseudowire::status)
        .containsExactly("UP", "ADMIN DOWN");
    assertThat(IosOutputParser.pseudowires(List.of("MPLS is asleep"))).isEmpty();
  }
}
