package org.touchpaper.elementemulator.tl1;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.tl1.message.ColonSeparatedRow;
import org.touchpaper.tl1.message.InputCommand;

/** A TL1 session with the emulated ONS 15454 over raw TCP. */
class EmulatedOns15454Test {

  @TempDir Path folder;
  private EmulatedElement kansas;
  private Tl1Session session;

  @BeforeEach
  void start() throws IOException {
    kansas = EmulatedElement.start(ElementConfig.demo("KANSAS", ElementModel.ONS_15454), folder);
    session =
        Tl1Session.open(
            new ElementEndpoint("KANSAS", "127.0.0.1", kansas.port()),
            Credentials.tl1("touchpaper", "lightpath"),
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE);
  }

  private void putInService(String... facilities) {
    for (var facility : facilities) {
      var edit =
          InputCommand.of("ED-OC192").withAid(facility).withBlock("").withBlock("").withBlock("IS");
      assertThat(session.send(edit)).isInstanceOf(Completed.class);
    }
  }

  @AfterEach
  void stop() {
    session.close();
    kansas.close();
  }

  private static InputCommand command(String verb, String aid) {
    return InputCommand.of(verb + "-CRS-STS3C").withAid(aid);
  }

  private static InputCommand enter(String aid) {
    return command("ENT", aid).withBlock("2WAY").withBlock("CKTID=\"tp ab12\"");
  }

  private String denial(InputCommand command) {
    var first = session.send(command);
    assertThat(session.send(command)).isEqualTo(first);
    return first instanceof Denied(var code, var text) ? code + " " + text : "not denied: " + first;
  }

  /** 255 characters with all blocks, according to the guide; a truncated command is invalid. */
  @Test
  void deniesACommandThatIsTooLong() {
    var command = command("RTRV", "STS-6-1");
    assertThat(denial(command.withBlock("x".repeat(200)))).contains("IIAC");
    assertThat(denial(command.withBlock("x".repeat(InputCommand.ONS_MAX_LENGTH)))).contains("IISP");
  }

  @Test
  void entersRetrievesAndDeletesACrossConnect() {
    assertThat(denial(enter("STS-6-1,STS-12-4"))).contains("SNIS");
    putInService("FAC-6-1", "FAC-12-1");
    assertThat(session.send(enter("STS-6-1,STS-12-4"))).isInstanceOf(Completed.class);
    assertThat(denial(enter("STS-6-1,STS-12-4"))).contains("SROF");

    var row = row(session.send(command("RTRV", "STS-12-4")));
    assertThat(row.valueAt(0, 0)).isEqualTo("STS-6-1");
    assertThat(row.valueAt(0, 1)).isEqualTo("STS-12-4");
    assertThat(row.valueAt(1, 0)).isEqualTo("2WAY");
    assertThat(row.findValue("CKTID")).contains("tp ab12");
    assertThat(row.valueAt(3, 0)).isEqualTo("IS-NR");

    assertThat(session.send(command("DLT", "STS-6-1,STS-12-4"))).isInstanceOf(Completed.class);
    assertThat(denial(command("DLT", "STS-6-1,STS-12-4"))).contains("IIAC");
    assertThat(denial(command("RTRV", "STS-6-ALL"))).contains("IIAC");
  }

  @Test
  void permitsAPathInOneCrossConnectOnly() {
    putInService("FAC-6-1", "FAC-12-1", "FAC-5-1");
    session.send(enter("STS-6-1,STS-12-4"));
    assertThat(denial(command("ENT", "STS-12-4,STS-6-1").withBlock("1WAY"))).contains("SROF");
    assertThat(denial(command("ENT", "STS-5-1,STS-5-1"))).contains("IIAC");
    assertThat(denial(command("ENT", "FAC-7-1,STS-7-1"))).contains("IIAC");
    assertThat(denial(command("ENT", "STS-5-1,STS-13-1").withBlock("3WAY"))).contains("IIPV");
    assertThat(denial(InputCommand.of("DLT-CRS-STS1").withAid("STS-6-1,STS-12-4")))
        .contains("IIAC");
  }

  @Test
  void deletesOnlyWithTheAidThatItRetrieves() {
    putInService("FAC-6-1", "FAC-12-1");
    session.send(enter("STS-6-1-1,STS-12-1-4"));
    assertThat(row(session.send(command("RTRV", "FAC-6-1"))).valueAt(0, 0)).isEqualTo("STS-6-1");
    assertThat(denial(command("DLT", "STS-12-4,STS-6-1"))).contains("IIAC");
    assertThat(denial(command("DLT", "STS-6-1-1,STS-12-1-4"))).contains("IIAC");
    assertThat(session.send(command("DLT", "STS-6-1,STS-12-4"))).isInstanceOf(Completed.class);
  }

