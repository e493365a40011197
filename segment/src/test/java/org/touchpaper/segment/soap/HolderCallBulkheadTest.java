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
import org.touchpaper.platform.schedule.TaskPostponedException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/** Unresponsive holders block few calls and no work on circuits. */
class HolderCallBulkheadTest {

  private final HolderCallBulkhead bulkhead = new HolderCallBulkhead(Duration.ofMillis(1));
  private final CountDownLatch answers = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void end() {
    answers.countDown();
    threads.close();
  }

  /** Returns when all of these calls wait for an answer. */
  private CompletableFuture<?> hang(String peer, int times) throws Exception {
    return hang(bulkhead, peer, times);
  }

  private CompletableFuture<?> hang(HolderCallBulkhead bulkhead, String peer, int times)
      throws Exception {
    var begun = new CountDownLatch(times);
    var waiting =
        IntStream.range(0, times)
            .mapToObj(_ ->
                CompletableFuture.supplyAsync(
                    () -> bulkhead.call(peer, () -> silent(begun)), threads))
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
  void aFifthCallToAnUnresponsiveHolderIsRejectedAndOthersAreNot() throws Exception {
    var waiting = hang("bar-ucl", 4);
    assertThatThrownBy(() -> bulkhead.call("bar-ucl", () -> "answer"))
        .isInstanceOf(SegmentUnreachableException.class)
        .hasCauseInstanceOf(TaskPostponedException.class)
        .hasMessage("peer bar-ucl not called: too many calls to it are waiting");
    assertThat(bulkhead.call("bar-manchester", () -> "answer")).isEqualTo("answer");
    answers.countDown();
    waiting.get();
    assertThat(bulkhead.call("bar-ucl", () -> "answer")).isEqualTo("answer");
  }

  @Test
  void atMostSixteenCallsWaitInAll() throws Exception {
    var waiting = CompletableFuture.allOf(hang("a", 4), hang("b", 4), hang("c", 4), hang("d", 4));
    assertThatThrownBy(() -> bulkhead.call("e", () -> "answer"))
        .isInstanceOf(SegmentUnreachableException.class);
    answers.countDown();
    waiting.get();
  }

  /** Hundreds of circuits that come up together have hundreds of notifications for one holder. */
  @Test
  void aCallWaitsForAPermitWhileTheHolderAnswers() throws Exception {
    var patientBulkhead = new HolderCallBulkhead(Duration.ofDays(1));
    var first = hang(patientBulkhead, "bar-ucl", 4);
    var more =
        IntStream.range(0, 500)
            .mapToObj(_ ->
                CompletableFuture.supplyAsync(
                    () -> patientBulkhead.call("bar-ucl", () -> "answer"), threads))
            .toArray(CompletableFuture[]::new);
    answers.countDown();
    first.get();
    CompletableFuture.allOf(more).get();
  }

  /** Two hundred waits of a second would take more than three minutes. */
  @Test
  @Timeout(120)
  void anUnresponsiveHolderIsWaitedForOnce() throws Exception {
    var slowBulkhead = new HolderCallBulkhead(Duration.ofSeconds(1));
    var waiting = hang(slowBulkhead, "bar-ucl", 4);
    for (var i = 0; i < 200; i++) {
      assertThatThrownBy(() -> slowBulkhead.call("bar-ucl", () -> "answer"))
          .isInstanceOf(SegmentUnreachableException.class);
    }
    answers.countDown();
    waiting.get();
  }

  @Test
  void aFailedCallReturnsItsPermit() {
    for (var i = 0; i < 20; i++) {
      assertThatThrownBy(() -> bulkhead.call("bar-ucl", () -> Integer.parseInt("x")))
          .isInstanceOf(NumberFormatException.class);
    }
    assertThat(bulkhead.call("bar-ucl", () -> "answer")).isEqualTo("answer");
  }
}
