package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RestVersionTest {

  @Test
  void theNewestThatWasTriedIsSpoken() {
    assertThat(best(42, 45, 44, 43)).contains(new RestVersion(45));
    assertThat(best(43, 42, 41, 40)).contains(new RestVersion(43));
    assertThat(best(44, 45, 46, 47)).contains(new RestVersion(45));
  }

  @Test
  void ofNewerOnesTheOldestIsSpoken() {
    assertThat(best(49, 48, 50)).contains(new RestVersion(48));
  }

  @Test
  void noneIsSpokenInWhichReservationsCannotBeMade() {
    assertThat(best(40, 41, 42)).isEmpty();
    assertThat(best()).isEmpty();
  }

  @Test
  void readsWhatItPrints() {
    assertThat(RestVersion.parse("v0.0.43")).hasToString("v0.0.43");
    assertThatThrownBy(() -> RestVersion.parse("43"))
        .hasMessage("a version of slurmrestd's API looks like v0.0.43, not 43");
  }

  private static Optional<RestVersion> best(int... served) {
    return RestVersion.best(IntStream.of(served).mapToObj(RestVersion::new).toList());
  }
}
