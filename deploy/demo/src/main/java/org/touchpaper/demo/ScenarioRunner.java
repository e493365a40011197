package org.touchpaper.demo;

import java.io.Console;
import java.util.Optional;
import org.touchpaper.demo.scenario.DemoConsole;
import org.touchpaper.demo.scenario.DemoScenario;

/** Runs the demo scenario on a running network. */
final class ScenarioRunner {
  private ScenarioRunner() {}

  /**
   * Runs the demo on a healthy network.
   *
   * @return the exit status
   */
  static int run(LauncherRun launcherRun, boolean keep) {
    try (var probe = launcherRun.probe()) {
      return new DemoScenario(probe, new DemoConsole(System.out, isTerminal())).run(keep);
    }
  }

  private static boolean isTerminal() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }
}
