package org.touchpaper.elementemulator.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.ciena.ControlPlane;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.dataplane.NetworkMap.MapLink;
import org.touchpaper.elementemulator.dataplane.NetworkMap.PortId;
import org.touchpaper.elementemulator.dataplane.PathResult.ForwardingPath;
import org.touchpaper.elementemulator.dataplane.PathResult.NoPath;
import org.touchpaper.elementemulator.ios.IosForwarding;

/** Where packets go through each make of element. */
class PathTracerTest {

  private static final long GIGABIT = 1_000_000_000;
  private static final long MILLISECOND = 1_000_000;

  @TempDir Path folder;
  private final List<EmulatedElement> elements = new ArrayList<>();
  private final List<MapLink> links = new ArrayList<>();
  private final List<HostPort> hosts = new ArrayList<>();
  private ControlPlane controlPlane = ControlPlane.none();

  @AfterEach
  void stop() {
    elements.forEach(EmulatedElement::close);
  }

  private EmulatedElement start(String tid, ElementModel model) throws IOException {
    var element =
        EmulatedElement.start(
            ElementConfig.demo(tid, model), folder, Clock.systemUTC(), controlPlane);
    elements.add(element);
    return element;
  }

  private HostPort host(String name, EmulatedElement element, String port) {
    var host = new HostPort(name, element.tid(), port, GIGABIT, 1500);
    hosts.add(host);
    return host;
  }

  private void link(EmulatedElement a, String portA, EmulatedElement z, String portZ) {
    links.add(
        new MapLink(
            new PortId(a.tid(), portA), new PortId(z.tid(), portZ), MILLISECOND, 10 * GIGABIT));
  }

  private PathTracer trace() {
    return new PathTracer(
        new NetworkMap(links, hosts),
        elements.stream()
            .collect(Collectors.toMap(EmulatedElement::tid, element -> element.state().snapshot())),
        controlPlane.listRoutes());
  }

  /** Where a packet goes: the host and its VLAN, or why it goes nowhere. */
  private String from(HostPort host, int vlan) {
    return switch (trace().from(host, vlan)) {
      case ForwardingPath path -> path.host().host() + " " + path.vlan();
      case NoPath(var reason) -> reason;
    };
  }

  private long rateFrom(HostPort host) {
    return trace().from(host, 0) instanceof ForwardingPath path ? path.rate() : 0;
  }

  @Test
  void hostsOnA7600ShareAPortByVlanOrHaveItUntagged() throws IOException {
    var edge = start("EDGE", ElementModel.IOS_7600);
    var shared = host("shared", edge, "GigabitEthernet3/1");
    var exclusive = host("exclusive", edge, "GigabitEthernet3/2");
    var other = host("other", edge, "GigabitEthernet3/3");
    assertThat(trace().vlansAt(shared)).isEmpty();

    ElementTerminal.ios(edge, "vlan 100", "exit", "vlan 101", "exit");
    ElementTerminal.trunk(edge, "GigabitEthernet3/1", "100,101");
    ElementTerminal.trunk(edge, "GigabitEthernet3/3", "101");
    ElementTerminal.ios(
        edge,
        "interface GigabitEthernet3/2",
        "switchport",
        "switchport access vlan 100",
        "switchport mode access");

    assertThat(trace().vlansAt(shared)).containsExactlyInAnyOrder(100, 101);
    assertThat(trace().vlansAt(exclusive)).containsExactly(0);
    assertThat(from(shared, 100)).isEqualTo("exclusive 0");
    assertThat(from(shared, 101)).isEqualTo("other 101");
    assertThat(from(exclusive, 0)).isEqualTo("shared 100");
    assertThat(from(other, 101)).isEqualTo("shared 101");
    assertThat(from(exclusive, 100)).contains("GigabitEthernet3/2 drops tagged packets");
    assertThat(from(shared, 0)).contains("GigabitEthernet3/1 drops untagged packets");

    ElementTerminal.ios(
        edge, "interface GigabitEthernet3/3", "switchport trunk allowed vlan add 100");
    assertThat(from(shared, 100)).contains("has several other ports in VLAN 100");
  }

