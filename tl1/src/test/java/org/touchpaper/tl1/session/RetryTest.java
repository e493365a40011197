package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How long a session stays away from an element that would not have it. */
class RetryTest {

  private static Retry by(double chance) {
    return new Retry(Duration.ofMillis(100), Duration.ofSeconds(60), () -> chance);
  }

  @Test
  void waitsTwiceAsLongAfterEachFailureUpToAMinute() {
    assertThat(IntStream.of(1, 2, 3, 4, 7, 10, 11, 1000).mapToObj(n -> by(0).after(n, false)))
        .extracting(Duration::toMillis)
        .containsExactly(100L, 200L, 400L, 800L, 6_400L, 51_200L, 60_000L, 60_000L);
  }

  @Test
  void isTenTimesAsPatientWithWhoAnswersInVain() {
    assertThat(by(0).after(1, true)).isEqualTo(Duration.ofSeconds(1));
    assertThat(by(0).after(1000, true)).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void waitsUpToAnHourWhereLoginsAreRefused() {
    assertThat(IntStream.of(1, 2, 3, 7, 8, 1000).mapToObj(n -> by(0).afterRefusal(n)))
        .extracting(Duration::toSeconds)
        .containsExactly(30L, 60L, 120L, 1_920L, 3_600L, 3_600L);
  }

  @Test
  void cutsAPauseByUpToOneHalf() {
    assertThat(by(0.5).after(2, false)).isEqualTo(Duration.ofMillis(150));
    assertThat(by(1).after(2, false)).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void bringsNoHerdBackAtOnce() {
    var random = new Random(7);
    var retry = new Retry(Duration.ofMillis(100), Duration.ofSeconds(60), random::nextDouble);
    var instants = new HashSet<Long>();
    for (var session = 0; session < 1000; session++) {
      instants.add(retry.afterLoss().toMillis());
    }
    assertThat(instants).hasSizeGreaterThan(400).allMatch(each -> each >= 500 && each <= 1000);
  }
}
