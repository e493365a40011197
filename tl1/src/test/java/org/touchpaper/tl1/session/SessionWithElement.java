package org.touchpaper.tl1.session;

import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.tl1.message.InputCommand;

/** A session and the element at the other end, which says what a test wants it to. */
@Timeout(300)
abstract class SessionWithElement {

  static final InputCommand READ = InputCommand.of("RTRV-GTP").at("ALL");
  static final InputCommand WRITE = InputCommand.of("ENT-GTP").at("g-1").block("CTP=a-CTP-1");

  final ManualWaker time = new ManualWaker();
  final BlockingQueue<TranscriptLine> transcript = new LinkedBlockingQueue<>();
  ScriptedElement element;
  Tl1Session session;

  @BeforeEach
  void start() throws IOException {
    element = new ScriptedElement();
    session =
        Tl1Session.open(
            element.endpoint(),
            Credentials.tl1("touchpaper", "lightpath"),
            time.timing(),
            transcript::add);
  }

  @AfterEach
  void stop() throws IOException {
    element.close();
    session.close();
  }

  final CompletableFuture<Tl1Outcome> sending(InputCommand command) {
    var outcome = new CompletableFuture<Tl1Outcome>();
    Thread.startVirtualThread(() -> outcome.complete(session.send(command)));
    return outcome;
  }

  /** Waits until the session has heard a line with one of these texts. */
  final void awaitHeard(String... texts) throws InterruptedException {
    for (var line = transcript.poll(60, TimeUnit.SECONDS);
        line != null;
        line = transcript.poll(60, TimeUnit.SECONDS)) {
      if (Arrays.stream(texts).anyMatch(line.text()::contains)) {
        return;
      }
    }
    throw new AssertionError("never heard: " + String.join(" or ", texts));
  }

  /** A read that is answered proves that everything said before it has been dealt with. */
  final void settle(String after) throws Exception {
    var read = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", "   \"after " + after + "\"\n;");
    read.get();
  }
}
