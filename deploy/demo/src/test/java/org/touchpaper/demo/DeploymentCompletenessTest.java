package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test run without a required program fails, or reports what was not tested. */
class DeploymentCompletenessTest {

  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final List<String> PROGRAMS =
      List.of("chromium-headless-shell", "slurmctld", "slurmd", "scontrol", "munged", "netconfd");

  @TempDir Path folder;
  private Path programs;
  private Path home;

  private record Run(int status, String output) {}

  /** A checkout whose scripts only print their arguments, on a machine with all programs. */
  @BeforeEach
  void prepare() throws IOException {
    programs = Files.createDirectories(folder.resolve("bin"));
    for (var program : PROGRAMS) {
      script(programs.resolve(program), "");
    }
    script(programs.resolve("mvn"), "echo Maven \"$@\"");
    home = Files.createDirectories(folder.resolve("home"));
    Files.createDirectories(home.resolve(".ci"));
    Files.copy(HOME.resolve(".ci/run"), home.resolve(".ci/run"));
    script(home.resolve("touchpaper"), "shift\necho tests \"$@\"");
    script(home.resolve(".ci/slurm-tree"), "echo no mirror\nexit 1");
  }

  private static void script(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private Run run(Path script, String... arguments) throws Exception {
    var line = new ArrayList<>(List.of(script.toString()));
    line.addAll(List.of(arguments));
    var builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder
        .environment()
        .merge("PATH", programs.toString(), (path, ownPath) -> ownPath + ":" + path);
    builder.environment().put("TOUCHPAPER_SLURM_ROOT", folder.resolve("slurm").toString());
    var process = builder.start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), output);
  }

  @Test
  void withoutANewerSlurmRunsOtherTestsAndReportsWhatIsNotTested() throws Exception {
    var run = run(home.resolve(".ci/run"));
    assertThat(run.output())
        .containsPattern("(?s)no mirror.*no mirror.*tests --without-newer-slurm\n.*NOT tested");
    assertThat(run.status()).isZero();
  }

  @Test
  void retriesTheMirrorOnce() throws Exception {
    script(home.resolve(".ci/slurm-tree"), "[ -e ../tried ] || { touch ../tried; exit 1; }");
    assertThat(run(home.resolve(".ci/run"))).isEqualTo(new Run(0, "tests\n"));
  }

  @Test
  void passesOptionsToTheTests() throws Exception {
    assertThat(run(home.resolve(".ci/run"), "--without-newer-slurm"))
        .isEqualTo(new Run(0, "tests --without-newer-slurm\n"));
  }

  @Test
  void testsThatFailFailTheRun() throws Exception {
    script(home.resolve("touchpaper"), "exit 7");
    assertThat(run(home.resolve(".ci/run")).status()).isEqualTo(7);
    script(home.resolve(".ci/slurm-tree"), "");
    assertThat(run(home.resolve(".ci/run")).status()).isEqualTo(7);
  }

  @Test
  void theTestsDoNotStartWithoutANewerSlurm() throws Exception {
    var run = run(HOME.resolve("touchpaper"), "test");
    assertThat(run.output())
        .contains(".ci/slurm-tree " + folder.resolve("slurm"), "--without-newer-slurm")
        .doesNotContain("Maven");
    assertThat(run.status()).isNotZero();
  }
}