  @Test
  void aPseudowireJoinsTheVlansOfTwo7600s() throws IOException {
    var west = start("WEST", ElementModel.IOS_7600);
    var east = start("EAST", ElementModel.IOS_7600);
    var vis = host("vis", west, "GigabitEthernet3/1");
    var hpc = host("hpc", east, "GigabitEthernet3/1");
    link(
        west, IosForwarding.pseudowirePort("192.0.2.9"),
        east, IosForwarding.pseudowirePort("192.0.2.1"));
    ElementTerminal.policedVlan(west, "100", "w", GIGABIT, 100_000);
    ElementTerminal.policedVlan(east, "120", "e", GIGABIT, 100_000);
    ElementTerminal.trunk(west, "GigabitEthernet3/1", "100");
    ElementTerminal.trunk(east, "GigabitEthernet3/1", "120");
    assertThat(from(vis, 100)).isEqualTo("WEST has no other connected port in VLAN 100");

    ElementTerminal.ios(west, "interface Vlan100", "xconnect 192.0.2.9 5100 encapsulation mpls");
    assertThat(from(vis, 100)).isEqualTo("EAST has no pseudowire to 192.0.2.1 with VC id 5100");
    ElementTerminal.ios(east, "interface Vlan120", "xconnect 192.0.2.1 5100 encapsulation mpls");
    assertThat(from(vis, 100)).isEqualTo("hpc 120");
    assertThat(from(hpc, 120)).isEqualTo("vis 100");

    east.loseSignal("192.0.2.1 5100");
    assertThat(from(hpc, 120)).isEqualTo("EAST has the pseudowire of VLAN 120 down");
  }

  @Test
  void aSubNetworkConnectionCrossesTheElementsOfItsRoute() throws IOException {
    controlPlane =
        new ControlPlane(
            List.of(
                new ControlPlane.Link(
                    new ControlPlane.Ltp("A", 1, "1-A-1-1"),
                    new ControlPlane.Ltp("M", 7, "1-A-1-1")),
                new ControlPlane.Link(
                    new ControlPlane.Ltp("M", 8, "1-A-2-1"),
                    new ControlPlane.Ltp("Z", 1, "1-A-1-1"))));
    var a = start("A", ElementModel.CORE_DIRECTOR);
    var m = start("M", ElementModel.CORE_DIRECTOR);
    var z = start("Z", ElementModel.CORE_DIRECTOR);
    link(a, "1-A-1-1", m, "1-A-1-1");
    link(m, "1-A-2-1", z, "1-A-1-1");
    var west = host("west", a, "1-A-9-1-1");
    var east = host("east", z, "1-A-9-1-1");
    ElementTerminal.group(a, "100");
    ElementTerminal.tl1(
        a,
        "ENT-GTP::tp-A:::LBL=tp,,CTP=tp-G-CTP-1&&7",
        "ENT-DTL::way:::NODENAME1=A,OSRPLTPID1=1,NODENAME2=M,OSRPLTPID2=8,TERMNODENAME=Z",
        "ENT-DTL-SET::ways:::WRKNM=way,",
        "ENT-SNC-STSPC::tp-A,tp-G-CTP-1&&7:::NAME=tp,TYPE=DYNAMIC,RMNODE=Z,LEP=GTP_NAMETYPE,"
            + "DTLSN=ways,DTLEXCL=YES,PST=IS");
    assertThat(from(west, 100)).isEqualTo("A has no cross-connect for tp-A");

    // nobody reads the connection, which sets itself up once both ends exist
    ElementTerminal.group(z, "150");
    assertThat(trace().vlansAt(east)).containsExactly(150);
    assertThat(from(west, 100)).isEqualTo("east 150");
    assertThat(from(east, 150)).isEqualTo("west 100");
    assertThat(trace().from(west, 100))
        .isInstanceOfSatisfying(
            ForwardingPath.class,
            path -> {
              assertThat(path.rate()).isEqualTo(7 * 48_384_000L);
              assertThat(path.delayNanos()).isEqualTo(2 * MILLISECOND);
            });

    m.loseSignal("1-A-2-1");
    assertThat(from(west, 100)).isNotEqualTo("east 150");
    m.restoreSignal("1-A-2-1");
    assertThat(from(west, 100)).isEqualTo("east 150");
    ElementTerminal.tl1(a, "ED-SNC-STSPC::tp:::PST=OOS");
    assertThat(from(west, 100)).isEqualTo("A has no cross-connect for tp-A");
  }

