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
          "switchport mode trunk",
          "switchport trunk allowed vlan add 100",
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
            "no switchport access vlan 100",
            "no switchport mode",
            "no switchport",
            "exit",
            "interface te2/1",
            "switchport trunk allowed vlan remove 100",
            "no switchport trunk allowed vlan",
            "no switchport mode",
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
        .isEqualTo(new Rejected("interface gi9/99", "% Invalid input detected at '^' marker."));
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
    assertThat(rejected("interface gi1/1", "switchport trunk allowed vlan add x"))
        .contains("Bad VLAN list");
    assertThat(rejected("interface gi1/1", "switchport access vlan 300"))
        .contains("does not exist");
    assertThat(rejected("no policy-map none-such")).contains("not configured");
    session.configure(CIRCUIT);
    assertThat(rejected("no policy-map policy-map-vlan100")).contains("being used");
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
    return session.configure(List.of(lines)) instanceof Rejected(_, var error) ? error : "";
  }

  private static List<String> output(CliOutcome outcome) {
    assertThat(outcome).isInstanceOf(Accepted.class);
    return outcome instanceof Accepted(var output) ? output : List.of();
  }
}
