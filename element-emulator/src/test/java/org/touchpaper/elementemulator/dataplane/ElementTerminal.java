package org.touchpaper.elementemulator.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementsession.CliOutcome;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1LoginRequirements;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.tl1.message.InputCommand;

/** Configures emulated elements over their sockets, as an operator would. */
final class ElementTerminal {

  private ElementTerminal() {}

  /** Sends TL1 commands, each of which must complete. */
  static void tl1(EmulatedElement element, String... commands) {
    var login = Tl1LoginRequirements.defaults();
    if (element.model() == ElementModel.CALIENT) {
      login = login.withSettleDelay(Duration.ofMillis(600));
    } else if (element.model() == ElementModel.POLATIS) {
      login = login.withQuotedTid();
    }
    try (var session =
        Tl1Session.open(
            new ElementEndpoint(element.tid(), "127.0.0.1", element.port()),
            Credentials.tl1("touchpaper", "lightpath"),
            SessionTiming.defaults(Clock.systemUTC()),
            login,
            TranscriptSink.NONE)) {
      for (var command : commands) {
        assertThat(session.send(InputCommand.parse(command).orElseThrow()))
            .as(command)
            .isInstanceOf(Tl1Outcome.Completed.class);
      }
    }
  }

  /** Enters configuration lines of a 7600. */
  static void ios(EmulatedElement element, String... lines) {
    try (var session =
        CliSession.open(
            new ElementEndpoint(element.tid(), "127.0.0.1", element.port()),
            Credentials.ios("lightpath", "lightpath"),
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      assertThat(session.configure(List.of(lines))).isInstanceOf(CliOutcome.Accepted.class);
    }
  }

  /** Makes a port of a 7600 a trunk with one VLAN, as the driver does. */
  static void trunk(EmulatedElement edge, String port, String vlan) {
    ios(
        edge,
        "interface " + port,
        "switchport",
        "switchport trunk allowed vlan " + vlan,
        "switchport trunk encapsulation dot1q",
        "switchport mode trunk",
        "mls qos vlan-based");
  }

  /** Configures a VLAN with its policer, as the driver does. */
  static void policedVlan(EmulatedElement edge, String vlan, String name, long rate, int burst) {
    ios(
        edge,
        "policy-map " + name,
        "class class-default",
        "police %d %d %d conform-action transmit exceed-action drop violate-action drop"
            .formatted(rate, burst, burst),
        "exit",
        "exit",
        "vlan " + vlan,
        "name " + name,
        "exit",
        "interface Vlan" + vlan,
        "service-policy input " + name,
        "service-policy output " + name,
        "no shutdown");
  }

  /** Joins the STS-1s 1 to 7 of two line ports of a CoreDirector. */
  static void crossConnect(EmulatedElement director, String portA, String portZ) {
    tl1(
        director,
        "ENT-GTP::tp-A:::LBL=tp,,CTP=" + portA + "-CTP-1&&7",
        "ENT-GTP::tp-Z:::LBL=tp,,CTP=" + portZ + "-CTP-1&&7",
        "ENT-CRS-STSPC::FROMENDPOINT=tp-A,TOENDPOINT=tp-Z:::NAME=tp,FROMTYPE=GTP,TOTYPE=GTP");
  }

  /** Maps a VLAN of a CoreDirector's Ethernet port to a group of 7 STS-1s, and back. */
  static void group(EmulatedElement director, String vlan) {
    var flow =
        "%s,PKTTYPE=SINGLE_VLAN_TAG,OUTERVLANIDRANGE=%s,,PRIORITY=1&&8,%s,COSMAPPING=COS_PORT_DEFAULT";
    tl1(
        director,
        "ENT-VCG::tp-G:::PST=IS,SUPPTTP=1-A-9-1,TUNNELPEERTYPE=NONE,GROUPMEM=1&&7",
        "ENT-EFLOW::tp-IN:::"
            + flow.formatted(
                "INGRESSPORTTYPE=ETTP,INGRESSPORTNAME=1-A-9-1-1",
                vlan,
                "EGRESSPORTTYPE=VCG,EGRESSPORTNAME=tp-G"),
        "ENT-EFLOW::tp-OUT:::"
            + flow.formatted(
                "INGRESSPORTTYPE=VCG,INGRESSPORTNAME=tp-G",
                vlan,
                "EGRESSPORTTYPE=ETTP,EGRESSPORTNAME=1-A-9-1-1"));
  }
}
