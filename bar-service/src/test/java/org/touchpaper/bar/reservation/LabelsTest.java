package org.touchpaper.bar.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.VlanRange;

/** Which labels are still worth a try at a border. */
class LabelsTest {

  private static final VlanRange ALLOWED = VlanRange.parse("100-109");

  @Test
  void allOfThemIfNoneWasTried() {
    assertThat(Labels.untried(ALLOWED, Set.of())).contains(ALLOWED);
  }

  @Test
  void theWidestRunWithoutThoseTried() {
    assertThat(Labels.untried(ALLOWED, Set.of(102))).contains(VlanRange.parse("103-109"));
    assertThat(Labels.untried(ALLOWED, Set.of(100, 107))).contains(VlanRange.parse("101-106"));
  }

  @Test
  void theLowestOfEquals() {
    assertThat(Labels.untried(VlanRange.parse("100-104"), Set.of(102)))
        .contains(VlanRange.parse("100-101"));
  }

  @Test
  void noneIfAllWereTried() {
    assertThat(Labels.untried(VlanRange.single(100), Set.of(100))).isEmpty();
  }

  @Test
  void whatWasTriedElsewhereDoesNotMatter() {
    assertThat(Labels.untried(ALLOWED, Set.of(99, 110))).contains(ALLOWED);
  }
}
