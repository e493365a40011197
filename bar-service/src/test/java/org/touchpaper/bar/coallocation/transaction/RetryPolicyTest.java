package org.touchpaper.bar.coallocation.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.platform.time.TimeOrderedIds;

/** The number of attempts, and the pauses between them in milliseconds. */
class RetryPolicyTest {

  private static final UUID BOOKING = new UUID(1, 2);

  @ParameterizedTest
  @CsvSource({
    "1, 0,    150,  300",
    "2, 0,    150,  600",
    "4, 0,    150,  2400",
    "1, 400,  400,  800",
    "1, 8000, 1000, 2000",
    "1, -100, 150,  300",
  })
  void thePauseIsAsLongAsOneOrMoreAttempts(int refused, int longest, int least, int most) {
    var pause = policy(5, 150).delayAfter(BOOKING, refused, Duration.ofMillis(longest));
    assertThat(pause.orElseThrow()).isBetween(Duration.ofMillis(least), Duration.ofMillis(most));
    assertThat(policy(5, 150).delayAfter(BOOKING, refused, Duration.ofMillis(longest)))
        .as("the same after a restart")
        .isEqualTo(pause);
  }

  private static RetryPolicy policy(int maxAttempts, int minPauseMillis) {
    return new RetryPolicy(maxAttempts, Duration.ofMillis(minPauseMillis));
  }

  /** In 1,000 races of two bookings that refuse each other while they pause equally long. */
  @Test
  void rivalsDoNotStayInStep() {
    var ids = new TimeOrderedIds(Clock.systemUTC());
    var unresolved =
        IntStream.range(0, 1000).filter(_ -> stayInStep(ids.next(), ids.next())).count();
    assertThat(unresolved).isLessThan(10);
  }

  private static boolean stayInStep(UUID one, UUID other) {
    return IntStream.rangeClosed(1, 4)
        .allMatch(refused ->
            policy(5, 150)
                .delayAfter(one, refused, Duration.ZERO)
                .equals(policy(5, 150).delayAfter(other, refused, Duration.ZERO)));
  }

  @Test
  void theLongestOfTheLastAttemptsCounts() {
    var durations = new RecentAttemptDurations();
    assertThat(durations.longest()).isZero();
    durations.add(Duration.ofMillis(300));
    durations.add(Duration.ofMillis(20));
    assertThat(durations.longest()).isEqualTo(Duration.ofMillis(300));
    IntStream.range(0, 15).forEach(_ -> durations.add(Duration.ofMillis(20)));
    assertThat(durations.longest()).isEqualTo(Duration.ofMillis(20));
  }

  @Test
  void thereIsNoPauseAfterTheLastAttempt() {
    var attempts = policy(2, 0);
    assertThat(attempts.delayAfter(BOOKING, 1, Duration.ofDays(1))).contains(Duration.ZERO);
    assertThat(attempts.delayAfter(BOOKING, 2, Duration.ofDays(1))).isEmpty();
  }

  @Test
  void thereIsAtLeastOneAttempt() {
    assertThatThrownBy(() -> new RetryPolicy(0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("touchpaper.bar.attempts");
  }
}
