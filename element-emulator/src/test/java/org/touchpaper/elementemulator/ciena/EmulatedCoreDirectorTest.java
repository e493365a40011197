package org.touchpaper.elementemulator.ciena;

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
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.NamedRow;

/** A TL1 session with the emulated CoreDirector over TCP. */
class EmulatedCoreDirectorTest {

  @TempDir Path folder;
  private final List<TranscriptLine> transcript = Collections.synchronizedList(new ArrayList<>());
  private EmulatedElement london;
  private Tl1Session session;

  @BeforeEach
  void start() throws IOException {
    london =
        EmulatedElement.start(ElementConfig.demo("LONDON", ElementModel.CORE_DIRECTOR), folder);
    session = session("lightpath");
  }

  @AfterEach
  void stop() {
    session.close();
    london.close();
  }

  private Tl1Session session(String password) {
    return Tl1Session.open(
        new ElementEndpoint("LONDON", "127.0.0.1", london.port()),
        Credentials.tl1("touchpaper", password),
        SessionTiming.defaults(Clock.systemUTC()),
        transcript::add);
  }

  private static InputCommand enterGroup(String name, String channels) {
    return InputCommand.of("ENT-GTP").withAid(name).withBlock("LBL=tp", "CTP=" + channels);
  }

  private static InputCommand crossConnect(String from, String to, String name) {
    return InputCommand.of("ENT-CRS-STSPC")
        .withAid("FROMENDPOINT=" + from + ",TOENDPOINT=" + to)
        .withBlock("NAME=" + name, "FROMTYPE=GTP", "TOTYPE=GTP");
  }

  private Tl1Outcome sendTwice(InputCommand command, String expectedCode) {
    var first = session.send(command);
    assertThat(session.send(command))
        .isInstanceOfSatisfying(
            Denied.class, denied -> assertThat(denied.code()).isEqualTo(expectedCode));
    return first;
  }

  @Test
  void entersAChannelGroupOnEachSideAndCrossConnectsThem() {
    assertThat(sendTwice(enterGroup("g-1", "1-A-1-1-CTP-1&1-A-1-1-CTP-2"), "IEAE"))
        .isInstanceOf(Completed.class);
    assertThat(sendTwice(enterGroup("g-2", "1-A-2-1-8&&9"), "IEAE")).isInstanceOf(Completed.class);
    assertThat(sendTwice(crossConnect("g-1", "g-2", "x-1"), "IEAE")).isInstanceOf(Completed.class);

    // as recorded from real elements (perfSONAR), with the name among the values
    assertThat(session.send(InputCommand.of("RTRV-CRS-STSPC").withAid("NAME=x-1")))
        .isEqualTo(
            new Completed(
                List.of(
                    "FROMENDPOINT=g-1,TOENDPOINT=g-2:NAME=x-1,FROMTYPE=GTP,TOTYPE=GTP::PST=IS-NR,"),
                List.of()));
  }

  @Test
  void deniesWhatARealElementDenies() {
    session.send(enterGroup("g-1", "1-A-1-1-CTP-1&1-A-1-1-CTP-2"));
    session.send(enterGroup("g-2", "1-A-2-1-CTP-1&1-A-2-1-CTP-2"));
    session.send(enterGroup("g-3", "1-A-2-1-CTP-3"));

    assertThat(denial(enterGroup("g-4", "1-A-1-1-CTP-2&1-A-1-1-CTP-3"))).contains("RCBY", "g-1");
    assertThat(denial(enterGroup("g-4", "1-A-1-1-CTP-193"))).contains("IIAC");
    assertThat(denial(enterGroup("g-4", "nonsense"))).contains("IIDT");
    assertThat(denial(enterGroup("g-4", "1-A-4-1-CTP-1&&49"))).contains("IIDT", "48 at most");
    assertThat(denial(crossConnect("g-1", "g-9", "x-1"))).contains("IENE");
    assertThat(denial(crossConnect("g-1", "g-3", "x-1"))).contains("IIDT");
    session.send(crossConnect("g-1", "g-2", "x-1"));
    assertThat(denial(crossConnect("g-1", "g-2", "x-2"))).contains("SACC", "x-1");
    assertThat(denial(InputCommand.of("DLT-GTP").withAid("g-1"))).contains("SNVS", "x-1");
    assertThat(denial(InputCommand.of("OPR-ACO"))).contains("IICM");
    assertThat(denial(InputCommand.of("RTRV-HDR").withTid("READING"))).contains("IITA");
  }

  @Test
  void deletesInReverseOrder() {
    session.send(enterGroup("g-1", "1-A-1-1-CTP-1"));
    session.send(enterGroup("g-2", "1-A-2-1-CTP-1"));
    session.send(crossConnect("g-1", "g-2", "x-1"));

    assertThat(sendTwice(InputCommand.of("DLT-CRS-STSPC").withAid("NAME=x-1"), "IENE"))
        .isInstanceOf(Completed.class);
    assertThat(sendTwice(InputCommand.of("DLT-GTP").withAid("g-1"), "IENE"))
        .isInstanceOf(Completed.class);
    assertThat(sendTwice(InputCommand.of("DLT-GTP").withAid("g-2"), "IENE"))
        .isInstanceOf(Completed.class);
    assertThat(london.listEntities()).isEmpty();
    assertThat(session.send(InputCommand.of("RTRV-GTP").withAid("ALL")))
        .isEqualTo(new Completed(List.of(), List.of("Empty list returned for entered parameter.")));
  }

