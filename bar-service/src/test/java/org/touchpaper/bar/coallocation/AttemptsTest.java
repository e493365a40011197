package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often it is tried, and how long apart, in milliseconds. */
class AttemptsTest {

  @ParameterizedTest
  @CsvSource({
    "1, 0,    50,   150",
    "2, 0,    100,  300",
    "1, 400,  200,  600",
    "1, 8000, 1000, 3000",
    "1, -100, 50,   150",
  })
  void thePauseGrowsWithTheRefusalsAndWithTheTimeTheyTook(
      int refused, int took, int least, int most) {
    var pause = new Attempts(5, Duration.ofMillis(50)).pauseAfter(refused, Duration.ofMillis(took));
    assertThat(pause.orElseThrow()).isBetween(Duration.ofMillis(least), Duration.ofMillis(most));
  }

  @Test
  void nobodyPausesOnceThereWereEnough() {
    var attempts = new Attempts(2, Duration.ZERO);
    assertThat(attempts.pauseAfter(1, Duration.ZERO)).contains(Duration.ZERO);
    assertThat(attempts.pauseAfter(2, Duration.ofDays(1))).isEmpty();
  }

  @Test
  void itIsTriedOnceAtLeast() {
    assertThatThrownBy(() -> new Attempts(0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("touchpaper.bar.attempts");
  }
}
