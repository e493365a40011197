package org.touchpaper.elementsession;

import static org.touchpaper.elementsession.ScriptedElement.ctag;

import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.tl1.message.InputCommand;

/** A TL1 session with a scripted element. */
@Timeout(300)
abstract class Tl1SessionFixture {

  static final Instant START = ManualScheduler.START;
  static final InputCommand READ = InputCommand.of("RTRV-GTP").withAid("ALL");
  static final InputCommand WRITE =
      InputCommand.of("ENT-GTP").withAid("g-1").withBlock("CTP=a-CTP-1");

  final ManualScheduler time = new ManualScheduler();
  final BlockingQueue<TranscriptLine> transcript = new LinkedBlockingQueue<>();
  ScriptedElement element;
  Tl1Session session;

  private final Tl1LoginRequirements profile;

  Tl1SessionFixture() {
    this(Tl1LoginRequirements.defaults());
  }

  /** A fixture whose element has these login requirements. */
  Tl1SessionFixture(Tl1LoginRequirements profile) {
    this.profile = profile;
  }

  @BeforeEach
  void start() throws IOException {
    element = new ScriptedElement();
    session = open(element.endpoint(), "lightpath", profile);
  }

  @AfterEach
  void stop() throws IOException {
    element.close();
    session.close();
  }

  /** Opens another session on the same clock. */
  final Tl1Session open(ElementEndpoint endpoint) {
    return open(endpoint, "lightpath", Tl1LoginRequirements.defaults());
  }

  final Tl1Session open(
      ElementEndpoint endpoint, String password, Tl1LoginRequirements loginRequirements) {
    return Tl1Session.open(
        endpoint,
        Credentials.tl1("touchpaper", password),
        time.timing(),
        loginRequirements,
        transcript::add);
  }

  final CompletableFuture<Tl1Outcome> sendAsync(InputCommand command) {
    return sendAsync(session, command);
  }

  static CompletableFuture<Tl1Outcome> sendAsync(Tl1Session sender, InputCommand command) {
    var outcome = new CompletableFuture<Tl1Outcome>();
    Thread.startVirtualThread(() -> outcome.complete(sender.send(command)));
    return outcome;
  }

  /** Waits until the transcript has a line with one of these texts. */
  final void awaitReceived(String... texts) throws InterruptedException {
    for (var line = transcript.poll(60, TimeUnit.SECONDS);
        line != null;
        line = transcript.poll(60, TimeUnit.SECONDS)) {
      if (Arrays.stream(texts).anyMatch(line.text()::contains)) {
        return;
      }
    }
    throw new AssertionError("not received: " + String.join(" or ", texts));
  }

  /** An answered read proves that everything received before it was processed. */
  final void awaitProcessed(String after) throws Exception {
    var read = sendAsync(READ);
    element.answer(ctag(element.nextCommand()), "COMPLD", "   \"after " + after + "\"\n;");
    read.get();
  }
}
