package org.touchpaper.elementsession.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The pauses between connection attempts. */
class ReconnectBackoffTest {

  private static ReconnectBackoff backoffWithJitter(double chance) {
    return new ReconnectBackoff(Duration.ofMillis(100), Duration.ofSeconds(60), () -> chance);
  }

  @Test
  void waitsTwiceAsLongAfterEachFailureUpToAMinute() {
    assertThat(
            IntStream.of(1, 2, 3, 4, 7, 10, 11, 1000)
                .mapToObj(n -> backoffWithJitter(0).delayAfterFailures(n, false)))
        .extracting(Duration::toMillis)
        .containsExactly(100L, 200L, 400L, 800L, 6_400L, 51_200L, 60_000L, 60_000L);
  }

  @Test
  void waitsTenTimesAsLongIfTheElementCannotBeUsed() {
    assertThat(backoffWithJitter(0).delayAfterFailures(1, true)).isEqualTo(Duration.ofSeconds(1));
    assertThat(backoffWithJitter(0).delayAfterFailures(1000, true))
        .isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void waitsUpToAnHourWhereLoginsAreRefused() {
    assertThat(
            IntStream.of(1, 2, 3, 7, 8, 1000)
                .mapToObj(n -> backoffWithJitter(0).delayAfterRefusals(n)))
        .extracting(Duration::toSeconds)
        .containsExactly(30L, 60L, 120L, 1_920L, 3_600L, 3_600L);
  }

  @Test
  void jitterShortensAPauseByUpToOneHalf() {
    assertThat(backoffWithJitter(0.5).delayAfterFailures(2, false))
        .isEqualTo(Duration.ofMillis(150));
    assertThat(backoffWithJitter(1).delayAfterFailures(2, false)).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void spreadsTheReconnectsOfManySessions() {
    var random = new Random(7);
    var backoff =
        new ReconnectBackoff(Duration.ofMillis(100), Duration.ofSeconds(60), random::nextDouble);
    var instants = new HashSet<Long>();
    for (var session = 0; session < 1000; session++) {
      instants.add(backoff.delayAfterLoss().toMillis());
    }
    assertThat(instants)
        .hasSizeGreaterThan(400)
        .allMatch(millis -> millis >= 500 && millis <= 1000);
  }
}
