package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;

/** An element that tells of changes only to who asks is asked with each session. */
@Timeout(300)
class ReportingTest {

  private static final InputCommand READ = InputCommand.of("RTRV-GTP").at("ALL");

  private final ManualWaker time = new ManualWaker();
  private ScriptedElement element;
  private Tl1Session session;

  @BeforeEach
  void start() throws IOException {
    element = new ScriptedElement();
    session =
        Tl1Session.open(
            element.endpoint(),
            Credentials.tl1("touchpaper", "lightpath"),
            time.timing(),
            Manners.usual().askingForReports(InputCommand.of("ALW-MSG-DBCHG")),
            TranscriptSink.NONE);
  }

  @AfterEach
  void stop() throws IOException {
    element.close();
    session.close();
  }

  private CompletableFuture<Tl1Outcome> reading() {
    var outcome = new CompletableFuture<Tl1Outcome>();
    Thread.startVirtualThread(() -> outcome.complete(session.send(READ)));
    return outcome;
  }

  private String request() throws InterruptedException {
    var request = element.next();
    assertThat(request).startsWith("ALW-MSG-DBCHG:LONDON::");
    return ctag(request);
  }

  private void answersTheRead(CompletableFuture<Tl1Outcome> read) throws Exception {
    var asked = element.next();
    assertThat(asked).startsWith("RTRV-GTP");
    element.answer(ctag(asked), "COMPLD", ";");
    assertThat(read.get()).isInstanceOf(Completed.class);
  }

  private void loses() throws IOException {
    element.hangUp();
    Eventually.is(() -> session.state() instanceof SessionState.Idle);
  }

  @Test
  void asksBeforeAnythingElseIsSent() throws Exception {
    for (var login = 0; login < 2; login++) {
      var read = reading();
      element.answer(request(), "COMPLD", ";");
      answersTheRead(read);
      loses();
    }
  }

  /** Even one that would mean of any other command that nobody is logged in. */
  @ParameterizedTest
  @ValueSource(strings = {"   IICM\n;", "   PLNA\n;", ";"})
  void aDenialHarmsNothing(String denial) throws Exception {
    for (var login = 1; login <= 2; login++) {
      var read = reading();
      element.answer(request(), "DENY", denial);
      answersTheRead(read);
      answersTheRead(reading());
      assertThat(element.logins()).isEqualTo(login);
      loses();
    }
  }

  /** One that takes no notice of what it does not know would never have a session again. */
  @Test
  void asksTwiceOnlyWhereNothingIsAnswered() throws Exception {
    for (var login = 0; login < 2; login++) {
      var inVain = reading();
      request();
      time.advance(Duration.ofSeconds(10));
      assertThat(inVain.get()).isInstanceOf(NotSent.class);
      Eventually.is(() -> !(session.state() instanceof SessionState.Connected));
      time.advance(Duration.ofMinutes(1)); // whatever it waits for
    }
    answersTheRead(reading());
  }

  @Test
  void asksAgainWhereTheConnectionWasLostBeforeTheAnswer() throws Exception {
    var inVain = reading();
    request();
    element.hangUp();
    assertThat(inVain.get()).isInstanceOf(NotSent.class);
    Eventually.is(() -> session.state() instanceof SessionState.Idle);
    var read = reading();
    element.answer(request(), "COMPLD", ";");
    answersTheRead(read);
  }
}
