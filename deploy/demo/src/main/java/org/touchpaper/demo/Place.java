package org.touchpaper.demo;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where a demo network keeps its data and listens. */
@Command
final class Place {

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Says this and ends.")
  @SuppressWarnings("unused") // picocli looks at it
  private boolean help;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where it keeps everything; .touchpaper beside the script if left out.")
  private @Nullable Path data;

  @Option(
      names = "--port-base",
      paramLabel = "N",
      description =
          "Moves every port up by N: the browser from 8080 to 8080+N and so on. Else"
              + " $TOUCHPAPER_PORT_BASE, else 0.")
  private @Nullable Integer portBase;

  DataDirectory data() {
    var home = Path.of(System.getProperty("touchpaper.home", "."));
    return new DataDirectory(data == null ? home.resolve(".touchpaper") : data);
  }

  Ports ports() {
    try {
      return new Ports(portBase == null ? fromEnvironment() : portBase);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static int fromEnvironment() {
    var variable = System.getenv("TOUCHPAPER_PORT_BASE");
    try {
      return variable == null || variable.isBlank() ? 0 : Integer.parseInt(variable.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("TOUCHPAPER_PORT_BASE is no number: " + variable, e);
    }
  }
}
