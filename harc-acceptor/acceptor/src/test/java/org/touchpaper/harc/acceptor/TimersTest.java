package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.TransactionId;

/** Alarms on the thread that votes, whose time is turned here, and a clock that somebody sets. */
class TimersTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final int MANY = 50_000;

  private final EmbeddedChannel streams = new EmbeddedChannel();
  private Instant now = NOON;
  private int looks;
  private final InstantSource clock =
      () -> {
        looks++;
        return now;
      };
  private final List<String> rung = new ArrayList<>();
  private final Timers timers =
      new Timers(clock.withZone(ZoneOffset.UTC), streams.eventLoop(), id -> rung.add(id.value()));

  TimersTest() {
    streams.freezeTime();
  }

  @AfterEach
  void close() {
    timers.close();
    streams.finishAndReleaseAll();
  }

  /** Each of them looked at the clock each second, in a burst, on the thread that votes. */
  @Test
  void manyThatAreFarAheadCostALookAtTheClockEachSecond() {
    for (var n = 0; n < MANY; n++) {
      timers.set(id(n), NOON.plusSeconds(3600).plusMillis(MANY - n));
    }
    looks = 0;
    for (var second = 0; second < 10; second++) {
      pass(Duration.ofSeconds(1));
    }
    assertThat(looks).isBetween(9, 11);
    assertThat(rung).isEmpty();
    pass(Duration.ofHours(2));
    assertThat(rung)
        .as("in the order in which they are due")
        .isEqualTo(IntStream.range(0, MANY).mapToObj(n -> "t." + (MANY - 1 - n)).toList());
  }

  @Test
  void eachRingsOnceWhenItIsDueAsItWasLastSet() {
    timers.set(id(1), NOON.plusMillis(700));
    timers.set(id(2), NOON.plusMillis(200));
    timers.set(id(3), NOON.plusMillis(300));
    timers.set(id(3), NOON.plusMillis(900));
    timers.set(id(4), NOON.plusMillis(100));
    timers.cancel(id(4));
    pass(Duration.ofMillis(201));
    assertThat(rung).containsExactly("t.2");
    pass(Duration.ofMillis(499));
    assertThat(rung).containsExactly("t.2");
    pass(Duration.ofMillis(1));
    assertThat(rung).containsExactly("t.2", "t.1");
    pass(Duration.ofSeconds(10));
    assertThat(rung).containsExactly("t.2", "t.1", "t.3");
  }

  /** What is due before the one that is waited for is not late for that. */
  @Test
  void oneThatIsDueBeforeTheFirstRingsInTime() {
    timers.set(id(1), NOON.plusMillis(800));
    pass(Duration.ofMillis(100));
    timers.set(id(2), NOON.plusMillis(150));
    pass(Duration.ofMillis(51));
    assertThat(rung).containsExactly("t.2");
  }

  @Test
  void ringsWithinASecondOfAClockThatIsPutForward() {
    timers.set(id(1), NOON.plusSeconds(3600));
    now = now.plusSeconds(3600);
    pass(Duration.ofSeconds(1));
    assertThat(rung).containsExactly("t.1");
  }

  /** What is waited for ends later by the new clock than it was to by the old. */
  @Test
  void oneThatIsSetAfterTheClockWasPutForwardRingsInTime() {
    timers.set(id(1), NOON.plusSeconds(36_000));
    now = now.plusSeconds(3600);
    timers.set(id(2), now.plusMillis(20));
    pass(Duration.ofMillis(21));
    assertThat(rung).containsExactly("t.2");
  }

  @Test
  void doesNotRingByAClockThatWasSetBackAndDoesOnceItIsPutRight() {
    timers.set(id(1), NOON.plusMillis(500));
    now = now.minusSeconds(3600);
    pass(Duration.ofSeconds(60));
    assertThat(rung).isEmpty();
    timers.set(id(2), now.plusMillis(20));
    pass(Duration.ofMillis(21));
    assertThat(rung).as("by the clock as it is").containsExactly("t.2");
    now = NOON.plusSeconds(61);
    pass(Duration.ofSeconds(1));
    assertThat(rung).containsExactly("t.2", "t.1");
  }

  /** What rings may set its own again at once, as what is told again is. */
  @Test
  void oneThatRangMayBeSetAgain() {
    for (var time = 1; time <= 3; time++) {
      timers.set(id(1), now.plusSeconds(2));
      pass(Duration.ofSeconds(1));
      pass(Duration.ofMillis(1001));
      assertThat(rung).hasSize(time);
    }
  }

  private static TransactionId id(int n) {
    return new TransactionId("t." + n);
  }

  /** Both clocks go on, as they do where nobody sets ours. */
  private void pass(Duration time) {
    now = now.plus(time);
    streams.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
    var _ = streams.runScheduledPendingTasks();
  }
}
