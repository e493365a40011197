package org.touchpaper.tl1.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.tl1.session.CliOutcome;
import org.touchpaper.tl1.session.CliOutcome.Accepted;
import org.touchpaper.tl1.session.CliOutcome.NotSent;
import org.touchpaper.tl1.session.CliOutcome.Rejected;
import org.touchpaper.tl1.session.CliOutcome.Unknown;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptLine;

/** The command-line session and the emulated 7600 against each other, over telnet. */
class Ios7600Test {

  private static final List<String> CIRCUIT =
      List.of(
          "vlan 100",
          "name tp-ab12",
          "exit",
          "policy-map policy-map-vlan100",
          "class class-default",
          "police 300000000 9375000 9375000 conform-action transmit exceed-action drop violate-action drop",
          "exit",
          "exit",
          "interface gi1/1",
          "switchport",
          "switchport mode access",
          "switchport access vlan 100",
          "service-policy input policy-map-vlan100",
          "exit",
          "interface te2/1",
          "switchport",
          "switchport trunk allowed vlan 100",
          "switchport trunk encapsulation dot1q",
          "switchport mode trunk",
          "exit");

  @TempDir Path folder;
  private final List<TranscriptLine> transcript = Collections.synchronizedList(new ArrayList<>());
  private EmulatedElement edge;
  private CliSession session;

  @BeforeEach
  void start() throws IOException {
    edge = EmulatedElement.start(ElementConfig.demo("EDGE-UCL", Dialect.IOS_7600), folder);
    session = session("lightpath", "lightpath");
  }

  @AfterEach
  void stop() {
    session.close();
    edge.close();
  }

  private CliSession session(String linePassword, String enablePassword) {
    return CliSession.open(
        new Endpoint("EDGE-UCL", "127.0.0.1", edge.port()),
        Credentials.ios(linePassword, enablePassword),
        Timing.usual(Clock.systemUTC()),
        transcript::add);
  }

  @Test
  void configuresAVlanItsPortsAndAPolicer() {
    assertThat(session.configure(CIRCUIT)).isInstanceOf(Accepted.class);
    assertThat(session.configure(CIRCUIT)).isInstanceOf(Accepted.class);

    assertThat(output(session.show("show vlan id 100")))
        .contains("100  tp-ab12                          active    Gi1/1, Te2/1");
    assertThat(output(session.show("show running-config interface GigabitEthernet1/1")))
        .contains(
            "interface GigabitEthernet1/1",
            " service-policy input policy-map-vlan100",
            " switchport",
            " switchport access vlan 100",
            " switchport mode access",
            "end");
    assertThat(output(session.show("show running-config interface TenGigabitEthernet2/1")))
        .contains(" switchport trunk allowed vlan 100");
    assertThat(output(session.show("show policy-map policy-map-vlan100")))
        .contains("  Policy Map policy-map-vlan100", "    Class class-default")
        .anyMatch(line -> line.startsWith("     police 300000000 9375000"));
    assertThat(output(session.show("show policy-map interface gi1/1")))
        .contains("  Service-policy input: policy-map-vlan100");
  }

  @Test
  void takesEverythingBack() {
    var before = edge.holds();
    session.configure(CIRCUIT);
    var undo =
        List.of(
            "interface gi1/1",
            "no service-policy input policy-map-vlan100",
            "no switchport",
            "exit",
            "interface te2/1",
            "switchport trunk allowed vlan remove 100",
            "no switchport",
            "exit",
            "no policy-map policy-map-vlan100",
            "no vlan 100");
    assertThat(session.configure(undo)).isInstanceOf(Accepted.class);
    assertThat(output(session.show("show vlan id 100")))
        .contains("VLAN id 100 not found in current VLAN database");
    assertThat(edge.holds()).isEqualTo(before);
  }

  @Test
  void namesTheLineThatIsRejectedAndStopsThere() {
    assertThat(session.configure(List.of("vlan 100", "exit", "interface gi9/99", "vlan 101")))
        .isEqualTo(new Rejected("interface gi9/99", "% Invalid input detected at '^' marker.", 2));
    assertThat(edge.holds()).extracting(Entity::name).containsExactly("100");
    assertThat(session.show("show nothing")).isInstanceOf(Rejected.class);
    assertThat(session.show("show vlan id 100")).isInstanceOf(Accepted.class);
  }

