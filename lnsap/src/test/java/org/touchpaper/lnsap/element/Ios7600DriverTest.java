package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.provider.Admission;
import org.touchpaper.segment.provider.CircuitConfiguration.Circuit;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptSink;

/** Circuits configured on an emulated 7600 over telnet, read back, and cleared. */
class Ios7600DriverTest {

  private static final UUID CONNECTION = UUID.fromString("0193b1d0-0000-7000-8000-000000000001");
  private static final String NAME = CircuitName.of(CONNECTION, 1);
  private static final String BORDER = "TenGigabitEthernet1/1";

  @TempDir Path folder;
  private EmulatedElement edge;
  private CliSession session;
  private Ios7600Driver driver;
  private Circuits circuits;

  @BeforeEach
  void start() throws IOException {
    edge = EmulatedElement.start(ElementConfig.demo("EDGE-UCL", Dialect.IOS_7600), folder);
    session = session();
    driver = new Ios7600Driver("EDGE-UCL", session, Duration.ofMillis(100));
    circuits = new Circuits(Elements.of(List.of(driver)), Duration.ZERO);
  }

  private CliSession session() {
    return CliSession.open(
        new Endpoint("EDGE-UCL", "127.0.0.1", edge.port()),
        Credentials.ios("lightpath", "lightpath"),
        Timing.usual(Clock.systemUTC()),
        TranscriptSink.NONE);
  }

  @AfterEach
  void stop() {
    session.close();
    edge.close();
  }

  private static List<Item> items(boolean tagged) {
    var when =
        new Schedule(Instant.parse("2026-12-01T12:00:00Z"), Instant.parse("2026-12-01T13:00:00Z"));
    var source = Stp.parse("urn:ogf:network:ucl.ukl:2026:vis");
    var destination = Stp.parse("urn:ogf:network:ucl.ukl:2026:border?vlan=100");
    var plan =
        """
        {"edge":"EDGE-UCL","hostPort":"GigabitEthernet3/1","tagged":%s,
         "borderPort":"TenGigabitEthernet1/1","vlan":100}\
        """
            .formatted(tagged);
    return new CampusConfiguration()
        .itemsOf(
            new Circuit(
                new ConnectionId(CONNECTION),
                1,
                new Criteria(source, destination, 300, when),
                new Admission.Held(source, destination, List.of(), plan),
                NAME));
  }

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

