package org.touchpaper.bench.tl1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Targets: 100 MB/s for the codec and 5,000 commands per second for each session. */
class ResultTest {

  @ParameterizedTest
  @CsvSource({
    "100, 5000, 5000, true",
    "99.9, 9000, 9000, false",
    "900, 4999, 9000, false",
    "900, 9000, 4999, false",
  })
  void meetsTheTargetsOnlyIfAllAreMet(
      double codec, double coreDirector, double ons, boolean expected) {
    var result =
        new Tl1Bench.MeasuredRates(new DecoderThroughputResult(codec, 1, 1), coreDirector, ons, 1);
    assertThat(result.meetsTargets()).isEqualTo(expected);
  }
}