  @Test
  void rejectsWhatARealOneRejects() {
    assertThat(rejected("vlan 4095")).contains("Invalid VLAN ID");
    assertThat(rejected("no vlan 1")).contains("may not be deleted");
    assertThat(rejected("interface gi1/1", "service-policy input none-such"))
        .contains("not configured");
    assertThat(rejected("interface gi1/1", "switchport mode trunk"))
        .isEqualTo("Command rejected: Gi1/1 not a switching port.");
    assertThat(rejected("interface gi1/1", "switchport", "switchport mode trunk"))
        .contains("whose trunk encapsulation is \"Auto\"");
    assertThat(rejected("interface gi1/1", "switchport trunk allowed vlan add x"))
        .contains("Bad VLAN list");
    assertThat(rejected("interface gi1/1", "switchport access vlan 300"))
        .contains("does not exist");
    assertThat(rejected("interface gi1/1", "xconnect 192.0.2.9 5100 encapsulation mpls"))
        .contains("Invalid input");
    assertThat(rejected("no policy-map none-such")).contains("not configured");
    session.configure(CIRCUIT);
    assertThat(rejected("no policy-map policy-map-vlan100")).contains("being used");
  }

  @Test
  void showsWhatStateAVlanIsIn() {
    session.configure(List.of("vlan 7", "name a", "state suspend", "vlan 8", "shutdown"));
    assertThat(output(session.show("show vlan")))
        .contains("7    a                                suspended")
        .contains("8    VLAN0008                         act/lshut");
    session.configure(List.of("vlan 7", "shutdown", "vlan 8", "no shutdown"));
    assertThat(output(session.show("show vlan")))
        .contains("7    a                                sus/lshut")
        .contains("8    VLAN0008                         active");
  }

  @Test
  void showsALongListInSeveralLines() {
    var odd = new StringBuilder("1");
    for (var vlan = 3; vlan < 100; vlan += 2) {
      odd.append(',').append(vlan);
    }
    session.configure(
        List.of("interface te1/1", "switchport", "switchport trunk allowed vlan " + odd));
    assertThat(output(session.show("show running-config interface te1/1")))
        .filteredOn(line -> line.contains("allowed vlan"))
        .hasSizeGreaterThan(2)
        .allMatch(line -> line.length() < 80)
        .first()
        .asString()
        .startsWith(" switchport trunk allowed vlan 1,3,5,7,9,");
    assertThat(output(session.show("show running-config interface te1/1")))
        .filteredOn(line -> line.matches(" switchport trunk allowed vlan add .*,99"))
        .hasSize(1);
  }

  /** A trunk without a list carries everything, so that adding to it changes nothing. */
  @Test
  void addsToAndRemovesFromEveryVlan() {
    var port = List.of("interface te1/1", "switchport", "switchport trunk allowed vlan add 100");
    session.configure(port);
    assertThat(output(session.show("show running-config interface te1/1")))
        .noneMatch(line -> line.contains("allowed"));
    session.configure(List.of("interface te1/1", "switchport trunk allowed vlan remove 100"));
    assertThat(output(session.show("show running-config interface te1/1")))
        .contains(" switchport trunk allowed vlan 1-99,101-4094");
    session.configure(List.of("interface te1/1", "no switchport"));
    assertThat(edge.holds()).isEmpty();
  }

  @Test
  void policesUnlessItIsToldNotTo() {
    assertThat(output(session.show("show mls qos"))).contains("QoS is enabled globally");
    session.configure(List.of("no mls qos"));
    assertThat(output(session.show("show mls qos"))).contains("QoS is disabled globally");
    session.configure(List.of("mls qos"));
    assertThat(edge.holds()).isEmpty();
  }

  @Test
  void endsPseudowiresInVlanInterfaces() {
    session.configure(
        List.of(
            "vlan 100",
            "interface Vlan100",
            "no shutdown",
            "xconnect 192.0.2.9 5100 encapsulation mpls"));
    assertThat(output(session.show("show mls qos"))).isNotEmpty();
    var up = "Vl100          Eth VLAN 100               192.0.2.9       5100       UP";
    assertThat(output(session.show("show mpls l2transport vc"))).contains(up);
    assertThat(rejected("interface Vlan101", "xconnect 192.0.2.9 5100 encapsulation mpls"))
        .contains("in use by Vlan100");
    edge.loseSignal("192.0.2.9 5100");
    assertThat(output(session.show("show mpls l2transport vc 5100")))
        .contains(up.replace("UP", "DOWN"));
    assertThat(output(session.show("show mpls l2transport vc 5100 detail")))
        .contains("    MPLS VC labels: local 16, remote unassigned");
    session.configure(List.of("interface Vlan100", "no xconnect"));
    assertThat(output(session.show("show mpls l2transport vc"))).isEmpty();
  }

