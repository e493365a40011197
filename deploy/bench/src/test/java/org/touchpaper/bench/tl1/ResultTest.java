package org.touchpaper.bench.tl1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wanted: 100 MB/s of the codec, 5,000 commands a second of each session. */
class ResultTest {

  @ParameterizedTest
  @CsvSource({
    "100, 5000, 5000, true",
    "99.9, 9000, 9000, false",
    "900, 4999, 9000, false",
    "900, 9000, 4999, false",
  })
  void isReachedOnlyIfNothingIsMissed(double codec, double coreDirector, double ons, boolean is) {
    var result = new Tl1Bench.Result(new CodecSpeed(codec, 1, 1), coreDirector, ons, 1);
    assertThat(result.isReached()).isEqualTo(is);
  }
}
