package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/** A Slurm that does not answer holds one thread, however much is to be done there. */
class SilenceTest {
  /** Nobody waits for a turn here. */
  private final AtomicLong nanoTime = new AtomicLong();

  private final Silence silence = new Silence(nanoTime::get, Duration.ZERO);
  private int asked;

  private int ask(Runnable meanwhile) {
    return silence.ask(() -> {
      asked++;
      meanwhile.run();
      silence.end();
      return asked;
    });
  }

  private void hang() {
    silence.ask(() -> {
      asked++;
      throw silence.begin("no answer within 30000 ms", new IOException());
    });
  }

  private void isTold(Runnable question) {
    assertThatThrownBy(question::run)
        .isInstanceOf(SchedulerUnreachable.class)
        .hasMessage("no answer within 30000 ms");
  }

  @Test
  void whileItAnswersAllAskAtOnce() {
    ask(() -> ask(() -> ask(() -> {})));
    assertThat(asked).isEqualTo(3);
    assertThat(silence.trouble()).isEmpty();
  }

  @Test
  void whileItDoesNotOneAsksAndTheOthersAreToldAtOnce() {
    isTold(this::hang);
    assertThat(silence.trouble()).contains("no answer within 30000 ms");
    for (var time = 0; time < 2; time++) {
      var before = asked;
      isTold(() ->
          silence.ask(() -> {
            isTold(() -> ask(() -> {}));
            hangHere();
            return 0;
          }));
      assertThat(asked).as("by one of the two").isEqualTo(before + 1);
    }
    ask(() -> isTold(() -> ask(() -> {})));
    ask(() -> ask(() -> {}));
    assertThat(silence.trouble()).isEmpty();
  }

  private void hangHere() {
    asked++;
    throw silence.begin("no answer within 30000 ms", new IOException());
  }

  /** Nothing has failed yet: many things are due in the second in which it begins to hang. */
  @Test
  void ofManyThatAskBeforeAnyHasFailedAFewAreHeld() {
    askAtOnce(Silence.AT_ONCE, () -> isTurnedAway(() -> ask(() -> {})));
    assertThat(asked).isEqualTo(Silence.AT_ONCE);
    askAtOnce(Silence.AT_ONCE, () -> {});
    assertThat(asked).as("it has answered").isEqualTo(2 * Silence.AT_ONCE);
  }

  private void askAtOnce(int count, Runnable meanwhile) {
    if (count == 0) {
      meanwhile.run();
    } else {
      ask(() -> askAtOnce(count - 1, meanwhile));
    }
  }

  @Test
  void whatIsNotAnsweredYetIsSilenceAfterAWhile() {
    ask(() -> {
      nanoTime.incrementAndGet();
      ask(() -> isTurnedAway(() -> ask(() -> {})));
      ask(() -> {});
    });
    assertThat(asked).as("one of them at a time").isEqualTo(3);
    ask(() -> ask(() -> {}));
    assertThat(asked).as("once that one is answered").isEqualTo(5);
    assertThat(silence.trouble()).isEmpty();
  }

  private static void isTurnedAway(Runnable question) {
    assertThatThrownBy(question::run)
        .isInstanceOf(SchedulerUnreachable.class)
        .hasMessage("what it was asked before it has not answered yet");
  }

  /** It answers, if only nonsense to one question: nobody need spare it others. */
  @Test
  void nonsenseIsNoSilence() {
    assertThatThrownBy(() ->
            silence.ask(() -> {
              throw silence.unintelligible("man[1-", new IOException());
            }))
        .hasMessage("man[1-");
    assertThat(silence.trouble()).contains("man[1-");
    ask(() -> ask(() -> {}));
    assertThat(asked).isEqualTo(2);
  }
}
