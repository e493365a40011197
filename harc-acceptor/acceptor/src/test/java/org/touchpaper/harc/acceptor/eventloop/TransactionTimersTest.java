package org.touchpaper.harc.acceptor.eventloop;

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
import org.touchpaper.harc.protocol.TransactionId;

/** Timers on an event loop with simulated time, and a wall clock that is changed. */
class TransactionTimersTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final int MANY = 50_000;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private Instant now = NOON;
  private int clockReads;
  private final InstantSource clock =
      () -> {
        clockReads++;
        return now;
      };
  private final List<String> fired = new ArrayList<>();
  private final TransactionTimers timers =
      new TransactionTimers(
          clock.withZone(ZoneOffset.UTC), channel.eventLoop(), id -> fired.add(id.value()));

  TransactionTimersTest() {
    channel.freezeTime();
  }

  @AfterEach
  void close() {
    timers.close();
    channel.finishAndReleaseAll();
  }

  /** Timers must not each read the clock every second on the thread that votes. */
  @Test
  void manyDistantAlarmsReadTheClockOnceASecond() {
    for (var n = 0; n < MANY; n++) {
      timers.set(id(n), NOON.plusSeconds(3600).plusMillis(MANY - n));
    }
    clockReads = 0;
    for (var second = 0; second < 10; second++) {
      advanceClocks(Duration.ofSeconds(1));
    }
    assertThat(clockReads).isBetween(9, 11);
    assertThat(fired).isEmpty();
    advanceClocks(Duration.ofHours(2));
    assertThat(fired)
        .as("by due time")
        .isEqualTo(IntStream.range(0, MANY).mapToObj(n -> "t." + (MANY - 1 - n)).toList());
  }

  @Test
  void eachAlarmFiresOnceAtItsLastDueTime() {
    timers.set(id(1), NOON.plusMillis(700));
    timers.set(id(2), NOON.plusMillis(200));
    timers.set(id(3), NOON.plusMillis(300));
    timers.set(id(3), NOON.plusMillis(900));
    timers.set(id(4), NOON.plusMillis(100));
    timers.cancel(id(4));
    advanceClocks(Duration.ofMillis(201));
    assertThat(fired).containsExactly("t.2");
    advanceClocks(Duration.ofMillis(499));
    assertThat(fired).containsExactly("t.2");
    advanceClocks(Duration.ofMillis(1));
    assertThat(fired).containsExactly("t.2", "t.1");
    advanceClocks(Duration.ofSeconds(10));
    assertThat(fired).containsExactly("t.2", "t.1", "t.3");
  }

  @Test
  void anAlarmDueBeforeTheFirstFiresInTime() {
    timers.set(id(1), NOON.plusMillis(800));
    advanceClocks(Duration.ofMillis(100));
    timers.set(id(2), NOON.plusMillis(150));
    advanceClocks(Duration.ofMillis(51));
    assertThat(fired).containsExactly("t.2");
  }

  @Test
  void firesWithinASecondAfterTheClockIsSetForward() {
    timers.set(id(1), NOON.plusSeconds(3600));
    now = now.plusSeconds(3600);
    advanceClocks(Duration.ofSeconds(1));
    assertThat(fired).containsExactly("t.1");
  }

  /** The scheduled task ends later by the new clock than the new alarm. */
  @Test
  void anAlarmSetAfterTheClockWasSetForwardFiresInTime() {
    timers.set(id(1), NOON.plusSeconds(36_000));
    now = now.plusSeconds(3600);
    timers.set(id(2), now.plusMillis(20));
    advanceClocks(Duration.ofMillis(21));
    assertThat(fired).containsExactly("t.2");
  }

  @Test
  void firesOnceAClockThatWasSetBackIsCorrected() {
    timers.set(id(1), NOON.plusMillis(500));
    now = now.minusSeconds(3600);
    advanceClocks(Duration.ofSeconds(60));
    assertThat(fired).isEmpty();
    timers.set(id(2), now.plusMillis(20));
    advanceClocks(Duration.ofMillis(21));
    assertThat(fired).as("by the current clock").containsExactly("t.2");
    now = NOON.plusSeconds(61);
    advanceClocks(Duration.ofSeconds(1));
    assertThat(fired).containsExactly("t.2", "t.1");
  }

  /** A handler may set its alarm again at once, as retries do. */
  @Test
  void anAlarmThatFiredMayBeSetAgain() {
    for (var time = 1; time <= 3; time++) {
      timers.set(id(1), now.plusSeconds(2));
      advanceClocks(Duration.ofSeconds(1));
      advanceClocks(Duration.ofMillis(1001));
      assertThat(fired).hasSize(time);
    }
  }

  private static TransactionId id(int n) {
    return new TransactionId("t." + n);
  }

  /** Advances the wall clock and the event loop's time. */
  private void advanceClocks(Duration time) {
    now = now.plus(time);
    channel.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
    var _ = channel.runScheduledPendingTasks();
  }
}
