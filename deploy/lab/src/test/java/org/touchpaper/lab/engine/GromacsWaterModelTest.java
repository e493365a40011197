package org.touchpaper.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GromacsWaterModelTest {

  @TempDir Path folder;

  @Test
  void gromacsWaitsAtThePortForItsViewer() {
    assertThat(GromacsWaterModel.arguments(Path.of("/x/run.tpr"), "8902"))
        .containsSequence("mdrun", "-s", "/x/run.tpr")
        .containsSequence("-imdport", "8902")
        .contains("-imdwait", "-imdpull");
  }

  @Test
  void aStepOfThePreparationThatFailsIsNamed() {
    assertThatThrownBy(() -> GromacsWaterModel.prepare(Path.of("/bin/false"), folder))
        .hasMessageStartingWith("'gmx solvate -cs spc216.gro")
        .hasMessageEndingWith("failed; see " + folder.resolve("prepare.log"));
  }

  @Test
  void aMachineWithoutGmxHasNoProgram() {
    assertThat(GromacsWaterModel.findProgram(List.of(folder.toString()))).isEmpty();
  }
}