  /** A row whose name is cut off, one without a name, one whose module is not a LAN card's. */
  @Test
  void findsTheStatusWhereTheHeadingSays() {
    var shown =
        """

        Port      Name               Status       Vlan       Duplex  Speed Type
        Gi1/1     connected to Leeds notconnect   1            full   1000 1000BaseSX
        Gi1/2                        connected    trunk        full   1000 1000BaseSX
        Te4/1     core               err-disabled 7            full    10G 10Gbase-LR
        """
            .lines()
            .toList();
    assertThat(IosOutput.linksDown(shown))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("GigabitEthernet1/1", "notconnect", "TenGigabitEthernet4/1", "err-disabled"));
    assertThat(IosOutput.linksDown(List.of("Gi1/1 down"))).isEmpty();
  }

  private String of(String kind, String name, String attribute) {
    return edge.holds().stream()
        .filter(each -> each.kind().equals(kind) && each.name().equals(name))
        .map(each -> each.get(attribute))
        .findFirst()
        .orElse("nothing");
  }

  @Test
  void setsUpATaggedHostReadsBackAndClears() {
    assertThat(circuits.bring(items(true), List.of())).isInstanceOf(Circuits.Reached.class);

    assertThat(of("VLAN", "100", "NAME")).isEqualTo(NAME);
    assertThat(of("POLICY-MAP", NAME, "class class-default"))
        .isEqualTo(
            "police 300000000 3750000 3750000"
                + " conform-action transmit exceed-action drop violate-action drop");
    assertThat(of("INTERFACE", "Vlan100", "service-policy input")).isEqualTo(NAME);
    assertThat(of("INTERFACE", BORDER, "switchport trunk allowed vlan")).isEqualTo("100");
    assertThat(of("INTERFACE", "GigabitEthernet3/1", "switchport mode")).isEqualTo("trunk");
    assertThat(circuits.look(items(true), Map.of()))
        .allMatch(survey -> survey.toString().startsWith("Intact"));

    assertThat(circuits.bring(List.of(), items(true))).isInstanceOf(Circuits.Reached.class);
    assertThat(circuits.bring(List.of(), items(true))).isInstanceOf(Circuits.Reached.class);
    assertThat(of("VLAN", "100", "NAME")).isEqualTo("nothing");
    assertThat(of("POLICY-MAP", NAME, "class class-default")).isEqualTo("nothing");
    assertThat(of("INTERFACE", "Vlan100", "service-policy input")).isEqualTo("nothing");
    assertThat(edge.holds()).isEmpty();
  }

  @Test
  void setsUpAnUntaggedHostAndClears() {
    assertThat(circuits.bring(items(false), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(of("INTERFACE", "GigabitEthernet3/1", "switchport access vlan")).isEqualTo("100");
    assertThat(circuits.bring(items(false), items(false))).isInstanceOf(Circuits.Reached.class);

    assertThat(circuits.bring(List.of(), items(false))).isInstanceOf(Circuits.Reached.class);
    assertThat(edge.holds()).isEmpty();
  }

  @Test
  void leavesATrunkOfTheSiteAsItFoundIt() {
    session.configure(
        List.of(
            "vlan 10",
            "name campus",
            "interface " + BORDER,
            "description to the wide area",
            "switchport",
            "switchport trunk encapsulation dot1q",
            "switchport trunk allowed vlan 10",
            "switchport mode trunk",
            "switchport nonegotiate",
            "mls qos vlan-based"));
    var before = edge.holds();
    assertThat(circuits.bring(items(true), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(of("INTERFACE", BORDER, "switchport trunk allowed vlan")).isEqualTo("10,100");

    assertThat(circuits.bring(List.of(), items(true))).isInstanceOf(Circuits.Reached.class);
    assertThat(edge.holds()).isEqualTo(before);
  }

  @Test
  void leavesAPortInOtherUseAlone() {
    for (var use : List.of("switchport mode access", "switchport mode trunk")) {
      session.configure(List.of("interface GigabitEthernet3/1", "switchport", use));
      var before = edge.holds();
      assertThat(circuits.bring(items(true), List.of()))
          .isInstanceOfSatisfying(
              Circuits.NotReached.class,
              it -> assertThat(it.problem()).contains("GigabitEthernet3/1 is in other use"));
      assertThat(edge.holds()).isEqualTo(before);
      session.configure(List.of("interface GigabitEthernet3/1", "no switchport mode"));
    }
  }

  @Test
  void finishesAPortThatIsOnlyHalfDressed() {
    session.configure(
        List.of(
            "vlan 100",
            "name " + NAME,
            "interface GigabitEthernet3/1",
            "switchport trunk allowed vlan 100",
            "switchport"));
    assertThat(circuits.bring(items(true), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(of("INTERFACE", "GigabitEthernet3/1", "switchport mode")).isEqualTo("trunk");
    assertThat(circuits.bring(List.of(), items(true))).isInstanceOf(Circuits.Reached.class);
    assertThat(edge.holds()).isEmpty();
  }

  @Test
  void leavesAForeignVlanAlone() {
    session.configure(List.of("vlan 100", "name library"));

    assertThat(circuits.bring(items(true), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            it -> assertThat(it.problem()).contains("VLAN 100").contains("held by library"));
    assertThat(circuits.bring(List.of(), items(true))).isInstanceOf(Circuits.Reached.class);
    assertThat(of("VLAN", "100", "NAME")).isEqualTo("library");
  }

  @Test
  void takesAPortThatListsAVlanNobodyDefinedAsFree() {
    session.configure(
        List.of(
            "interface " + BORDER,
            "switchport",
            "switchport trunk allowed vlan 100",
            "switchport mode trunk"));

    assertThat(circuits.bring(items(true), List.of())).isInstanceOf(Circuits.Reached.class);
  }

  @Test
  void carriesAnErrorToTheOperatorWordForWordAndUndoesTheRest() {
    edge.faults().next("service-policy output", new Fault.Deny("", "Out of TCAM"));

    assertThat(circuits.bring(items(true), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, it -> assertThat(it.problem()).contains("% Out of TCAM"));
    assertThat(of("VLAN", "100", "NAME")).isEqualTo("nothing");
    assertThat(of("POLICY-MAP", NAME, "class class-default")).isEqualTo("nothing");
  }

  @Test
  void findsOutByReadingWhatALostConnectionHid() {
    edge.faults().next("no shutdown", new Fault.DropAfter());

    assertThat(circuits.bring(items(true), List.of())).isInstanceOf(Circuits.Reached.class);
  }

  @Test
  void saysSoWhenTheEdgeCannotBeReached() {
    edge.crash();

    assertThatThrownBy(() -> driver.read(List.of(items(true).getFirst().place())))
        .isInstanceOf(ElementUnreachable.class)
        .hasMessageContaining("EDGE-UCL");
  }

  @Test
  void readsListsOfVlans() {
    assertThat(IosOutput.contains("1,5-7,100", "6")).isTrue();
    assertThat(IosOutput.contains("1,5-7,100", "8")).isFalse();
    assertThat(IosOutput.contains("none", "8")).isFalse();
    assertThat(IosOutput.contains("1000", "100")).isFalse();
  }
}
