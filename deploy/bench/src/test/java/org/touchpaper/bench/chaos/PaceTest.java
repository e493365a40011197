package org.touchpaper.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Clients are no faster than misfortune. */
class PaceTest {

  private static int mayBegin(Pace pace, int calls) {
    return (int) IntStream.rangeClosed(1, calls).filter(pace::mayBegin).count();
  }

  @Test
  void keepsAnEqualShareOfTheCallsForAfterEachStroke() {
    var pace = new Pace(60, 6);
    for (var stroke = 0; stroke <= 6; stroke++) {
      assertThat(mayBegin(pace, 60)).as("after %d strokes", stroke).isEqualTo(10 * stroke);
      pace.strike();
    }
  }

  @Test
  void keepsAtLeastOneForEachWhereThereAreAsMany() {
    for (var calls = 6; calls < 30; calls++) {
      var pace = new Pace(calls, 6);
      for (var stroke = 1; stroke <= 6; stroke++) {
        var before = mayBegin(pace, calls);
        pace.strike();
        assertThat(mayBegin(pace, calls)).as("call after stroke %d", stroke).isGreaterThan(before);
      }
      assertThat(mayBegin(pace, calls)).isEqualTo(calls);
    }
  }

  @Test
  void holdsNobodyBackOnceNothingMoreBefallsAnybody() throws Exception {
    var pace = new Pace(6, 6);
    pace.strike();
    var held = new CompletableFuture<Integer>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            pace.await(6);
            held.complete(6);
          } catch (InterruptedException e) {
            held.completeExceptionally(e);
          }
        });
    pace.await(1);
    assertThat(held).isNotDone();
    pace.end();
    assertThat(held.get(1, TimeUnit.MINUTES)).isEqualTo(6);
  }
}