  @Test
  void deletesAnEthernetGroupOnlyOutOfService() {
    var enter =
        InputCommand.of("ENT-VCG")
            .withAid("name=v-1")
            .withBlock(
                "alias=LSP,pst=IS,suppttp=1-A-3-1,crctype=CRC_32,,,framingmode=GFP",
                "tunnelpeertype=ETTP,tunnelpeername=1-A-3-1-1,,gfpfcsenabled=YES,,,groupmem=1&&7,,");
    assertThat(sendTwice(enter, "IEAE")).isInstanceOf(Completed.class);
    assertThat(session.send(enterGroup("g-1", "v-1-CTP-1&v-1-CTP-7")))
        .isInstanceOf(Completed.class);
    assertThat(denial(InputCommand.of("DLT-VCG").withAid("v-1")))
        .contains("SNVS", "out of service");
    session.send(InputCommand.of("ED-VCG").withAid("v-1").withBlock("", "PST=OOS"));
    assertThat(denial(InputCommand.of("DLT-VCG").withAid("v-1"))).contains("SNVS", "g-1");
    session.send(InputCommand.of("DLT-GTP").withAid("g-1"));
    assertThat(sendTwice(InputCommand.of("DLT-VCG").withAid("v-1"), "IENE"))
        .isInstanceOf(Completed.class);
  }

  @Test
  void keepsItsCrossConnectsAcrossACrash() throws IOException {
    session.send(enterGroup("g-1", "1-A-1-1-CTP-1"));
    var before = london.listEntities();
    london.crash();
    assertThat(session.send(InputCommand.of("RTRV-HDR")))
        .isInstanceOfAny(NotSent.class, Unknown.class);
    london.restart();
    assertThat(london.listEntities()).isEqualTo(before).hasSize(1);
    assertThat(rows(session.send(InputCommand.of("RTRV-GTP").withAid("g-1")))).hasSize(1);
  }

  @Test
  void hasAnUnknownOutcomeWhenTheConnectionBreaks() {
    london.faults().injectOnce("ENT-GTP", new InjectedFault.DropAfter());
    assertThat(session.send(enterGroup("g-1", "1-A-1-1-CTP-1"))).isInstanceOf(Unknown.class);
    assertThat(rows(session.send(InputCommand.of("RTRV-GTP").withAid("g-1")))).hasSize(1);

    london.faults().injectOnce("ENT-GTP", new InjectedFault.DropBefore());
    assertThat(session.send(enterGroup("g-2", "1-A-1-1-CTP-2"))).isInstanceOf(Unknown.class);
    assertThat(rows(session.send(InputCommand.of("RTRV-GTP").withAid("g-2")))).isEmpty();
  }

  @Test
  void passesOnAnInjectedDenialVerbatim() {
    london
        .faults()
        .injectOnce("ENT-GTP", new InjectedFault.Deny("SARB", "Status, All Resources Busy"));
    assertThat(session.send(enterGroup("g-1", "1-A-1-1-CTP-1")))
        .isEqualTo(new Denied("SARB", "Status, All Resources Busy"));
    assertThat(london.listEntities()).isEmpty();
  }

  @Test
  void reportsNotSentAfterAWrongLogin() {
    try (var wrongLogin = session("guess")) {
      assertThat(wrongLogin.send(enterGroup("g-1", "1-A-1-1-CTP-1")))
          .isInstanceOfSatisfying(
              NotSent.class, notSent -> assertThat(notSent.reason()).contains("PIUI"));
    }
    assertThat(london.listEntities()).isEmpty();
  }

  @Test
  void recordsEveryLineWithoutPasswords() {
    session.send(InputCommand.of("RTRV-HDR"));
    assertThat(transcript)
        .extracting(TranscriptLine::text)
        .contains("ACT-USER:LONDON:touchpaper:1::****;", "RTRV-HDR:LONDON::2;", "M  2 COMPLD")
        .noneMatch(line -> line.contains("lightpath"));
    assertThat(london.transcript())
        .extracting(TranscriptLine::text)
        .noneMatch(line -> line.contains("lightpath"));
  }

  @Test
  void sendsALongAnswerInSegments() {
    for (var n = 1; n <= 100; n++) {
      session.send(enterGroup("group-with-a-rather-long-name-" + n, "1-A-1-1-CTP-" + n));
    }
    assertThat(rows(session.send(InputCommand.of("RTRV-GTP").withAid("ALL")))).hasSize(100);
    assertThat(transcript).extracting(TranscriptLine::text).contains(">");
  }

  private String denial(InputCommand command) {
    var first = session.send(command);
    assertThat(session.send(command)).isEqualTo(first);
    return first instanceof Denied(var code, var text) ? code + " " + text : "not denied: " + first;
  }

  private static List<NamedRow> rows(Tl1Outcome outcome) {
    assertThat(outcome).isInstanceOf(Completed.class);
    return outcome instanceof Completed(var rows, _)
        ? rows.stream().map(NamedRow::parse).toList()
        : List.of();
  }
}
