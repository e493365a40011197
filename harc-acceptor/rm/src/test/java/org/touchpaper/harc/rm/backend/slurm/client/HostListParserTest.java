package org.touchpaper.harc.rm.backend.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostListParserTest {

  @Test
  void aSingleNameIsItself() {
    assertThat(HostListParser.expand("viz2")).containsExactly("viz2");
    assertThat(HostListParser.expand("")).isEmpty();
  }

  @Test
  void expandsRangesAndNumbersInBracketsWithTheirWidth() {
    assertThat(HostListParser.expand("man[1-3,07],viz2,n[098-101]-ib"))
        .isEqualTo(
            List.of(
                "man1", "man2", "man3", "man07", "viz2", "n098-ib", "n099-ib", "n100-ib",
                "n101-ib"));
  }

  @Test
  void severalBracketsExpandToEveryCombination() {
    assertThat(HostListParser.expand("r[1-2]n[5,6]"))
        .containsExactly("r1n5", "r1n6", "r2n5", "r2n6");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "man[1-3",
        "man[1-b]",
        "man[3-1]",
        "man[-3]",
        "man[0-99999]",
        "man[1-999999999999]",
        "r[1-300]n[1-300]"
      })
  void rejectsInvalidAndUnboundedLists(String text) {
    assertThatThrownBy(() -> HostListParser.expand(text))
        .isInstanceOf(UnparsableOutputException.class)
        .hasMessageContaining("not a ");
  }
}
