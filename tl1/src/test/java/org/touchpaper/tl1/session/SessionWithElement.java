package org.touchpaper.tl1.session;

import static org.touchpaper.tl1.session.ScriptedElement.ctag;

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
import org.touchpaper.tl1.message.InputCommand;

/** A session and the element at the other end, which says what a test wants it to. */
@Timeout(300)
abstract class SessionWithElement {

  static final Instant START = ManualWaker.START;
  static final InputCommand READ = InputCommand.of("RTRV-GTP").at("ALL");
  static final InputCommand WRITE = InputCommand.of("ENT-GTP").at("g-1").block("CTP=a-CTP-1");

  final ManualWaker time = new ManualWaker();
  final BlockingQueue<TranscriptLine> transcript = new LinkedBlockingQueue<>();
  ScriptedElement element;
  Tl1Session session;

  private final Manners manners;

  SessionWithElement() {
    this(Manners.usual());
  }

  /** With an element that asks for these manners. */
  SessionWithElement(Manners manners) {
    this.manners = manners;
  }

  @BeforeEach
  void start() throws IOException {
    element = new ScriptedElement();
    session = open(element.endpoint(), "lightpath", manners);
  }

  @AfterEach
  void stop() throws IOException {
    element.close();
    session.close();
  }

  /** Another session on the same clock, with whoever is there. */
  final Tl1Session open(Endpoint with) {
    return open(with, "lightpath", Manners.usual());
  }

  final Tl1Session open(Endpoint with, String password, Manners asked) {
    return Tl1Session.open(
        with, Credentials.tl1("touchpaper", password), time.timing(), asked, transcript::add);
  }

  final CompletableFuture<Tl1Outcome> sending(InputCommand command) {
    return sending(session, command);
  }

  static CompletableFuture<Tl1Outcome> sending(Tl1Session by, InputCommand command) {
    var outcome = new CompletableFuture<Tl1Outcome>();
    Thread.startVirtualThread(() -> outcome.complete(by.send(command)));
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
