package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostListTest {

  @Test
  void aNameAloneIsItself() {
    assertThat(HostList.expand("viz2")).containsExactly("viz2");
    assertThat(HostList.expand("")).isEmpty();
  }

  @Test
  void rangesAndSingleNumbersStandInBracketsAndKeepTheirWidth() {
    assertThat(HostList.expand("man[1-3,07],viz2,n[098-101]-ib"))
        .isEqualTo(
            List.of(
                "man1", "man2", "man3", "man07", "viz2", "n098-ib", "n099-ib", "n100-ib",
                "n101-ib"));
  }

  @Test
  void severalBracketsMeanEveryCombination() {
    assertThat(HostList.expand("r[1-2]n[5,6]")).containsExactly("r1n5", "r1n6", "r2n5", "r2n6");
  }

  @Test
  void refusesWhatIsNotClosed() {
    assertThatThrownBy(() -> HostList.expand("man[1-3")).hasMessageContaining("man[1-3");
  }
}
