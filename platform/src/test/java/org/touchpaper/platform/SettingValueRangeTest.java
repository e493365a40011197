package org.touchpaper.platform;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class SettingValueRangeTest {

  private static final SettingValueRange<Duration> PAUSE =
      new SettingValueRange<>(Duration.ofMillis(200), Duration.ofHours(1));

  @Test
  void bothEndsArePermitted() {
    assertThatCode(() -> PAUSE.check("pause", Duration.ofMillis(200))).doesNotThrowAnyException();
    assertThatCode(() -> PAUSE.check("pause", Duration.ofMinutes(60))).doesNotThrowAnyException();
  }

  @Test
  void valuesOutsideAreReportedInConfigurationFormat() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PAUSE.check("touchpaper.pause", Duration.ZERO))
        .withMessage("touchpaper.pause is 0s; set it to a value from 200ms to 1h");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PAUSE.check("touchpaper.pause", Duration.ofSeconds(-90)))
        .withMessageStartingWith("touchpaper.pause is -90s;");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PAUSE.check("touchpaper.pause", Duration.ofNanos(1)))
        .withMessageStartingWith("touchpaper.pause is PT0.000000001S;");
  }

  @Test
  void countsAndSizesHaveRangesToo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SettingValueRange<>(1, 9).check("touchpaper.count", 10))
        .withMessage("touchpaper.count is 10; set it to a value from 1 to 9");
    var size = new SettingValueRange<>(DataSize.ofKilobytes(1), DataSize.ofMegabytes(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> size.check("touchpaper.size", DataSize.ofBytes(0)))
        .withMessageStartingWith("touchpaper.size is 0B;");
  }

  @Test
  void anEmptyRangeIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new SettingValueRange<>(2, 1));
  }
}
