package org.touchpaper.elementemulator.ios;

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
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementsession.CliOutcome;
import org.touchpaper.elementsession.CliOutcome.Accepted;
import org.touchpaper.elementsession.CliOutcome.NotSent;
import org.touchpaper.elementsession.CliOutcome.Rejected;
import org.touchpaper.elementsession.CliOutcome.Unknown;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptLine;

/** A CLI session with the emulated 7600 over telnet. */
class Ios7600CliSessionTest {

  private static final List<String> CIRCUIT_LINES =
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
    edge = EmulatedElement.start(ElementConfig.demo("EDGE-UCL", ElementModel.IOS_7600), folder);
    session = session("lightpath", "lightpath");
  }

  @AfterEach
  void stop() {
    session.close();
    edge.close();
  }

  private CliSession session(String linePassword, String enablePassword) {
    return CliSession.open(
        new ElementEndpoint("EDGE-UCL", "127.0.0.1", edge.port()),
        Credentials.ios(linePassword, enablePassword),
        SessionTiming.defaults(Clock.systemUTC()),
        transcript::add);
  }

  @Test
  void configuresAVlanItsPortsAndAPolicer() {
    assertThat(session.configure(CIRCUIT_LINES)).isInstanceOf(Accepted.class);
    assertThat(session.configure(CIRCUIT_LINES)).isInstanceOf(Accepted.class);

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
  void removesTheConfiguration() {
    var before = edge.listEntities();
    session.configure(CIRCUIT_LINES);
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
    assertThat(edge.listEntities()).isEqualTo(before);
  }

  @Test
  void stopsAtARejectedLineAndNamesIt() {
    assertThat(session.configure(List.of("vlan 100", "exit", "interface gi9/99", "vlan 101")))
        .isEqualTo(new Rejected("interface gi9/99", "% Invalid input detected at '^' marker.", 2));
    assertThat(edge.listEntities()).extracting(ManagedEntity::name).containsExactly("100");
    assertThat(session.show("show nothing")).isInstanceOf(Rejected.class);
    assertThat(session.show("show vlan id 100")).isInstanceOf(Accepted.class);
  }

  @Test
  void rejectsWhatARealElementRejects() {
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
    session.configure(CIRCUIT_LINES);
    assertThat(rejected("no policy-map policy-map-vlan100")).contains("being used");
  }

  @Test
  void showsTheStateOfAVlan() {
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

  /** A trunk without a list carries all VLANs, so adding one changes nothing. */
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
    assertThat(edge.listEntities()).isEmpty();
  }

  @Test
  void policingIsEnabledByDefault() {
    assertThat(output(session.show("show mls qos"))).contains("QoS is enabled globally");
    session.configure(List.of("no mls qos"));
    assertThat(output(session.show("show mls qos"))).contains("QoS is disabled globally");
    session.configure(List.of("mls qos"));
    assertThat(edge.listEntities()).isEmpty();
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

  /**
   * Log messages before the echo, in the output and after the prompt do not belong to the answer.
   */
  @Test
  void answersAreRecognisedAmongLogMessages() {
    session.configure(CIRCUIT_LINES);
    var quiet = session.show("show vlan id 100");
    edge.faults().injectOnce("show vlan id 100", new InjectedFault.InterleavedReports());
    assertThat(output(session.show("show vlan id 100")).stream().filter(line -> !line.isBlank()))
        .containsExactlyElementsOf(output(quiet).stream().filter(line -> !line.isBlank()).toList());
    edge.faults().injectOnce("vlan 101", new InjectedFault.InterleavedReports());
    assertThat(session.configure(List.of("vlan 101"))).isInstanceOf(Accepted.class);
    assertThat(output(session.show("show vlan id 101"))).anyMatch(line -> line.contains("active"));
    assertThat(session.loginCount()).isEqualTo(1);
  }

  @Test
  void keepsItsConfigurationAcrossACrash() throws IOException {
    session.configure(CIRCUIT_LINES);
    var before = edge.listEntities();
    edge.crash();
    assertThat(session.show("show vlan")).isInstanceOfAny(NotSent.class, Unknown.class);
    edge.restart();
    assertThat(edge.listEntities()).isEqualTo(before).isNotEmpty();
    assertThat(output(session.show("show vlan id 100"))).isNotEmpty();
  }

  @Test
  void hasAnUnknownOutcomeWhenTheConnectionBreaks() {
    edge.faults().injectOnce("policy-map policy-map-vlan100", new InjectedFault.DropAfter());
    assertThat(session.configure(CIRCUIT_LINES)).isInstanceOf(Unknown.class);
    assertThat(edge.listEntities())
        .extracting(ManagedEntity::name)
        .containsExactly("policy-map-vlan100", "100");
    assertThat(session.configure(CIRCUIT_LINES)).isInstanceOf(Accepted.class);
  }

  @Test
  void createsAVlanOnlyWhenItsModeIsLeft() {
    edge.faults().injectOnce("name tp-ab12", new InjectedFault.DropAfter());
    assertThat(session.configure(CIRCUIT_LINES)).isInstanceOf(Unknown.class);
    assertThat(edge.listEntities()).isEmpty();
  }

  @Test
  void reportsItsStartTimeAndMayLoseItsDatabase() throws IOException {
    session.configure(CIRCUIT_LINES);
    assertThat(output(session.show("show version")))
        .anyMatch(line -> line.startsWith("System restarted at "));
    var logins = session.loginCount();
    edge.restartEmpty();
    assertThat(edge.listEntities()).isEmpty();
    assertThat(session.show("show version"))
        .isInstanceOfAny(NotSent.class, Unknown.class, Accepted.class);
    assertThat(output(session.show("show version"))).isNotEmpty();
    assertThat(session.loginCount()).isEqualTo(logins + 1);
  }

  @Test
  void namesTheRefusedPassword() {
    try (var wrongLogin = session("guess", "lightpath")) {
      assertThat(wrongLogin.show("show vlan"))
          .isInstanceOfSatisfying(
              NotSent.class, notSent -> assertThat(notSent.reason()).contains("password"));
    }
    try (var wrongLogin = session("lightpath", "guess")) {
      assertThat(wrongLogin.show("show vlan"))
          .isInstanceOfSatisfying(
              NotSent.class, notSent -> assertThat(notSent.reason()).contains("enable password"));
    }
  }

  @Test
  void recordsEveryLineWithoutPasswords() {
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
