package org.touchpaper.hlm.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line on a BAR's front door. */
@Command(
    name = "touchpaper",
    mixinStandardHelpOptions = true,
    description = "Books lightpaths and supercomputer slots at a BAR, all or nothing.",
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  done",
      "  1  refused; nothing has changed",
      "  2  not understood (this command line)",
      "  3  the BAR (or another service asked) cannot be reached, or the outcome is unknown",
      "  4  not allowed"
    })
public final class CommandLineClient implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  private CommandLineClient() {}

  /** Runs one command and ends with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(Surroundings.ofProcess(), arguments));
  }

  static int run(Surroundings surroundings, String... arguments) {
    return new CommandLine(new CommandLineClient())
        .addSubcommand(new ReserveCommand(surroundings))
        .addSubcommand(new StatusCommand(surroundings))
        .addSubcommand(new ChangeCommand(surroundings))
        .addSubcommand(new CancelCommand(surroundings))
        .addSubcommand(new TimetableCommand(surroundings))
        .addSubcommand(
            new CommandLine(new HarcCommand())
                .addSubcommand(new HarcCommand.ListCommand(surroundings))
                .addSubcommand(new HarcCommand.ExplainCommand(surroundings))
                .addSubcommand(new ForceCommand(surroundings))
                .addSubcommand(new ForgetCommand(surroundings)))
        .addSubcommand(
            new CommandLine(new ElementCommand())
                .addSubcommand(new ElementCommand.ListCommand(surroundings))
                .addSubcommand(new ElementCommand.ShowCommand(surroundings))
                .addSubcommand(new ElementTranscriptCommand(surroundings))
                .addSubcommand(new ElementSendCommand(surroundings))
                .addSubcommand(new ElementRestoreCommand(surroundings)))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(surroundings.out())
        .setErr(surroundings.err())
        .setExecutionExceptionHandler((problem, line, _) -> unexpected(problem, line))
        .setUsageHelpWidth(100)
        .execute(arguments);
  }

  /** What nobody foresaw may have happened after the request was sent. */
  private static int unexpected(Exception problem, CommandLine line) {
    line.getErr().println("outcome unknown: " + problem);
    return Outcome.UNREACHABLE_OR_UNKNOWN.code();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }
}
