package org.touchpaper.demo;

import java.io.Console;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.touchpaper.demo.config.DemoNetworkVariant;
import org.touchpaper.demo.config.StartupException;
import org.touchpaper.demo.run.InstalledEngine;
import org.touchpaper.demo.scenario.DemoConsole;
import org.touchpaper.demo.scenario.DemoScenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description =
        "Starts the demo network, books, verifies every step on the elements, and stops it.")
final class DemoScenarioCommand implements Callable<Integer> {
  @Mixin private DataDirectoryAndPortOptions options = new DataDirectoryAndPortOptions();

  @Option(names = "--keep", description = "Keep the network running afterwards, until Ctrl-C.")
  private boolean keep;

  @Option(names = "--processes", description = "Run each service in a JVM of its own.")
  private boolean processes;

  @Override
  public Integer call() throws InterruptedException {
    try (var launcherRun =
        LauncherRun.open(options.data(), options.ports(), DemoNetworkVariant.UKLIGHT)) {
      launcherRun.start(
          processes ? DemoNetworkVariant.UKLIGHT.serviceNames() : List.of(), findEngine());
      var status = runScenario(launcherRun);
      if (keep) {
        launcherRun.printUsage();
        new CountDownLatch(1).await();
      }
      return status;
    }
  }

  private Optional<InstalledEngine> findEngine() {
    try {
      return InstalledEngine.find(
          List.of(options.data().root(), new DataDirectoryAndPortOptions().data().root()));
    } catch (IOException e) {
      throw new StartupException("cannot use the engine: " + e.getMessage());
    }
  }

  private int runScenario(LauncherRun launcherRun) {
    var isTerminal = Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    try (var probe = launcherRun.probe()) {
      return new DemoScenario(probe, new DemoConsole(System.out, isTerminal)).run(keep);
    }
  }
}
