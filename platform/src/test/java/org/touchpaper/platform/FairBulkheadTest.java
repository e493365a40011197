package org.touchpaper.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A bulkhead with four places and a queue of four, three of each per caller. */
class FairBulkheadTest {

  private final FairBulkhead fairBulkhead = new FairBulkhead(4, 4, 75, Duration.ofMinutes(1));
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void oneCallerLeavesPlacesAndQueueForAnother() throws Exception {
    var waiting = new ArrayList<CompletableFuture<Boolean>>();
    for (var place = 0; place < 3; place++) {
      assertThat(fairBulkhead.tryEnter("greedy")).isTrue();
    }
    for (var bench = 0; bench < 3; bench++) {
      waiting.add(CompletableFuture.supplyAsync(() -> fairBulkhead.tryEnter("greedy"), threads));
    }
    await().atMost(Duration.ofMinutes(1)).until(() -> fairBulkhead.waitingCount() == 3);
    assertThat(fairBulkhead.tryEnter("greedy")).isFalse();

    assertThat(fairBulkhead.tryEnter("modest")).isTrue();
    var second = CompletableFuture.supplyAsync(() -> fairBulkhead.tryEnter("modest"), threads);
    await().atMost(Duration.ofMinutes(1)).until(() -> fairBulkhead.waitingCount() == 4);
    fairBulkhead.leave("modest");
    assertThat(second.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(waiting).noneMatch(CompletableFuture::isDone);

    for (var place = 0; place < 3; place++) {
      fairBulkhead.leave("greedy");
    }
    for (var waiter : waiting) {
      assertThat(waiter.get(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aTimeoutFreesTheQueuePlace() {
    var hasty = new FairBulkhead(1, 1, 100, Duration.ofMillis(1));
    assertThat(hasty.tryEnter("first")).isTrue();
    for (var again = 0; again < 2; again++) {
      assertThat(hasty.tryEnter("second")).isFalse();
      assertThat(hasty.waitingCount()).isZero();
    }
    hasty.leave("first");
    assertThat(hasty.tryEnter("second")).isTrue();
  }

  @Test
  void noPlaceIsLostOrGivenTwiceUnderContention() throws Exception {
    var hasty = new FairBulkhead(4, 64, 75, Duration.ofMillis(1));
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    var seed = 20261121L;
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var visits = new ArrayList<CompletableFuture<Void>>();
    for (var i = 0; i < 2000; i++) {
      var caller = "c" + random.nextInt(3);
      visits.add(
          CompletableFuture.runAsync(
              () -> {
                if (hasty.tryEnter(caller)) {
                  most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                  hasty.waitingCount(); // some work
                  inside.decrementAndGet();
                  hasty.leave(caller);
                }
              },
              threads));
    }
    CompletableFuture.allOf(visits.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    assertThat(most).hasValueLessThanOrEqualTo(4);
    assertThat(hasty.waitingCount()).isZero();
    for (var caller : new String[] {"a", "b", "c", "d"}) {
      assertThat(hasty.tryEnter(caller)).isTrue();
    }
  }
}
