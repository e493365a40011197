package org.touchpaper.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.elementemulator.dataplane.LinuxRequirements;

/** What the lab needs of its machine. */
final class LabRequirements {

  private LabRequirements() {}

  /** What is missing, each with how to get it; empty if all is there. */
  static List<String> listMissing() {
    var missing = new ArrayList<>(LinuxRequirements.listMissing());
    if (!runs("sysctl", "--version")) {
      missing.add("the command sysctl (apt-get install procps)");
    }
    if (!runs("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))")) {
      missing.add("Python 3.9 or later (apt-get install python3)");
    } else if (!runs("python3", "-c", "import ensurepip, venv")) {
      missing.add("Python's virtual environments (apt-get install python3-venv)");
    }
    return missing;
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
