package org.touchpaper.demo;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Brings the demo network up, shows it at work, and ends it; behind {@code ./touchpaper}. */
@Command(
    name = "touchpaper",
    mixinStandardHelpOptions = true,
    subcommands = {UpCommand.class, DownCommand.class, DemoCommand.class})
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
    if (isEnding()) {
      return 1; // what is interrupted finds the network going away, which is no news
    }
    line.getErr().println("touchpaper: " + problem.getMessage());
    if (!(problem instanceof CannotStart)) {
      problem.printStackTrace(line.getErr());
    }
    return 1;
  }

  private static boolean isEnding() {
    var none = new Thread();
    try {
      Runtime.getRuntime().addShutdownHook(none);
      Runtime.getRuntime().removeShutdownHook(none);
      return false;
    } catch (IllegalStateException _) {
      return true; // hooks are running already
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }
}
