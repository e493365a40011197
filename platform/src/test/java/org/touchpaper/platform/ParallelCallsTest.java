package org.touchpaper.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParallelCallsTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  /** Each ends only once the next has begun. */
  @Test
  void callsAreMadeSideBySideAndTheirResultsAreInOrder() {
    var begun = new CountDownLatch(3);
    var calls =
        calls(
            3,
            i -> {
              begun.countDown();
              await(begun);
              return i;
            });
    assertThat(ParallelCalls.invokeAll(calls)).containsExactly(0, 1, 2);
  }

  @Test
  void noMoreThanTheLimitAreMadeAtTheSameTime() {
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    var twoBegun = new CountDownLatch(2);
    var calls =
        calls(
            20,
            i -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              twoBegun.countDown();
              await(twoBegun);
              running.decrementAndGet();
              return i;
            });
    assertThat(ParallelCalls.invokeAll(calls, 2)).hasSize(20);
    assertThat(most).hasValue(2);
  }

  @Test
  void theFirstFailureIsThrownOnceAllCallsHaveEnded() {
    var ended = new AtomicInteger();
    var lastBegun = new CountDownLatch(1);
    var calls =
        calls(
            3,
            i -> {
              if (i == 2) {
                lastBegun.countDown();
              }
              await(lastBegun);
              ended.incrementAndGet();
              if (i > 0) {
                throw new IllegalArgumentException("call " + i);
              }
              return i;
            });
    assertThatThrownBy(() -> ParallelCalls.invokeAll(calls))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("call 1");
    assertThat(ended).hasValue(3);
  }

  @Test
  void afterADecisiveResultNoCallBeginsAndOneWithoutResultIsNotAwaited() {
    var end = new CountDownLatch(1);
    var firstBegun = new CountDownLatch(1);
    var begun = new AtomicInteger();
    var calls =
        calls(
            20,
            i -> {
              begun.incrementAndGet();
              if (i == 0) {
                firstBegun.countDown();
                await(end);
              }
              await(firstBegun);
              return i;
            });
    var results = ParallelCalls.invokeUntil(calls, 2, i -> i == 1, Duration.ZERO);
    end.countDown();
    assertThat(results).hasSize(20).startsWith(Optional.empty(), Optional.of(1));
    assertThat(results.subList(2, 20)).containsOnly(Optional.empty());
    assertThat(begun).hasValue(2);
  }

  @Test
  void withinTheGraceTimeTheOthersAreAwaited() {
    var decided = new CountDownLatch(1);
    var calls =
        calls(
            2,
            i -> {
              if (i == 0) {
                await(decided);
              }
              decided.countDown();
              return i;
            });
    assertThat(ParallelCalls.invokeUntil(calls, 2, i -> i == 1, LONG))
        .containsExactly(Optional.of(0), Optional.of(1));
  }

  @Test
  void aSingleCallIsMadeInTheCallersThread() {
    assertThat(ParallelCalls.invokeAll(List.of(Thread::currentThread)))
        .containsExactly(Thread.currentThread());
  }

  private static <T> List<Supplier<T>> calls(int count, IntFunction<T> call) {
    return IntStream.range(0, count).<Supplier<T>>mapToObj(i -> () -> call.apply(i)).toList();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(LONG.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("no other call was made");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
