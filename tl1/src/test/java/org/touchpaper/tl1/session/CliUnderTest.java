package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.touchpaper.tl1.session.CliOutcome.Accepted;

/** A command-line session, and the lines that it dials, on which a test is the element. */
abstract class CliUnderTest {
  final ManualWaker time = new ManualWaker();
  final Transcripts transcripts = Transcripts.inMemory();
  final BlockingQueue<ScriptedLine> dialled = new LinkedBlockingQueue<>();
  final CliSession session =
      CliSession.open(
          new Endpoint("EDGE", "nowhere", 23, (_, _, _) -> dial()),
          Credentials.ios("operator", "line-word", "enable-word"),
          time.timing(),
          transcripts);

  private ScriptedLine dial() {
    var line = new ScriptedLine();
    dialled.add(line);
    return line;
  }

  CompletableFuture<CliOutcome> showing(String command) {
    var outcome = new CompletableFuture<CliOutcome>();
    Thread.startVirtualThread(() -> outcome.complete(session.show(command)));
    return outcome;
  }

  CompletableFuture<CliOutcome> asked(ScriptedLine line, String command) throws Exception {
    var outcome = showing(command);
    assertThat(line.next()).isEqualTo(command);
    return outcome;
  }

  static void setsItsTerminal(ScriptedLine line) throws InterruptedException {
    assertThat(line.next()).isEqualTo("terminal length 0");
    line.say("terminal length 0\r\nEDGE#");
    assertThat(line.next()).isEqualTo("terminal width 511");
    line.say("terminal width 511\r\nEDGE#");
  }

  ScriptedLine admitted() throws InterruptedException {
    var line = dialled.take();
    line.say("\r\nEDGE#");
    setsItsTerminal(line);
    return line;
  }

  /** Somebody has asked for something, and was answered. */
  ScriptedLine connected() throws Exception {
    var outcome = showing("show clock");
    var line = admitted();
    answered(outcome, line);
    return line;
  }

  void answered(CompletableFuture<CliOutcome> outcome, ScriptedLine line) throws Exception {
    assertThat(line.next()).isEqualTo("show clock");
    line.say("show clock\r\n21:00:00\r\nEDGE#");
    assertThat(outcome.get()).isEqualTo(new Accepted(List.of("21:00:00")));
  }
}
