package org.touchpaper.nsap.element.ciena;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The CoreDirector's notation of termination points. */
class CtpListFormatTest {

  @Test
  void writesOneTextForOneSetOfPoints() {
    assertThat(CtpListFormat.normalize("1-A-5-1-CTP-3&1-A-5-1-CTP-1&1-A-5-1-CTP-2"))
        .isEqualTo("1-A-5-1-CTP-1&&3");
    assertThat(CtpListFormat.normalize("1-A-5-1-1&&21")).isEqualTo("1-A-5-1-CTP-1&&21");
    assertThat(CtpListFormat.normalize("b-CTP-2&a-CTP-1")).isEqualTo("a-CTP-1&b-CTP-2");
    assertThat(CtpListFormat.normalize("whatever")).isEqualTo("whatever");
    assertThat(CtpListFormat.ofNumbers(List.of(7, 1, 2))).isEqualTo("1&&2&7");
  }

  /** It uses no memory. */
  @Test
  void anImpossiblyLongListIsInvalid() {
    var tooLong = "a-1&&99999&b-1&&99999";
    assertThat(CtpListFormat.normalize(tooLong)).isEqualTo(tooLong);
    assertThat(CtpListFormat.points(tooLong)).isEmpty();
  }
}
