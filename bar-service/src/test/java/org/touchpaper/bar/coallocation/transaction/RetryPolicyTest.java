package org.touchpaper.bar.coallocation.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of attempts, and the pauses between them in milliseconds. */
class RetryPolicyTest {

  @ParameterizedTest
  @CsvSource({
    "1, 0,    50,   150",
    "2, 0,    100,  300",
    "1, 400,  200,  600",
    "1, 8000, 1000, 3000",
    "1, -100, 50,   150",
  })
  void thePauseGrowsWithTheRefusalsAndTheirDuration(int refused, int took, int least, int most) {
    var pause =
        new RetryPolicy(5, Duration.ofMillis(50)).delayAfter(refused, Duration.ofMillis(took));
    assertThat(pause.orElseThrow()).isBetween(Duration.ofMillis(least), Duration.ofMillis(most));
  }

  @Test
  void thereIsNoPauseAfterTheLastAttempt() {
    var attempts = new RetryPolicy(2, Duration.ZERO);
    assertThat(attempts.delayAfter(1, Duration.ZERO)).contains(Duration.ZERO);
    assertThat(attempts.delayAfter(2, Duration.ofDays(1))).isEmpty();
  }

  @Test
  void thereIsAtLeastOneAttempt() {
    assertThatThrownBy(() -> new RetryPolicy(0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("touchpaper.bar.attempts");
  }
}
