package org.touchpaper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class PeerCircuitBreakerTest {

  private static final Instant START = Instant.parse("2026-12-01T20:00:00Z");

  private Instant now = START;
  private final PeerCircuitBreaker outage = new PeerCircuitBreaker(() -> now);

  @Test
  void aServiceThatAnswersIsAlwaysAsked() {
    assertThat(outage.problemInPause()).isEmpty();
    assertThat(outage.noteAnswer(now)).isFalse();
    assertThat(outage.problemInPause()).isEmpty();
  }

  @Test
  void aSilentServiceIsAskedByOneCallerEveryHalfMinute() {
    assertThat(outage.noteProblem(now, "cannot connect")).isTrue();
    now = START.plusSeconds(29);
    assertThat(outage.problemInPause()).contains("cannot connect");
    now = START.plusSeconds(30);
    assertThat(outage.problemInPause()).as("the caller that asks").isEmpty();
    assertThat(outage.problemInPause()).as("another").contains("cannot connect");
    assertThat(outage.noteProblem(now, "HTTP status 503")).as("a new outage").isFalse();
    assertThat(outage.problemInPause()).contains("HTTP status 503");
  }

  @Test
  void anAnswerEndsTheOutage() {
    outage.noteProblem(now, "cannot connect");
    now = START.plusSeconds(30);
    assertThat(outage.problemInPause()).isEmpty();
    assertThat(outage.noteAnswer(now)).isTrue();
    assertThat(outage.problemInPause()).isEmpty();
    assertThat(outage.noteProblem(now.plusSeconds(1), "cannot connect")).isTrue();
  }

  /** It timed out after a later request was answered. */
  @Test
  void anOlderRequestTellsNothingNew() {
    outage.noteAnswer(START.plusSeconds(5));
    now = START.plusSeconds(10);
    assertThat(outage.noteProblem(START, "no answer within 10 s")).isFalse();
    assertThat(outage.problemInPause()).isEmpty();
  }

  @Test
  void aClockThatIsSetBackDoesNotProlongThePause() {
    outage.noteProblem(now, "cannot connect");
    now = START.minusSeconds(3600);
    assertThat(outage.problemInPause()).isEmpty();
  }
}
