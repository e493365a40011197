package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.touchpaper.elementsession.CliOutcome.Accepted;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.transcript.TranscriptStore;

/** A CLI session on scripted streams, on which the test acts as the element. */
abstract class CliSessionFixture {
  final ManualScheduler time = new ManualScheduler();
  final TranscriptStore transcripts = TranscriptStore.inMemory();
  final BlockingQueue<ScriptedStream> streams = new LinkedBlockingQueue<>();
  final CliSession session =
      CliSession.open(
          new ElementEndpoint("EDGE", "nowhere", 23, (_, _, _) -> connect()),
          Credentials.ios("operator", "line-word", "enable-word"),
          time.timing(),
          transcripts);

  private ScriptedStream connect() {
    var stream = new ScriptedStream();
    streams.add(stream);
    return stream;
  }

  CompletableFuture<CliOutcome> showAsync(String command) {
    var outcome = new CompletableFuture<CliOutcome>();
    Thread.startVirtualThread(() -> outcome.complete(session.show(command)));
    return outcome;
  }

  CompletableFuture<CliOutcome> showAndExpect(ScriptedStream stream, String command)
      throws Exception {
    var outcome = showAsync(command);
    assertThat(stream.nextTypedLine()).isEqualTo(command);
    return outcome;
  }

  static void answerTerminalSetup(ScriptedStream stream) throws InterruptedException {
    assertThat(stream.nextTypedLine()).isEqualTo("terminal length 0");
    stream.send("terminal length 0\r\nEDGE#");
    assertThat(stream.nextTypedLine()).isEqualTo("terminal width 511");
    stream.send("terminal width 511\r\nEDGE#");
  }

  ScriptedStream acceptLogin() throws InterruptedException {
    var stream = streams.take();
    stream.send("\r\nEDGE#");
    answerTerminalSetup(stream);
    return stream;
  }

  /** Connects by a request and answers it. */
  ScriptedStream connectAndShow() throws Exception {
    var outcome = showAsync("show clock");
    var stream = acceptLogin();
    answerShowClock(outcome, stream);
    return stream;
  }

  void answerShowClock(CompletableFuture<CliOutcome> outcome, ScriptedStream stream)
      throws Exception {
    assertThat(stream.nextTypedLine()).isEqualTo("show clock");
    stream.send("show clock\r\n21:00:00\r\nEDGE#");
    assertThat(outcome.get()).isEqualTo(new Accepted(List.of("21:00:00")));
  }
}
