package org.touchpaper.demo;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DemoNetworkVariant;
import org.touchpaper.demo.config.PortPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Data directory and ports of a demo network. */
@Command
final class DataDirectoryAndPortOptions {

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("unused") // read by picocli
  private boolean help;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Data directory. Default: .touchpaper beside the script.")
  private @Nullable Path data;

  @Option(
      names = "--port-base",
      paramLabel = "N",
      description =
          "Moves every port up by N, from 0 to "
              + PortPlan.MAX_BASE
              + ": the reservations browser from 8080 to 8080+N, and so on. Default:"
              + " $TOUCHPAPER_PORT_BASE, else 0. Give other commands the same option or variable.")
  private @Nullable Integer portBase;

  DataDirectory data() {
    return data(DemoNetworkVariant.UKLIGHT);
  }

  /** Each network has a directory of its own: its acceptors have other peers. */
  DataDirectory data(DemoNetworkVariant network) {
    var home = Path.of(System.getProperty("touchpaper.home", "."));
    var name =
        network == DemoNetworkVariant.UKLIGHT ? ".touchpaper" : ".touchpaper-" + network.label();
    return new DataDirectory(data == null ? home.resolve(name) : data);
  }

  PortPlan ports() {
    try {
      return new PortPlan(portBase == null ? fromEnvironment() : portBase);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static int fromEnvironment() {
    var variable = System.getenv("TOUCHPAPER_PORT_BASE");
    try {
      return variable == null || variable.isBlank() ? 0 : Integer.parseInt(variable.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("TOUCHPAPER_PORT_BASE is not a number: " + variable, e);
    }
  }
}