  @Test
  void lightCrossesPhotonicSwitchesAsItIs() throws IOException {
    var calient = start("CAL", ElementModel.CALIENT);
    var polatis = start("POL", ElementModel.POLATIS);
    link(calient, "1.1.2", polatis, "1");
    var west = host("west", calient, "8.1.1");
    var east = host("east", polatis, "17");
    assertThat(from(west, 0)).isEqualTo("CAL has no active connection at port 8.1.1");

    ElementTerminal.tl1(calient, "ENT-CRS::8.1.1,1.1.2:::,2WAY,tp");
    assertThat(from(west, 0)).isEqualTo("CAL has no active connection at port 8.1.1");
    ElementTerminal.tl1(calient, "ACT-CRS::8.1.1,1.1.2:::,SYSTEM,tp");
    assertThat(from(west, 0)).isEqualTo("POL has no active connection at port 1");
    ElementTerminal.tl1(polatis, "ENT-PATCH:\"POL\":1,17");
    assertThat(from(west, 0)).isEqualTo("east 0");
    assertThat(from(east, 0)).isEqualTo("west 0");
    assertThat(rateFrom(west)).isEqualTo(GIGABIT);

    polatis.crash();
    assertThat(from(west, 0)).isEqualTo("east 0");
    ElementTerminal.tl1(calient, "RMV-PORT::1.1.2");
    assertThat(from(west, 0)).isEqualTo("CAL port 1.1.2 is dark");
  }

  @Test
  void crossConnectsOfAnOnsCarryEthernetInAdjacentTimeSlots() throws IOException {
    var kansas = start("KANSAS", ElementModel.ONS_15454);
    var denver = start("DENVER", ElementModel.ONS_15454);
    link(kansas, "STS-6", denver, "STS-12");
    var west = host("west", kansas, "FAC-1-1");
    var east = host("east", denver, "FAC-2-1");
    assertThat(from(west, 0)).isEqualTo("KANSAS FAC-1-1 is out of service");

    ElementTerminal.tl1(kansas, "ED-G1000::FAC-1-1:::::IS", "ED-OC192::FAC-6-1:::::IS");
    ElementTerminal.tl1(denver, "ED-G1000::FAC-2-1:::::IS", "ED-OC192::FAC-12-1:::::IS");
    assertThat(from(west, 0)).isEqualTo("KANSAS has no cross-connect for FAC-1-1");
    ElementTerminal.tl1(kansas, "ENT-CRS-STS24C::FAC-1-1,STS-6-25:::2WAY:CKTID=\"tp\"");
    assertThat(from(west, 0)).contains("DENVER has no cross-connect for STS-1");
    ElementTerminal.tl1(denver, "ENT-CRS-STS24C::STS-12-25,FAC-2-1:::2WAY:CKTID=\"tp\"");
    assertThat(from(west, 0)).isEqualTo("east 0");
    assertThat(from(east, 0)).isEqualTo("west 0");
    assertThat(from(west, 0)).isEqualTo("east 0");
    assertThat(rateFrom(west)).isEqualTo(GIGABIT);

    denver.loseSignal("FAC-12-1");
    assertThat(from(west, 0)).isEqualTo("DENVER FAC-12-1 has no signal");
  }

  @Test
  void anOnsCarriesAGroupOfACoreDirectorBySingleTimeSlots() throws IOException {
    var west = start("CD-1", ElementModel.CORE_DIRECTOR);
    var ons = start("ONS", ElementModel.ONS_15454);
    var east = start("CD-2", ElementModel.CORE_DIRECTOR);
    link(west, "1-A-1-1", ons, "STS-5");
    link(ons, "STS-13", east, "1-A-1-1");
    var hostWest = host("west", west, "1-A-9-1-1");
    var hostEast = host("east", east, "1-A-9-1-1");
    for (var director : List.of(west, east)) {
      ElementTerminal.group(director, "100");
      ElementTerminal.crossConnect(director, "tp-G", "1-A-1-1");
    }
    ElementTerminal.tl1(ons, "ED-OC192::FAC-5-1:::::IS", "ED-OC192::FAC-13-1:::::IS");
    for (var slot = 1; slot <= 7; slot++) {
      assertThat(from(hostWest, 100)).contains("ONS has no cross-connect for STS-1");
      ElementTerminal.tl1(ons, "ENT-CRS-STS1::STS-5-%1$d,STS-13-%1$d:::2WAY".formatted(slot));
    }
    assertThat(from(hostWest, 100)).isEqualTo("east 100");
    assertThat(from(hostEast, 100)).isEqualTo("west 100");
  }
}
