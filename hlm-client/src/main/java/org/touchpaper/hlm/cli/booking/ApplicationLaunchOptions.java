package org.touchpaper.hlm.cli.booking;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.CoAllocationRequest.Resources;
import org.touchpaper.hlm.CoAllocationRequest.Run;
import org.touchpaper.hlm.cli.common.ShellQuoting;
import picocli.CommandLine.Option;

/** How an application is launched. */
final class ApplicationLaunchOptions {

  @Option(
      names = "--arg",
      paramLabel = "NAME=VALUE",
      description = "Argument of the application. May be repeated. resources lists them.")
  private List<String> arguments = new ArrayList<>();

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "Environment variable of the application. May be repeated.")
  private Map<String, String> environment = new LinkedHashMap<>();

  @Option(
      names = "--viewer",
      paramLabel = "HOST",
      description = "Host from which it is watched, over the lightpath to it.")
  private @Nullable String viewer;

  @Option(
      names = "--processes-per-node",
      paramLabel = "N",
      description = "Default: as its site registered it.")
  private @Nullable Integer processesPerNode;

  @Option(
      names = "--cores-per-process",
      paramLabel = "N",
      description = "Default: as its site registered it.")
  private @Nullable Integer coresPerProcess;

  Run toRun(String application) {
    var resources =
        processesPerNode == null && coresPerProcess == null
            ? null
            : new Resources(processesPerNode, coresPerProcess);
    return new Run(application, arguments, environment, resources, viewer);
  }

  /** Returns true if none is given. */
  boolean isEmpty() {
    return toRun("").equals(Run.of(""));
  }

  /** The options that launch the same when the command is repeated. */
  static String commandLineText(Run run) {
    var text = new StringBuilder();
    run.arguments()
        .forEach(argument -> text.append(" --arg ").append(ShellQuoting.quote(argument)));
    run.environment()
        .forEach(
            (name, value) -> text.append(" --env ").append(ShellQuoting.quote(name + "=" + value)));
    if (run.viewer() != null) {
      text.append(" --viewer ").append(ShellQuoting.quote(run.viewer()));
    }
    var resources = run.resources();
    if (resources != null && resources.processesPerNode() != null) {
      text.append(" --processes-per-node ").append(resources.processesPerNode());
    }
    if (resources != null && resources.cpuCoresPerProcess() != null) {
      text.append(" --cores-per-process ").append(resources.cpuCoresPerProcess());
    }
    return text.toString();
  }
}
