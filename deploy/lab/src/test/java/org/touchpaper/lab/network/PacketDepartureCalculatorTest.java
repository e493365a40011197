package org.touchpaper.lab.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PacketDepartureCalculatorTest {

  private static final long MS = 1_000_000;

  /** 1226 bytes and 24 of overhead: 10 000 bits, a millisecond at 10 Mbit/s. */
  private static final int BYTES = 1_226;

  @Test
  void aPacketLeavesAfterItsBitsAndTheDelay() {
    var schedule = schedule(new PathSettings(4, 0, 0, false, 10, 10_000));
    assertThat(schedule.leave(0, BYTES)).hasValue(5 * MS);
  }

  @Test
  void packetsWaitForOneAnotherAtTheRateOfThePath() {
    var schedule = schedule(new PathSettings(4, 0, 0, false, 10, 10_000));
    schedule.leave(0, BYTES);
    assertThat(schedule.leave(0, BYTES)).hasValue(6 * MS);
    assertThat(schedule.leave(10 * MS, BYTES)).hasValue(15 * MS);
  }

  @Test
  void aFullQueueDropsPacketsUntilItHasRoom() {
    var schedule = schedule(new PathSettings(0, 0, 0, false, 10, 2 * BYTES + 24));
    assertThat(schedule.leave(0, BYTES)).isPresent();
    assertThat(schedule.leave(0, BYTES)).isPresent();
    assertThat(schedule.leave(0, BYTES)).isEmpty();
    assertThat(schedule.leave(2 * MS, BYTES)).isPresent();
  }

  @Test
  void lossIsThePercentageThatWasAskedFor() {
    var schedule = schedule(new PathSettings(0, 0, 1, false, 1_000, 1_000_000));
    var lost =
        IntStream.range(0, 100_000).filter(i -> schedule.leave(i * MS, BYTES).isEmpty()).count();
    assertThat(lost).isBetween(900L, 1_100L);
  }

  @Test
  void jitterIsNormalAboutTheDelay() {
    var schedule = schedule(new PathSettings(8, 1.6, 0, true, 100_000, 1_000_000));
    var delays =
        IntStream.range(0, 20_000)
            .mapToDouble(i -> (schedule.leave(i * MS, BYTES).orElseThrow() - i * MS) * 1e-6)
            .toArray();
    var mean = Arrays.stream(delays).average().orElseThrow();
    var variance =
        Arrays.stream(delays).map(delay -> (delay - mean) * (delay - mean)).average().orElseThrow();
    assertThat(mean).isEqualTo(8, within(0.05));
    assertThat(Math.sqrt(variance)).isEqualTo(1.6, within(0.05));
  }

  @Test
  void packetsOvertakeOneAnotherOnlyIfTheyMay() {
    assertThat(isInOrder(new PathSettings(4, 0.8, 0, false, 1_000, 1_000_000))).isTrue();
    assertThat(isInOrder(new PathSettings(4, 0.8, 0, true, 1_000, 1_000_000))).isFalse();
  }

  private static boolean isInOrder(PathSettings settings) {
    var schedule = schedule(settings);
    var due = new ArrayList<Long>();
    for (var i = 0; i < 100; i++) {
      due.add(schedule.leave(i * MS / 10, BYTES).orElseThrow());
    }
    return due.stream().sorted().toList().equals(due);
  }

  private static PacketDepartureCalculator schedule(PathSettings settings) {
    return new PacketDepartureCalculator(settings, new SplittableRandom(1), 0);
  }
}