  @Test
  void acceptsPathsAtPermittedPositionsOnly() {
    putInService("FAC-6-1", "FAC-12-1");
    assertThat(denial(enter("STS-6-2,STS-12-4"))).contains("IIAC").contains("STS-6-2");
    assertThat(denial(enter("STS-6-192,STS-12-4"))).contains("IIAC");
    var twelve = InputCommand.of("ENT-CRS-STS12C");
    assertThat(denial(twelve.withAid("STS-6-4,STS-12-13"))).contains("IIAC");
    assertThat(session.send(twelve.withAid("STS-6-1,STS-12-13"))).isInstanceOf(Completed.class);
    // tables 1-3 and 1-4: an STS-24c may begin at every third STS-1 of the half of an OC-48
    var twentyFour = InputCommand.of("ENT-CRS-STS24C");
    assertThat(session.send(twentyFour.withAid("STS-6-70,STS-12-97")))
        .isInstanceOf(Completed.class);
    assertThat(denial(twentyFour.withAid("STS-6-124,STS-12-121"))).contains("IIAC");
  }

  @Test
  void keepsAPortWithAConnectionInService() {
    putInService("FAC-6-1", "FAC-12-1");
    session.send(enter("STS-6-1,STS-12-4"));
    var outOfService =
        InputCommand.of("ED-OC192")
            .withAid("FAC-6-1")
            .withBlock("")
            .withBlock("NAME=\"\"")
            .withBlock("OOS");
    assertThat(denial(outOfService)).contains("SROF");
    session.send(command("DLT", "STS-6-1,STS-12-4"));
    assertThat(session.send(outOfService)).isInstanceOf(Completed.class);
    assertThat(denial(outOfService)).contains("SAOS");
    assertThat(denial(InputCommand.of("ED-OC48").withAid("FAC-6-1"))).contains("IIAC");
  }

  /** Reference Manual R8.5, table B-5: a loss of signal changes the service state of a port. */
  @Test
  void reportsTheStateOfAPort() {
    var port = InputCommand.of("RTRV-OC192").withAid("FAC-6-1");
    var edit = InputCommand.of("ED-OC192").withAid("FAC-6-1").withBlock("").withBlock("");
    assertThat(row(session.send(port)).blocks().getLast()).containsExactly("OOS-MA", "DSBLD");
    assertThat(session.send(edit.withBlock("IS", "AINS"))).isInstanceOf(Completed.class);
    assertThat(row(session.send(port)).blocks().getLast()).containsExactly("OOS-AU", "AINS");
    assertThat(session.send(edit.withBlock("OOS", "MT"))).isInstanceOf(Completed.class);
    assertThat(denial(edit.withBlock("OOS", "MT"))).contains("SAOS");
    assertThat(row(session.send(port)).blocks().getLast()).containsExactly("OOS-MA", "MT");
    putInService("FAC-6-1", "FAC-12-1");
    session.send(enter("STS-6-1,STS-12-4"));
    kansas.loseSignal("FAC-6-1");
    assertThat(row(session.send(port)).blocks().getLast()).containsExactly("OOS-AU", "FLT");
    assertThat(row(session.send(command("RTRV", "STS-12-4"))).valueAt(3, 1)).isEqualTo("FLT");
    kansas.restoreSignal("FAC-6-1");
    assertThat(row(session.send(port)).valueAt(3, 0)).isEqualTo("IS-NR");
  }

  /** Command Guide R7.0, ALW-MSG-DBCHG: the reports are disabled when a session starts. */
  @Test
  void reportsChangesOnlyToSessionsThatRequestedThem() throws Exception {
    var changes = new LinkedBlockingQueue<String>();
    session.addListener(event -> {
      if (event instanceof SessionEvent.ReportReceived(_, var report)
          && report.verb().equals("REPT DBCHG")) {
        changes.add(report.text().rows().getFirst());
      }
    });
    putInService("FAC-6-1");
    assertThat(session.send(InputCommand.of("ALW-MSG-DBCHG"))).isInstanceOf(Completed.class);
    putInService("FAC-12-1");
    assertThat(changes.poll(60, TimeUnit.SECONDS)).contains("ED-OC192:FAC-12-1");
    assertThat(session.send(InputCommand.of("INH-MSG-DBCHG"))).isInstanceOf(Completed.class);
    putInService("FAC-5-1");
    assertThat(session.send(InputCommand.of("ALW-MSG-DBCHG"))).isInstanceOf(Completed.class);
    putInService("FAC-13-1");
    assertThat(changes.poll(60, TimeUnit.SECONDS)).contains("ED-OC192:FAC-13-1");
  }

  /** Commands for its ports use another name than the card's. */
  @Test
  void reportsTheTypeOfACard() {
    var card = InputCommand.of("RTRV-EQPT").withAid("SLOT-16");
    assertThat(row(session.send(card)).valueAt(1, 0)).isEqualTo("OC12-4");
    var port = InputCommand.of("RTRV-OC12").withAid("FAC-16-4");
    assertThat(session.send(port)).isInstanceOf(Completed.class);
    assertThat(denial(InputCommand.of("RTRV-OC12-4").withAid("FAC-16-4"))).contains("IICM");
  }

  private static ColonSeparatedRow row(Tl1Outcome outcome) {
    assertThat(outcome).isInstanceOf(Completed.class);
    var rows = outcome instanceof Completed(var found, _) ? found : List.<String>of();
    assertThat(rows).hasSize(1);
    return ColonSeparatedRow.parse(rows.getFirst());
  }
}
