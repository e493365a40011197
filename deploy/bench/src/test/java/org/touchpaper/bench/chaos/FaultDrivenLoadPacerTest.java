package org.touchpaper.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Calls are paced by faults. */
class FaultDrivenLoadPacerTest {

  private static int countAllowed(FaultDrivenLoadPacer pacer, int calls) {
    return (int) IntStream.rangeClosed(1, calls).filter(pacer::canBegin).count();
  }

  @Test
  void reservesAnEqualShareOfTheCallsForTheTimeAfterEachFault() {
    var pacer = new FaultDrivenLoadPacer(60, 6);
    for (var fault = 0; fault <= 6; fault++) {
      assertThat(countAllowed(pacer, 60)).as("after %d faults", fault).isEqualTo(10 * fault);
      pacer.onFault();
    }
  }

  @Test
  void reservesAtLeastOneCallForEachFault() {
    for (var calls = 6; calls < 30; calls++) {
      var pacer = new FaultDrivenLoadPacer(calls, 6);
      for (var fault = 1; fault <= 6; fault++) {
        var before = countAllowed(pacer, calls);
        pacer.onFault();
        assertThat(countAllowed(pacer, calls))
            .as("call after fault %d", fault)
            .isGreaterThan(before);
      }
      assertThat(countAllowed(pacer, calls)).isEqualTo(calls);
    }
  }

  @Test
  void releasesWaitingCallsWhenStopped() throws Exception {
    var pacer = new FaultDrivenLoadPacer(6, 6);
    pacer.onFault();
    var held = new CompletableFuture<Integer>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            pacer.await(6);
            held.complete(6);
          } catch (InterruptedException e) {
            held.completeExceptionally(e);
          }
        });
    pacer.await(1);
    assertThat(held).isNotDone();
    pacer.stop();
    assertThat(held.get(1, TimeUnit.MINUTES)).isEqualTo(6);
  }
}
