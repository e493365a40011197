package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptLine;
import org.touchpaper.tl1.session.TranscriptLine.Direction;
import org.touchpaper.tl1.session.TranscriptSink;

/** Circuits configured on an emulated 7600 over telnet, read back, and cleared. */
class Ios7600DriverTest {

  private static final String NAME = EdgeUnderTest.NAME;
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
    driver = new Ios7600Driver("EDGE-UCL", session, EdgeUnderTest.SETTLE, EdgeUnderTest.SHORT);
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
    return EdgeUnderTest.items(tagged, EdgeUnderTest.BY_PORT);
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
        .contains(
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

  static List<List<String>> otherUses() {
    var trunk =
        List.of("switchport", "switchport trunk encapsulation dot1q", "switchport mode trunk");
    return List.of(
        List.of("switchport"),
        List.of("switchport", "switchport mode access"),
        List.of(
            "switchport",
            "switchport mode access",
            "mls qos vlan-based",
            "switchport access vlan 7"),
        trunk,
        Stream.concat(trunk.stream(), Stream.of("mls qos vlan-based")).toList(),
        List.of("mls qos vlan-based"));
  }

  @ParameterizedTest
  @MethodSource("otherUses")
  void leavesAPortInOtherUseAlone(List<String> use) {
    session.configure(
        Stream.concat(Stream.of("interface GigabitEthernet3/1"), use.stream()).toList());
    var before = edge.holds();
    assertThat(circuits.bring(items(true), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            it -> assertThat(it.problem()).contains("GigabitEthernet3/1 is in other use"));
    assertThat(edge.holds()).isEqualTo(before);
  }

  static Stream<Arguments> foundPorts() {
    var access = List.of("switchport", "switchport mode access", "mls qos vlan-based");
    var trunk =
        List.of(
            "switchport",
            "switchport trunk encapsulation dot1q",
            "switchport trunk allowed vlan none",
            "switchport mode trunk",
            "mls qos vlan-based");
    return Stream.of(true, false)
        .flatMap(tagged ->
            Stream.of(
                    List.of("mtu 9216"),
                    List.of("description to the lab, 2nd floor", "shutdown"),
                    tagged ? trunk : access,
                    Stream.concat((tagged ? trunk : access).stream(), Stream.of("description ours"))
                        .toList())
                .map(found -> Arguments.of(tagged, found)));
  }

  @ParameterizedTest
  @MethodSource("foundPorts")
  void leavesAPortAsItFoundIt(boolean tagged, List<String> found) {
    session.configure(
        Stream.concat(Stream.of("interface GigabitEthernet3/1"), found.stream()).toList());
    var before = edge.holds();
    assertThat(circuits.bring(items(tagged), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(edge.holds()).isNotEqualTo(before);
    assertThat(circuits.bring(List.of(), items(tagged))).isInstanceOf(Circuits.Reached.class);
    assertThat(edge.holds()).isEqualTo(before);
  }

  /** Whose dress it is stands at the end of the description, which stays what it was. */
  @Test
  void marksThePortsThatItDresses() {
    session.configure(List.of("interface Gi3/1", "description to the lab"));
    assertThat(circuits.bring(items(false), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(of("INTERFACE", "GigabitEthernet3/1", "description"))
        .isEqualTo("to the lab [" + NAME + "]");
    assertThat(of("INTERFACE", BORDER, "description")).isEqualTo("[touchpaper]");
  }

  @Test
  void finishesAPortThatIsOnlyHalfDressed() {
    session.configure(
        List.of(
            "vlan 100",
            "name " + NAME,
            "interface GigabitEthernet3/1",
            "description [touchpaper]",
            "switchport",
            "switchport trunk allowed vlan 100"));
    assertThat(circuits.bring(items(true), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(of("INTERFACE", "GigabitEthernet3/1", "switchport mode")).isEqualTo("trunk");
    assertThat(circuits.bring(List.of(), items(true))).isInstanceOf(Circuits.Reached.class);
    assertThat(edge.holds()).isEmpty();
  }

  @Test
  void refusesADescriptionThatCannotBeTypedAgain() {
    var port = new SwitchPort("GigabitEthernet3/1", List.of("description whose is this?"));
    assertThatThrownBy(() -> port.carrying("100"))
        .hasMessageContaining("cannot be typed, with our mark: whose is this? [touchpaper]");
  }

  private void isHeld(List<Item> wanted, String... words) {
    var before = edge.holds();
    assertThat(circuits.bring(wanted, List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, it -> assertThat(it.problem()).contains(words));
    assertThat(edge.holds()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"state suspend", "shutdown"})
  void takesAVlanThatItsSiteSuspendedAsTheSites(String line) {
    session.configure(List.of("vlan 100", "name library", line));
    isHeld(items(true), "VLAN 100", "held by library");
  }

  @ParameterizedTest
  @ValueSource(strings = {"state suspend", "shutdown"})
  void noticesThatItsVlanWasSuspended(String line) {
    assertThat(circuits.bring(items(true), List.of())).isInstanceOf(Circuits.Reached.class);
    session.configure(List.of("vlan 100", line));
    assertThat(circuits.look(items(true), Map.of())).hasOnlyElementsOfType(Survey.Taken.class);
    assertThat(circuits.bring(List.of(), items(true))).isInstanceOf(Circuits.Reached.class);
    assertThat(edge.holds()).isEmpty();
  }

  @Test
  void takesAnInterfaceOfAVlanThatIsGoneAsSomebodys() {
    session.configure(List.of("interface Vlan100", "no shutdown"));
    isHeld(items(true), "SVI 100", "somebody's interface Vlan100");
  }

  /** The VLAN stands in the line that goes on with the list. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsAListOfSeveralLines(boolean isDefined) {
    var list =
        IntStream.rangeClosed(1, 60)
            .mapToObj(n -> Integer.toString(2 * n))
            .collect(Collectors.joining(","));
    session.configure(
        List.of(
            "interface " + BORDER,
            "switchport",
            "switchport trunk encapsulation dot1q",
            "switchport trunk allowed vlan " + list,
            "switchport mode trunk",
            "mls qos vlan-based"));
    if (isDefined) {
      session.configure(List.of("vlan 100", "name " + NAME));
      assertThat(driver.read(List.of(new Item.Key("TRUNK", BORDER + " 100"))).items()).hasSize(1);
      assertThat(driver.read(List.of(new Item.Key("TRUNK", BORDER + " 101"))).items()).isEmpty();
    } else {
      isHeld(items(true), "held by nobody: the trunk lists VLAN 100, which is not defined");
    }
  }

  @Test
  void refusesWhereNothingIsPoliced() {
    session.configure(List.of("no mls qos"));
    isHeld(items(true), "nothing would be policed", "have the site type \"mls qos\"");

    session.configure(List.of("mls qos"));
    assertThat(circuits.bring(items(true), List.of())).isInstanceOf(Circuits.Reached.class);
    session.configure(List.of("no mls qos"));
    var alarm = driver.alarms().getFirst();
    assertThat(alarm.words()).isEqualTo("nothing is policed: mls qos is off on EDGE-UCL");
    assertThat(items(true).stream().filter(alarm::concerns))
        .extracting(Item::kind)
        .containsExactly("POLICY-MAP");
  }

  static Stream<Arguments> empty() {
    return Stream.of(
        Arguments.of("VLAN", "100", "show vlan id 100"),
        Arguments.of("SVI", "100", "show ip interface brief"),
        Arguments.of("TRUNK", BORDER + " 100", "show running-config interface " + BORDER),
        Arguments.of("ACCESS", BORDER, "show running-config interface " + BORDER));
  }

  /** A prompt after the echo, and nothing between, is not how an element says that it has none. */
  @ParameterizedTest
  @MethodSource("empty")
  void takesSilenceForAnError(String kind, String key, String line) {
    edge.faults().next(line, new Fault.Garbage(line + "\r\nEDGE-UCL#"));
    assertThatThrownBy(() -> driver.read(List.of(new Item.Key(kind, key))))
        .isInstanceOf(ElementUnreachable.class)
        .hasMessageContaining("is not understood");
    assertThat(driver.read(List.of(new Item.Key(kind, key))).items()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("empty")
  void takesAnErrorForAnError(String kind, String key, String line) {
    edge.faults().next(line, new Fault.Deny("", "Invalid input detected at '^' marker."));
    assertThatThrownBy(() -> driver.read(List.of(new Item.Key(kind, key))))
        .isInstanceOf(ElementUnreachable.class)
        .hasMessageContaining("Invalid input");
  }

  /** What is there and was answered with an error is looked for in the list of all. */
  @Test
  void doesNotTakeAnErrorForAbsence() {
    assertThat(circuits.bring(items(true), List.of())).isInstanceOf(Circuits.Reached.class);
    for (var line : List.of("show policy-map " + NAME, "show running-config interface Vlan100")) {
      edge.faults().next(line, new Fault.Deny("", "Invalid input detected at '^' marker."));
      assertThatThrownBy(() -> driver.read(items(true).stream().map(Item::place).toList()))
          .isInstanceOf(ElementUnreachable.class)
          .hasMessageContaining("\"" + line + "\" is not understood: % Invalid input");
    }
  }

  @Test
  void findsWhateverBearsANameOfOurs() {
    session.configure(List.of("vlan 7", "name library", "policy-map campus"));
    assertThat(driver.listOurs()).isEmpty();
    assertThat(circuits.bring(items(true), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(driver.listOurs())
        .extracting(Item::toString)
        .containsExactly(
            "VLAN 100 on EDGE-UCL (" + NAME + ")",
            "POLICY-MAP " + NAME + " on EDGE-UCL (" + NAME + ")");
  }

  /** Two circuits share ports, and what belongs to whom is a question for each of their items. */
  @Test
  void asksNothingTwiceInOneReading() {
    var places =
        Stream.of("100", "101")
            .flatMap(vlan ->
                Stream.of(
                    new Item.Key("VLAN", vlan),
                    new Item.Key("SVI", vlan),
                    new Item.Key("TRUNK", "GigabitEthernet3/1 " + vlan),
                    new Item.Key("TRUNK", BORDER + " " + vlan),
                    new Item.Key("XCONNECT", "Vlan" + vlan + " 192.0.2.9 5" + vlan)))
            .toList();
    assertThat(circuits.bring(items(true), List.of())).isInstanceOf(Circuits.Reached.class);
    var before = typed("show ").size();
    assertThat(driver.read(places).items()).hasSize(4);
    assertThat(typed("show ").stream().skip(before)).hasSize(8).doesNotHaveDuplicates();
  }

  private static List<Item> byPseudowire() {
    return EdgeUnderTest.items(true, EdgeUnderTest.BY_PSEUDOWIRE);
  }

  @Test
  void leavesByAPseudowire() {
    assertThat(circuits.bring(byPseudowire(), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(of("INTERFACE", "Vlan100", "xconnect"))
        .isEqualTo("192.0.2.9 5100 encapsulation mpls");
    assertThat(of("INTERFACE", BORDER, "switchport")).isEqualTo("nothing");

    edge.loseSignal("192.0.2.9 5100");
    assertThat(circuits.look(byPseudowire(), Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    var alarm = driver.alarms().getFirst();
    assertThat(alarm.words()).isEqualTo("pseudowire 5100 to 192.0.2.9 is DOWN on EDGE-UCL");
    assertThat(byPseudowire().stream().filter(alarm::concerns)).hasSize(1);

    assertThat(circuits.bring(List.of(), byPseudowire())).isInstanceOf(Circuits.Reached.class);
    assertThat(edge.holds()).isEmpty();
  }

  /** The other end may come a moment later, and does not if ours is taken away again. */
  @Test
  void keepsItsEndOfAPseudowireThatIsNotUpYet() {
    edge.loseSignal("192.0.2.9 5100");
    for (var time = 1; time <= 2; time++) {
      assertThat(circuits.bring(byPseudowire(), List.of()))
          .isInstanceOfSatisfying(
              Circuits.NotUpYet.class,
              it ->
                  assertThat(it.problem())
                      .contains("pseudowire 5100 to 192.0.2.9 is configured here and not up: ")
                      .contains("MPLS VC labels: local 16, remote unassigned"));
    }
    edge.restoreSignal("192.0.2.9 5100");
    assertThat(circuits.bring(byPseudowire(), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(typed("xconnect")).containsExactly("xconnect 192.0.2.9 5100 encapsulation mpls");
  }

  private List<String> typed(String words) {
    return edge.transcript().stream()
        .filter(line -> line.direction() == Direction.RECEIVED)
        .map(TranscriptLine::text)
        .filter(text -> text.contains(words))
        .toList();
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

  /** Minutes may lie between the reading and the typing, when many circuits end at once. */
  @Test
  void leavesAloneWhatIsSomebodyElsesByNow() {
    assertThat(circuits.bring(items(true), List.of())).isInstanceOf(Circuits.Reached.class);
    var read = driver.read(items(true).stream().map(Item::place).toList()).items();
    session.configure(
        List.of(
            "policy-map campus",
            "interface Vlan100",
            "service-policy input campus",
            "vlan 100",
            "name library"));
    var before = edge.holds();
    assertThat(read.stream().filter(item -> !item.owner().equals(item.key())).map(driver::delete))
        .containsExactly(
            new Outcome.Denied("CLI", "VLAN 100 is library's by now"),
            new Outcome.Denied("CLI", "SVI 100 is campus's by now"),
            new Outcome.Denied("CLI", "TRUNK GigabitEthernet3/1 100 is library's by now"),
            new Outcome.Denied("CLI", "TRUNK " + BORDER + " 100 is library's by now"));
    assertThat(edge.holds()).isEqualTo(before);
  }

  /** What was free when it was planned may be taken when its turn comes. */
  @Test
  void takesNothingOverThatSomebodyHasMadeSince() {
    session.configure(List.of("vlan 100", "name library", "interface Vlan100", "no shutdown"));
    var before = edge.holds();
    assertThat(items(true).stream().skip(1).limit(2).map(driver::create))
        .containsExactly(
            new Outcome.Denied("CLI", "VLAN 100 is library's by now"),
            new Outcome.Denied("CLI", "SVI 100 is library's by now"));
    assertThat(edge.holds()).isEqualTo(before);
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
    assertThat(IosOutput.vlans(List.of("1,5-7", "100"))).containsExactly(1, 5, 6, 7, 100);
    assertThat(IosOutput.vlans(List.of("none"))).isEmpty();
  }

  /** As Cisco's "LAN Switching Command Reference" and the 7600's EoMPLS guide print them. */
  @Test
  void readsVlansAndPseudowiresWhateverStateTheyAreIn() {
    var vlan =
        """
        VLAN Name                             Status    Ports
        ---- -------------------------------- --------- -------------------------------
        2    VLAN 2 of the library            act/lshut Fa5/9

        VLAN Type  SAID       MTU   Parent RingNo BridgeNo Stp  BrdgMode Trans1 Trans2
        ---- ----- ---------- ----- ------ ------ -------- ---- -------- ------ ------
        2    enet  100002     1500  -      -      -        -    -        303    0
        """
            .lines()
            .toList();
    assertThat(IosOutput.vlan(vlan, "2"))
        .contains(new IosReading.Vlan("VLAN 2 of the library", "act/lshut"));
    assertThat(IosOutput.vlan(vlan, "3")).isEmpty();
    var wires =
        """
        Local intf     Local circuit        Dest address    VC ID      Status
        -------------  -------------------- --------------- ---------- ----------
        Vl2            Eth VLAN 2           192.0.2.1       2          UP
        Gi3/1.7        Eth VLAN 7           192.0.2.1       7          ADMIN DOWN
        """
            .lines()
            .toList();
    assertThat(IosOutput.pseudowires(wires).orElseThrow())
        .extracting(IosReading.Pseudowire::status)
        .containsExactly("UP", "ADMIN DOWN");
    assertThat(IosOutput.pseudowires(List.of("MPLS is asleep"))).isEmpty();
  }
}