  /** Reports before the echo, in the output and after the prompt are nobody's answer. */
  @Test
  void isUnderstoodThoughItReportsMeanwhile() {
    session.configure(CIRCUIT);
    var quiet = session.show("show vlan id 100");
    edge.faults().next("show vlan id 100", new Fault.Chatter());
    assertThat(output(session.show("show vlan id 100")).stream().filter(it -> !it.isBlank()))
        .containsExactlyElementsOf(output(quiet).stream().filter(it -> !it.isBlank()).toList());
    edge.faults().next("vlan 101", new Fault.Chatter());
    assertThat(session.configure(List.of("vlan 101"))).isInstanceOf(Accepted.class);
    assertThat(output(session.show("show vlan id 101"))).anyMatch(it -> it.contains("active"));
    assertThat(session.logins()).isEqualTo(1);
  }

  @Test
  void keepsItsConfigurationAcrossACrash() throws IOException {
    session.configure(CIRCUIT);
    var before = edge.holds();
    edge.crash();
    assertThat(session.show("show vlan")).isInstanceOfAny(NotSent.class, Unknown.class);
    edge.restart();
    assertThat(edge.holds()).isEqualTo(before).isNotEmpty();
    assertThat(output(session.show("show vlan id 100"))).isNotEmpty();
  }

  @Test
  void doesNotKnowHowFarItCameWhenTheLineBreaks() {
    edge.faults().next("policy-map policy-map-vlan100", new Fault.DropAfter());
    assertThat(session.configure(CIRCUIT)).isInstanceOf(Unknown.class);
    assertThat(edge.holds()).extracting(Entity::name).containsExactly("policy-map-vlan100", "100");
    assertThat(session.configure(CIRCUIT)).isInstanceOf(Accepted.class);
  }

  @Test
  void makesNoVlanUntilItsModeIsLeft() {
    edge.faults().next("name tp-ab12", new Fault.DropAfter());
    assertThat(session.configure(CIRCUIT)).isInstanceOf(Unknown.class);
    assertThat(edge.holds()).isEmpty();
  }

  @Test
  void saysWhenItStartedAndMayLoseWhatItHolds() throws IOException {
    session.configure(CIRCUIT);
    assertThat(output(session.show("show version")))
        .anyMatch(it -> it.startsWith("System restarted at "));
    var logins = session.logins();
    edge.restartEmpty();
    assertThat(edge.holds()).isEmpty();
    assertThat(session.show("show version"))
        .isInstanceOfAny(NotSent.class, Unknown.class, Accepted.class);
    assertThat(output(session.show("show version"))).isNotEmpty();
    assertThat(session.logins()).isEqualTo(logins + 1);
  }

  @Test
  void saysWhichPasswordIsRefused() {
    try (var wrong = session("guess", "lightpath")) {
      assertThat(wrong.show("show vlan"))
          .isInstanceOfSatisfying(
              NotSent.class, each -> assertThat(each.reason()).contains("password"));
    }
    try (var wrong = session("lightpath", "guess")) {
      assertThat(wrong.show("show vlan"))
          .isInstanceOfSatisfying(
              NotSent.class, each -> assertThat(each.reason()).contains("enable password"));
    }
  }

  @Test
  void showsEveryLineButNoPassword() {
    session.show("show vlan id 7");
    assertThat(transcript)
        .extracting(TranscriptLine::text)
        .contains("enable", "show vlan id 7", "****")
        .noneMatch(line -> line.contains("lightpath"));
    assertThat(edge.transcript())
        .extracting(TranscriptLine::text)
        .contains("show vlan id 7")
        .noneMatch(line -> line.contains("lightpath"));
  }

  private String rejected(String... lines) {
    return session.configure(List.of(lines)) instanceof Rejected(_, var error, _) ? error : "";
  }

  private static List<String> output(CliOutcome outcome) {
    assertThat(outcome).isInstanceOf(Accepted.class);
    return outcome instanceof Accepted(var output) ? output : List.of();
  }
}
