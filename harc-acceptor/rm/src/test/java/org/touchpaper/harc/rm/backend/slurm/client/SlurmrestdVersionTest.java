package org.touchpaper.harc.rm.backend.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlurmrestdVersionTest {

  @Test
  void picksTheNewestTestedVersion() {
    assertThat(best(42, 45, 44, 43)).contains(new SlurmrestdVersion(45));
    assertThat(best(43, 42, 41, 40)).contains(new SlurmrestdVersion(43));
    assertThat(best(44, 45, 46, 47)).contains(new SlurmrestdVersion(45));
  }

  @Test
  void picksTheOldestOfNewerVersions() {
    assertThat(best(49, 48, 50)).contains(new SlurmrestdVersion(48));
  }

  @Test
  void picksNoVersionThatCannotCreateReservations() {
    assertThat(best(40, 41, 42)).isEmpty();
    assertThat(best()).isEmpty();
  }

  @Test
  void parsesItsOwnText() {
    assertThat(SlurmrestdVersion.parse("v0.0.43")).hasToString("v0.0.43");
    assertThatThrownBy(() -> SlurmrestdVersion.parse("43"))
        .hasMessage("touchpaper.rm.slurm.rest.version must have the form v0.0.43, not 43");
  }

  private static Optional<SlurmrestdVersion> best(int... served) {
    return SlurmrestdVersion.best(IntStream.of(served).mapToObj(SlurmrestdVersion::new).toList());
  }
}
