package org.touchpaper.segment.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.platform.schedule.NotNow;
import org.touchpaper.segment.connection.SegmentUnreachable;

/** Holders that hang hold up few, and nobody who has to bring a circuit up or down. */
class FewAtOnceTest {

  private final FewAtOnce calls = new FewAtOnce(Duration.ofMillis(1));
  private final CountDownLatch answers = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void end() {
    answers.countDown();
    threads.close();
  }

  /** Returns once all of these wait for an answer. */
  private CompletableFuture<?> hang(String peer, int times) throws Exception {
    return hang(calls, peer, times);
  }

  private CompletableFuture<?> hang(FewAtOnce few, String peer, int times) throws Exception {
    var begun = new CountDownLatch(times);
    var waiting =
        IntStream.range(0, times)
            .mapToObj(_ ->
                CompletableFuture.supplyAsync(() -> few.call(peer, () -> silent(begun)), threads))
            .toArray(CompletableFuture[]::new);
    begun.await();
    return CompletableFuture.allOf(waiting);
  }

  private boolean silent(CountDownLatch begun) {
    begun.countDown();
    try {
      answers.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return true;
  }

  @Test
  void whoHangsIsNotAskedAFifthTimeAndOthersAre() throws Exception {
    var waiting = hang("bar-ucl", 4);
    assertThatThrownBy(() -> calls.call("bar-ucl", () -> "answer"))
        .isInstanceOf(SegmentUnreachable.class)
        .hasCauseInstanceOf(NotNow.class)
        .hasMessage("bar-ucl is not asked now: too many calls wait already");
    assertThat(calls.call("bar-manchester", () -> "answer")).isEqualTo("answer");
    answers.countDown();
    waiting.get();
    assertThat(calls.call("bar-ucl", () -> "answer")).isEqualTo("answer");
  }

  @Test
  void howeverManyHangSixteenCallsWaitAtMost() throws Exception {
    var waiting = CompletableFuture.allOf(hang("a", 4), hang("b", 4), hang("c", 4), hang("d", 4));
    assertThatThrownBy(() -> calls.call("e", () -> "answer"))
        .isInstanceOf(SegmentUnreachable.class);
    answers.countDown();
    waiting.get();
  }

  /** Hundreds of circuits that come up at once have hundreds of notices for one holder. */
  @Test
  void whoFindsNoPlaceWaitsForAHolderThatAnswers() throws Exception {
    var patient = new FewAtOnce(Duration.ofDays(1));
    var first = hang(patient, "bar-ucl", 4);
    var more =
        IntStream.range(0, 500)
            .mapToObj(_ ->
                CompletableFuture.supplyAsync(
                    () -> patient.call("bar-ucl", () -> "answer"), threads))
            .toArray(CompletableFuture[]::new);
    answers.countDown();
    first.get();
    CompletableFuture.allOf(more).get();
  }

  /** Two hundred waits of a second would be more than three minutes. */
  @Test
  @Timeout(120)
  void whoHangsIsWaitedForInVainOnce() throws Exception {
    var slow = new FewAtOnce(Duration.ofSeconds(1));
    var waiting = hang(slow, "bar-ucl", 4);
    for (var i = 0; i < 200; i++) {
      assertThatThrownBy(() -> slow.call("bar-ucl", () -> "answer"))
          .isInstanceOf(SegmentUnreachable.class);
    }
    answers.countDown();
    waiting.get();
  }

  @Test
  void aCallThatFailsMakesRoom() {
    for (var i = 0; i < 20; i++) {
      assertThatThrownBy(() -> calls.call("bar-ucl", () -> Integer.parseInt("x")))
          .isInstanceOf(NumberFormatException.class);
    }
    assertThat(calls.call("bar-ucl", () -> "answer")).isEqualTo("answer");
  }
}
