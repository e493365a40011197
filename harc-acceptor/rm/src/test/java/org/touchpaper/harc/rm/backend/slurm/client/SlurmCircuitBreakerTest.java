package org.touchpaper.harc.rm.backend.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/** A Slurm that does not answer blocks one thread only, however many calls are due. */
class SlurmCircuitBreakerTest {
  /** No call waits for a permit here. */
  private final AtomicLong nanoTime = new AtomicLong();

  private final SlurmCircuitBreaker circuitBreaker =
      new SlurmCircuitBreaker(nanoTime::get, Duration.ZERO);
  private int callCount;

  private int call(Runnable meanwhile) {
    return circuitBreaker.execute(() -> {
      callCount++;
      meanwhile.run();
      circuitBreaker.recordSuccess();
      return callCount;
    });
  }

  private void hang() {
    circuitBreaker.execute(() -> {
      callCount++;
      throw circuitBreaker.recordFailure("no answer within 30000 ms", new IOException());
    });
  }

  private void assertNoAnswer(Runnable question) {
    assertThatThrownBy(question::run)
        .isInstanceOf(SchedulerUnreachableException.class)
        .hasMessage("no answer within 30000 ms");
  }

  @Test
  void whileSlurmAnswersCallsRunConcurrently() {
    call(() -> call(() -> call(() -> {})));
    assertThat(callCount).isEqualTo(3);
    assertThat(circuitBreaker.problem()).isEmpty();
  }

  @Test
  void whileSlurmDoesNotAnswerOneCallProbesAndOthersFailAtOnce() {
    assertNoAnswer(this::hang);
    assertThat(circuitBreaker.problem()).contains("no answer within 30000 ms");
    for (var time = 0; time < 2; time++) {
      var callsBefore = callCount;
      assertNoAnswer(() ->
          circuitBreaker.execute(() -> {
            assertNoAnswer(() -> call(() -> {}));
            hangInCall();
            return 0;
          }));
      assertThat(callCount).as("by one of the two").isEqualTo(callsBefore + 1);
    }
    call(() -> assertNoAnswer(() -> call(() -> {})));
    call(() -> call(() -> {}));
    assertThat(circuitBreaker.problem()).isEmpty();
  }

  private void hangInCall() {
    callCount++;
    throw circuitBreaker.recordFailure("no answer within 30000 ms", new IOException());
  }

  /** No call has failed yet: many are due in the second in which Slurm begins to hang. */
  @Test
  void ofManyCallsBeforeTheFirstFailureOnlyAFewBlock() {
    callConcurrently(
        SlurmCircuitBreaker.MAX_CONCURRENT, () -> assertCircuitOpen(() -> call(() -> {})));
    assertThat(callCount).isEqualTo(SlurmCircuitBreaker.MAX_CONCURRENT);
    callConcurrently(SlurmCircuitBreaker.MAX_CONCURRENT, () -> {});
    assertThat(callCount).as("it has answered").isEqualTo(2 * SlurmCircuitBreaker.MAX_CONCURRENT);
  }

  private void callConcurrently(int count, Runnable meanwhile) {
    if (count == 0) {
      meanwhile.run();
    } else {
      call(() -> callConcurrently(count - 1, meanwhile));
    }
  }

  @Test
  void anOverdueCallCountsAsAFailure() {
    call(() -> {
      nanoTime.incrementAndGet();
      call(() -> assertCircuitOpen(() -> call(() -> {})));
      call(() -> {});
    });
    assertThat(callCount).as("one of them at a time").isEqualTo(3);
    call(() -> call(() -> {}));
    assertThat(callCount).as("once that call is answered").isEqualTo(5);
    assertThat(circuitBreaker.problem()).isEmpty();
  }

  private static void assertCircuitOpen(Runnable question) {
    assertThatThrownBy(question::run)
        .isInstanceOf(SchedulerUnreachableException.class)
        .hasMessage("Slurm has not answered earlier requests yet");
  }

  /** Slurm answers, although one answer is unusable: other calls need not be held back. */
  @Test
  void anUnusableAnswerDoesNotOpenTheCircuit() {
    assertThatThrownBy(() ->
            circuitBreaker.execute(() -> {
              throw circuitBreaker.recordInvalidAnswer("man[1-", new IOException());
            }))
        .hasMessage("man[1-");
    assertThat(circuitBreaker.problem()).contains("man[1-");
    call(() -> call(() -> {}));
    assertThat(callCount).isEqualTo(2);
  }
}
