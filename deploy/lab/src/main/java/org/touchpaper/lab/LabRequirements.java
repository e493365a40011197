package org.touchpaper.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.touchpaper.elementemulator.dataplane.LinuxRequirements;
import org.touchpaper.lab.engine.GromacsWaterModel;

/** What the lab needs of its machine. */
final class LabRequirements {

  private static final List<String> DIRECTORIES =
      List.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin", "/sbin", "/bin");

  private static final Map<String, String> SLURM =
      new TreeMap<>(
          Map.of(
              "slurmctld", "slurmctld",
              "slurmd", "slurmd",
              "scontrol", "slurm-client",
              "munged", "munge",
              "nsenter", "util-linux",
              "unshare", "util-linux",
              "setsid", "util-linux"));

  private LabRequirements() {}

  /**
   * What is missing, each with how to get it; empty if all is there.
   *
   * @param books whether the lab books, and so needs Slurm
   * @param needsGromacs whether the second engine is wanted
   */
  static List<String> listMissing(boolean books, boolean needsGromacs) {
    var missing = new ArrayList<>(LinuxRequirements.listMissing());
    if (!runs("sysctl", "--version")) {
      missing.add("the command sysctl (apt-get install procps)");
    }
    missing.addAll(listMissingOfPython());
    if (needsGromacs && findGromacs().isEmpty()) {
      missing.add("the command gmx (apt-get install -y --no-install-recommends gromacs)");
    }
    if (books) {
      SLURM.forEach((program, debianPackage) -> {
        if (DIRECTORIES.stream()
            .noneMatch(directory -> Files.isExecutable(Path.of(directory, program)))) {
          missing.add(
              "the command %s (apt-get install %s), unless with --without-booking"
                  .formatted(program, debianPackage));
        }
      });
    }
    return missing;
  }

  /** The command gmx of GROMACS. */
  static Optional<Path> findGromacs() {
    return GromacsWaterModel.findProgram(DIRECTORIES);
  }

  /** What the engine's installation needs of it. */
  static List<String> listMissingOfPython() {
    if (!runs("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))")) {
      return List.of("Python 3.9 or later (apt-get install python3)");
    }
    return runs("python3", "-c", "import ensurepip, venv")
        ? List.of()
        : List.of("Python's virtual environments (apt-get install python3-venv)");
  }

  private static boolean runs(String... command) {
    try {
      return new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
