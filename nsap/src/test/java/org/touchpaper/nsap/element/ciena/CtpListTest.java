package org.touchpaper.nsap.element.ciena;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Points as the CoreDirector lists them. */
class CtpListTest {

  @Test
  void writesOneTextForOneSetOfPoints() {
    assertThat(CtpList.normal("1-A-5-1-CTP-3&1-A-5-1-CTP-1&1-A-5-1-CTP-2"))
        .isEqualTo("1-A-5-1-CTP-1&&3");
    assertThat(CtpList.normal("1-A-5-1-1&&21")).isEqualTo("1-A-5-1-CTP-1&&21");
    assertThat(CtpList.normal("b-CTP-2&a-CTP-1")).isEqualTo("a-CTP-1&b-CTP-2");
    assertThat(CtpList.normal("whatever")).isEqualTo("whatever");
    assertThat(CtpList.ofNumbers(List.of(7, 1, 2))).isEqualTo("1&&2&7");
  }

  /** Nobody's memory is spent on it. */
  @Test
  void whatNamesMoreThanThereCanBeIsNoList() {
    var more = "a-1&&99999&b-1&&99999";
    assertThat(CtpList.normal(more)).isEqualTo(more);
    assertThat(CtpList.points(more)).isEmpty();
  }
}
