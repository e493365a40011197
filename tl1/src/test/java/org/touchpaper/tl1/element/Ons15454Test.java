package org.touchpaper.tl1.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.tl1.message.BlockRow;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
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

  @Test
  void entersRetrievesAndDeletesACrossConnect() {
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
    session.send(enter("STS-6-1,STS-12-4"));
    assertThat(denial(command("ENT", "STS-12-4,STS-6-1").block("1WAY"))).contains("SROF");
    assertThat(denial(command("ENT", "STS-7-1,STS-7-1"))).contains("IIAC");
    assertThat(denial(command("ENT", "FAC-7-1,STS-7-1"))).contains("IIAC");
    assertThat(denial(command("ENT", "STS-7-1,STS-8-1").block("3WAY"))).contains("IIPV");
    assertThat(denial(InputCommand.of("DLT-CRS-STS1").at("STS-6-1,STS-12-4"))).contains("IIAC");
  }

  @Test
  void deletesInTheFormThatWasEnteredOnly() {
    session.send(enter("STS-6-1,STS-12-4"));
    assertThat(denial(command("DLT", "STS-12-4,STS-6-1"))).contains("IIAC");
    assertThat(kansas.holds()).hasSize(1);
  }

  private static BlockRow row(Tl1Outcome outcome) {
    assertThat(outcome).isInstanceOf(Completed.class);
    var rows = outcome instanceof Completed(var found, _) ? found : List.<String>of();
    assertThat(rows).hasSize(1);
    return BlockRow.parse(rows.getFirst());
  }
}
