package org.touchpaper.bar.reservation.segments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.VlanRange;

/** Which labels remain to be tried at a border. */
class UntriedVlanRangeFinderTest {

  private static final VlanRange ALLOWED = VlanRange.parse("100-109");

  @Test
  void allIfNoneWasTried() {
    assertThat(UntriedVlanRangeFinder.widestUntried(ALLOWED, Set.of())).contains(ALLOWED);
  }

  @Test
  void theWidestUntriedRange() {
    assertThat(UntriedVlanRangeFinder.widestUntried(ALLOWED, Set.of(102)))
        .contains(VlanRange.parse("103-109"));
    assertThat(UntriedVlanRangeFinder.widestUntried(ALLOWED, Set.of(100, 107)))
        .contains(VlanRange.parse("101-106"));
  }

  @Test
  void theLowestOfEqualRanges() {
    assertThat(UntriedVlanRangeFinder.widestUntried(VlanRange.parse("100-104"), Set.of(102)))
        .contains(VlanRange.parse("100-101"));
  }

  @Test
  void noneIfAllWereTried() {
    assertThat(UntriedVlanRangeFinder.widestUntried(VlanRange.single(100), Set.of(100))).isEmpty();
  }

  @Test
  void whatWasTriedElsewhereDoesNotMatter() {
    assertThat(UntriedVlanRangeFinder.widestUntried(ALLOWED, Set.of(99, 110))).contains(ALLOWED);
  }
}
