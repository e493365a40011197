package org.touchpaper.demo;

import org.touchpaper.demo.config.StartupException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Main class behind {@code ./touchpaper up}, {@code down} and {@code demo}. */
@Command(
    name = "touchpaper",
    mixinStandardHelpOptions = true,
    subcommands = {UpCommand.class, DownCommand.class, DemoScenarioCommand.class})
public final class Launcher implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  private Launcher() {}

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new Launcher())
            .setExecutionExceptionHandler((problem, line, _) -> explain(problem, line))
            .execute(arguments));
  }

  private static int explain(Exception problem, CommandLine line) {
    if (isShuttingDown()) {
      return 1; // an error during shutdown is expected
    }
    line.getErr().println("touchpaper: " + problem.getMessage());
    if (!(problem instanceof StartupException)) {
      problem.printStackTrace(line.getErr());
    }
    return 1;
  }

  private static boolean isShuttingDown() {
    var probeHook = new Thread();
    try {
      Runtime.getRuntime().addShutdownHook(probeHook);
      Runtime.getRuntime().removeShutdownHook(probeHook);
      return false;
    } catch (IllegalStateException _) {
      return true; // shutdown hooks are running
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command: up, down or demo");
  }
}
