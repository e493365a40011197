package org.touchpaper.imd.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class FrameMeterTest {

  private static final long MS = 1_000_000;

  @Test
  void nothingIsKnownBeforeTheSecondFrame() {
    var meter = new FrameMeter(0);
    assertThat(meter.statistics().framesPerSecond()).isZero();
    meter.frame(5 * MS, 100);
    assertThat(meter.statistics()).isEqualTo(new FrameStatistics(1, 100, 0, 0, 0, 0, 0));
  }

  @Test
  void theTimePerStepIsTheMeanGap() {
    var meter = new FrameMeter(0);
    for (var at : new long[] {0, 10, 20, 50}) {
      meter.frame(at * MS, 1_000);
    }
    var measured = meter.statistics();
    assertThat(measured.frames()).isEqualTo(4);
    assertThat(measured.bytes()).isEqualTo(4_000);
    assertThat(measured.meanMs()).isEqualTo(50.0 / 3, within(1e-9));
    assertThat(measured.maxMs()).isEqualTo(30, within(1e-9));
  }

  @Test
  void framesOfTheWarmUpAreNotCounted() {
    var meter = new FrameMeter(2);
    for (var at : new long[] {0, 900, 910, 920}) {
      meter.frame(at * MS, 1_000);
    }
    var measured = meter.statistics();
    assertThat(measured.frames()).isEqualTo(2);
    assertThat(measured.bytes()).isEqualTo(2_000);
    assertThat(measured.meanMs()).isEqualTo(10, within(1e-9));
    assertThat(measured.framesPerSecond()).isEqualTo(100, within(1e-9));
    assertThat(measured.megabitsPerSecond()).isEqualTo(0.8, within(1e-9));
  }

  @Test
  void percentilesAreExactToOnePercentFromMicrosecondsToMinutes() {
    for (var unit : new long[] {10_000, MS, 60_000 * MS}) {
      var meter = new FrameMeter(0);
      var at = 0L;
      meter.frame(at, 1);
      for (var gap = 1; gap <= 100; gap++) {
        at += gap * unit;
        meter.frame(at, 1);
      }
      var measured = meter.statistics();
      assertThat(measured.p50Ms())
          .isCloseTo(Math.min(50 * unit * 1e-6, 1e6), Percentage.withPercentage(1.1));
      assertThat(measured.p95Ms())
          .isCloseTo(Math.min(95 * unit * 1e-6, 1e6), Percentage.withPercentage(1.1));
    }
  }
}
