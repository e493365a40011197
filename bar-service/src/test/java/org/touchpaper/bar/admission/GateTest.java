package org.touchpaper.bar.admission;

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

/** A gate with four places and as many benches, of each three for one caller. */
class GateTest {

  private final Gate gate = new Gate(new Admission.Limit(4, 4, 75, Duration.ofMinutes(1)));
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void oneCallerLeavesAPlaceAndABenchForAnother() throws Exception {
    var waiting = new ArrayList<CompletableFuture<Boolean>>();
    for (var place = 0; place < 3; place++) {
      assertThat(gate.enter("greedy")).isTrue();
    }
    for (var bench = 0; bench < 3; bench++) {
      waiting.add(CompletableFuture.supplyAsync(() -> gate.enter("greedy"), threads));
    }
    await().atMost(Duration.ofMinutes(1)).until(() -> gate.waiting() == 3);
    assertThat(gate.enter("greedy")).isFalse();

    assertThat(gate.enter("modest")).isTrue();
    var second = CompletableFuture.supplyAsync(() -> gate.enter("modest"), threads);
    await().atMost(Duration.ofMinutes(1)).until(() -> gate.waiting() == 4);
    gate.leave("modest");
    assertThat(second.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(waiting).noneMatch(CompletableFuture::isDone);

    for (var place = 0; place < 3; place++) {
      gate.leave("greedy");
    }
    for (var each : waiting) {
      assertThat(each.get(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void whoLosesPatienceLeavesNoBenchTaken() {
    var hasty = new Gate(new Admission.Limit(1, 1, 100, Duration.ofMillis(1)));
    assertThat(hasty.enter("first")).isTrue();
    for (var again = 0; again < 2; again++) {
      assertThat(hasty.enter("second")).isFalse();
      assertThat(hasty.waiting()).isZero();
    }
    hasty.leave("first");
    assertThat(hasty.enter("second")).isTrue();
  }

  @Test
  void noPlaceIsLostOrGivenTwiceWhoeverComesAndGivesUp() throws Exception {
    var hasty = new Gate(new Admission.Limit(4, 64, 75, Duration.ofMillis(1)));
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
                if (hasty.enter(caller)) {
                  most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                  hasty.waiting(); // some work in here
                  inside.decrementAndGet();
                  hasty.leave(caller);
                }
              },
              threads));
    }
    CompletableFuture.allOf(visits.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    assertThat(most).hasValueLessThanOrEqualTo(4);
    assertThat(hasty.waiting()).isZero();
    for (var caller : new String[] {"a", "b", "c", "d"}) {
      assertThat(hasty.enter(caller)).isTrue();
    }
  }
}
