package org.touchpaper.tl1.element;

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
import org.touchpaper.tl1.message.BlockRow;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.SessionEvent;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/** The session and the emulated ONS 15454 against each other, over raw TCP. */
class Ons15454Test {

  @TempDir Path folder;
  private EmulatedElement kansas;
  private Tl1Session session;

  @BeforeEach
  void start() throws IOException {
    kansas = EmulatedElement.start(ElementConfig.demo("KANSAS", Dialect.ONS_15454), folder);
    session =
        Tl1Session.open(
            new Endpoint("KANSAS", "127.0.0.1", kansas.port()),
            Credentials.tl1("touchpaper", "lightpath"),
            Timing.usual(Clock.systemUTC()),
            TranscriptSink.NONE);
  }

  private void putInService(String... facilities) {
    for (var facility : facilities) {
      var edit = InputCommand.of("ED-OC192").at(facility).block("").block("").block("IS");
      assertThat(session.send(edit)).isInstanceOf(Completed.class);
    }
  }

  @AfterEach
  void stop() {
    session.close();
    kansas.close();
  }

  private static InputCommand command(String verb, String aid) {
    return InputCommand.of(verb + "-CRS-STS3C").at(aid);
  }

  private static InputCommand enter(String aid) {
    return command("ENT", aid).block("2WAY").block("CKTID=\"tp ab12\"");
  }

  private String denial(InputCommand command) {
    var first = session.send(command);
    assertThat(session.send(command)).isEqualTo(first);
    return first instanceof Denied(var code, var text) ? code + " " + text : "not denied: " + first;
  }

  /** 255 characters with all blocks, says the guide; what is cut has lost its shape. */
  @Test
  void takesNoCommandThatIsTooLong() {
    var command = command("RTRV", "STS-6-1");
    assertThat(denial(command.block("x".repeat(200)))).contains("IIAC");
    assertThat(denial(command.block("x".repeat(InputCommand.ONS_LIMIT)))).contains("IISP");
  }

  @Test
  void entersRetrievesAndDeletesACrossConnect() {
    assertThat(denial(enter("STS-6-1,STS-12-4"))).contains("SNIS");
    putInService("FAC-6-1", "FAC-12-1");
    assertThat(session.send(enter("STS-6-1,STS-12-4"))).isInstanceOf(Completed.class);
    assertThat(denial(enter("STS-6-1,STS-12-4"))).contains("SROF");

    var row = row(session.send(command("RTRV", "STS-12-4")));
    assertThat(row.at(0, 0)).isEqualTo("STS-6-1");
    assertThat(row.at(0, 1)).isEqualTo("STS-12-4");
    assertThat(row.at(1, 0)).isEqualTo("2WAY");
    assertThat(row.find("CKTID")).contains("tp ab12");
    assertThat(row.at(3, 0)).isEqualTo("IS-NR");

    assertThat(session.send(command("DLT", "STS-6-1,STS-12-4"))).isInstanceOf(Completed.class);
    assertThat(denial(command("DLT", "STS-6-1,STS-12-4"))).contains("IIAC");
    assertThat(denial(command("RTRV", "STS-6-ALL"))).contains("IIAC");
  }

  @Test
  void keepsAPathInOneCrossConnect() {
    putInService("FAC-6-1", "FAC-12-1", "FAC-5-1");
    session.send(enter("STS-6-1,STS-12-4"));
    assertThat(denial(command("ENT", "STS-12-4,STS-6-1").block("1WAY"))).contains("SROF");
    assertThat(denial(command("ENT", "STS-5-1,STS-5-1"))).contains("IIAC");
    assertThat(denial(command("ENT", "FAC-7-1,STS-7-1"))).contains("IIAC");
    assertThat(denial(command("ENT", "STS-5-1,STS-13-1").block("3WAY"))).contains("IIPV");
    assertThat(denial(InputCommand.of("DLT-CRS-STS1").at("STS-6-1,STS-12-4"))).contains("IIAC");
  }

  @Test
  void deletesInTheFormInWhichItRetrievesOnly() {
    putInService("FAC-6-1", "FAC-12-1");
    session.send(enter("STS-6-1-1,STS-12-1-4"));
    assertThat(row(session.send(command("RTRV", "FAC-6-1"))).at(0, 0)).isEqualTo("STS-6-1");
    assertThat(denial(command("DLT", "STS-12-4,STS-6-1"))).contains("IIAC");
    assertThat(denial(command("DLT", "STS-6-1-1,STS-12-1-4"))).contains("IIAC");
    assertThat(session.send(command("DLT", "STS-6-1,STS-12-4"))).isInstanceOf(Completed.class);
  }

