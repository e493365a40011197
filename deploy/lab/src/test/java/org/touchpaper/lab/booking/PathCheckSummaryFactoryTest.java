package org.touchpaper.lab.booking;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.touchpaper.hlm.CoAllocationDto.PathCheck;
import org.touchpaper.hlm.CoAllocationDto.PathLoss;
import org.touchpaper.hlm.CoAllocationDto.PathRoundTrip;
import org.touchpaper.lab.result.PathCheckSummary;

class PathCheckSummaryFactoryTest {

  private static PathCheck passed(int lost, String ruledOutAbove) {
    return new PathCheck(
        "passed",
        new PathRoundTrip(
            new BigDecimal("6.912"),
            new BigDecimal("7.065"),
            new BigDecimal("9.098"),
            new BigDecimal("0.242"),
            new BigDecimal("6.800")),
        new PathLoss(3000, lost, 0, lost, new BigDecimal(ruledOutAbove), new BigDecimal("0.95")),
        0,
        "in other words");
  }

  @Test
  void aGoodPathIsSummedUpInOneLine() {
    assertThat(PathCheckSummaryFactory.of(passed(0, "0.000998")))
        .isEqualTo(
            new PathCheckSummary(
                true,
                "6.9 ms against 6.8 ms of the topology, 0 of 3000 lost (< 0.1 % with 95 %), none reordered"));
    assertThat(PathCheckSummaryFactory.of(passed(2, "0.0021")).summary())
        .contains("2 of 3000 lost (< 0.21 % with 95 %)");
  }

  @Test
  void aBadPathSaysWhatIsWrong() {
    assertThat(
            PathCheckSummaryFactory.of(
                new PathCheck("failed", null, null, null, "none of 3000 packets came back")))
        .isEqualTo(new PathCheckSummary(false, "failed: none of 3000 packets came back"));
  }
}
