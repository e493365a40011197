package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long an element that goes on talking is left alone after it was read. */
class HintsTest {

  @ParameterizedTest
  @CsvSource({"0, 300", "100, 300", "101, 303", "1000, 3000", "1666, 4998", "60000, 5000"})
  void restsThreeTimesAsLongAsItReadWithinBounds(long readMs, long restMs) {
    assertThat(Hints.restAfter(Duration.ofMillis(readMs))).isEqualTo(Duration.ofMillis(restMs));
  }
}