  @Test
  void knowsWhereAPathMayBegin() {
    putInService("FAC-6-1", "FAC-12-1");
    assertThat(denial(enter("STS-6-2,STS-12-4"))).contains("IIAC").contains("STS-6-2");
    assertThat(denial(enter("STS-6-192,STS-12-4"))).contains("IIAC");
    var twelve = InputCommand.of("ENT-CRS-STS12C");
    assertThat(denial(twelve.at("STS-6-4,STS-12-13"))).contains("IIAC");
    assertThat(session.send(twelve.at("STS-6-1,STS-12-13"))).isInstanceOf(Completed.class);
    // tables 1-3 and 1-4: an STS-24c may begin at every third STS-1 of the half of an OC-48
    var twentyFour = InputCommand.of("ENT-CRS-STS24C");
    assertThat(session.send(twentyFour.at("STS-6-70,STS-12-97"))).isInstanceOf(Completed.class);
    assertThat(denial(twentyFour.at("STS-6-124,STS-12-121"))).contains("IIAC");
  }

  @Test
  void keepsAPortInServiceThatHasAConnection() {
    putInService("FAC-6-1", "FAC-12-1");
    session.send(enter("STS-6-1,STS-12-4"));
    var out = InputCommand.of("ED-OC192").at("FAC-6-1").block("").block("NAME=\"\"").block("OOS");
    assertThat(denial(out)).contains("SROF");
    session.send(command("DLT", "STS-6-1,STS-12-4"));
    assertThat(session.send(out)).isInstanceOf(Completed.class);
    assertThat(denial(out)).contains("SAOS");
    assertThat(denial(InputCommand.of("ED-OC48").at("FAC-6-1"))).contains("IIAC");
  }

  /** Reference Manual R8.5, table B-5: what is lost takes a port out of service by itself. */
  @Test
  void tellsTheStateOfAPort() {
    var port = InputCommand.of("RTRV-OC192").at("FAC-6-1");
    var edit = InputCommand.of("ED-OC192").at("FAC-6-1").block("").block("");
    assertThat(row(session.send(port)).blocks().getLast()).containsExactly("OOS-MA", "DSBLD");
    assertThat(session.send(edit.block("IS", "AINS"))).isInstanceOf(Completed.class);
    assertThat(row(session.send(port)).blocks().getLast()).containsExactly("OOS-AU", "AINS");
    assertThat(session.send(edit.block("OOS", "MT"))).isInstanceOf(Completed.class);
    assertThat(denial(edit.block("OOS", "MT"))).contains("SAOS");
    assertThat(row(session.send(port)).blocks().getLast()).containsExactly("OOS-MA", "MT");
    putInService("FAC-6-1", "FAC-12-1");
    session.send(enter("STS-6-1,STS-12-4"));
    kansas.loseSignal("FAC-6-1");
    assertThat(row(session.send(port)).blocks().getLast()).containsExactly("OOS-AU", "FLT");
    assertThat(row(session.send(command("RTRV", "STS-12-4"))).at(3, 1)).isEqualTo("FLT");
    kansas.restoreSignal("FAC-6-1");
    assertThat(row(session.send(port)).at(3, 0)).isEqualTo("IS-NR");
  }

  /** Command Guide R7.0, ALW-MSG-DBCHG: when a session starts, they are not allowed. */
  @Test
  void tellsOfChangesOnlyWhoHasAskedForThem() throws Exception {
    var heard = new LinkedBlockingQueue<String>();
    session.watch(event -> {
      if (event instanceof SessionEvent.Reported(_, var report)
          && report.verb().equals("REPT DBCHG")) {
        heard.add(report.text().rows().getFirst());
      }
    });
    putInService("FAC-6-1");
    assertThat(session.send(InputCommand.of("ALW-MSG-DBCHG"))).isInstanceOf(Completed.class);
    putInService("FAC-12-1");
    assertThat(heard.poll(60, TimeUnit.SECONDS)).contains("ED-OC192:FAC-12-1");
    assertThat(session.send(InputCommand.of("INH-MSG-DBCHG"))).isInstanceOf(Completed.class);
    putInService("FAC-5-1");
    assertThat(session.send(InputCommand.of("ALW-MSG-DBCHG"))).isInstanceOf(Completed.class);
    putInService("FAC-13-1");
    assertThat(heard.poll(60, TimeUnit.SECONDS)).contains("ED-OC192:FAC-13-1");
  }

  /** The commands about its ports are not named as the card is. */
  @Test
  void tellsACardByItsOwnName() {
    var card = InputCommand.of("RTRV-EQPT").at("SLOT-16");
    assertThat(row(session.send(card)).at(1, 0)).isEqualTo("OC12-4");
    var port = InputCommand.of("RTRV-OC12").at("FAC-16-4");
    assertThat(session.send(port)).isInstanceOf(Completed.class);
    assertThat(denial(InputCommand.of("RTRV-OC12-4").at("FAC-16-4"))).contains("IICM");
  }

  private static BlockRow row(Tl1Outcome outcome) {
    assertThat(outcome).isInstanceOf(Completed.class);
    var rows = outcome instanceof Completed(var found, _) ? found : List.<String>of();
    assertThat(rows).hasSize(1);
    return BlockRow.parse(rows.getFirst());
  }
}
