package org.touchpaper.hlm.cli;

import org.touchpaper.hlm.cli.booking.ApplicationRunCommand;
import org.touchpaper.hlm.cli.booking.CancelCommand;
import org.touchpaper.hlm.cli.booking.ChangeCommand;
import org.touchpaper.hlm.cli.booking.ConnectionInstructionsCommand;
import org.touchpaper.hlm.cli.booking.EventsCommand;
import org.touchpaper.hlm.cli.booking.PathCheckCommand;
import org.touchpaper.hlm.cli.booking.ReserveCommand;
import org.touchpaper.hlm.cli.booking.ResourcesCommand;
import org.touchpaper.hlm.cli.booking.ShowBookingsCommand;
import org.touchpaper.hlm.cli.booking.TimetableCommand;
import org.touchpaper.hlm.cli.booking.TokenCommand;
import org.touchpaper.hlm.cli.booking.TrafficCommand;
import org.touchpaper.hlm.cli.booking.WebhookCommand;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import org.touchpaper.hlm.cli.cut.SecurityCutCommand;
import org.touchpaper.hlm.cli.cut.SecurityCutLiftCommand;
import org.touchpaper.hlm.cli.cut.SecurityCutListCommand;
import org.touchpaper.hlm.cli.element.ElementCommand;
import org.touchpaper.hlm.cli.element.ElementRestoreCommand;
import org.touchpaper.hlm.cli.element.ElementSendCommand;
import org.touchpaper.hlm.cli.element.ElementTranscriptCommand;
import org.touchpaper.hlm.cli.harc.ForceCommand;
import org.touchpaper.hlm.cli.harc.ForgetResourceManagerCommand;
import org.touchpaper.hlm.cli.harc.HarcCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Main class of the command line: bookings, acceptors and network elements. */
@Command(
    name = "touchpaper",
    mixinStandardHelpOptions = true,
    description = "Books lightpaths and supercomputer nodes at a BAR, all or nothing.",
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  success",
      "  1  refused; nothing has changed",
      "  2  invalid command line",
      "  3  a service cannot be reached, or the outcome is unknown",
      "  4  not allowed"
    })
public final class TouchpaperCommandLine implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  private TouchpaperCommandLine() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] arguments) {
    System.exit(run(CliEnvironment.ofProcess(), arguments));
  }

  public static int run(CliEnvironment environment, String... arguments) {
    return new CommandLine(new TouchpaperCommandLine())
        .addSubcommand(new ReserveCommand(environment))
        .addSubcommand(new ShowBookingsCommand(environment))
        .addSubcommand(new ConnectionInstructionsCommand(environment))
        .addSubcommand(new PathCheckCommand(environment))
        .addSubcommand(new TrafficCommand(environment))
        .addSubcommand(new ChangeCommand(environment))
        .addSubcommand(new CancelCommand(environment))
        .addSubcommand(
            new CommandLine(new ApplicationRunCommand())
                .addSubcommand(new ApplicationRunCommand.ShowCommand(environment))
                .addSubcommand(new ApplicationRunCommand.OutputCommand(environment))
                .addSubcommand(new ApplicationRunCommand.StopCommand(environment))
                .addSubcommand(new ApplicationRunCommand.StartCommand(environment)))
        .addSubcommand(new ResourcesCommand(environment))
        .addSubcommand(new TimetableCommand(environment))
        .addSubcommand(new EventsCommand(environment))
        .addSubcommand(
            new CommandLine(new WebhookCommand())
                .addSubcommand(new WebhookCommand.AddCommand(environment))
                .addSubcommand(new WebhookCommand.ListWebhooksCommand(environment))
                .addSubcommand(new WebhookCommand.ResumeCommand(environment))
                .addSubcommand(new WebhookCommand.RemoveCommand(environment)))
        .addSubcommand(
            new CommandLine(new TokenCommand())
                .addSubcommand(new TokenCommand.CreateCommand(environment))
                .addSubcommand(new TokenCommand.ListCommand(environment))
                .addSubcommand(new TokenCommand.RevokeCommand(environment)))
        .addSubcommand(
            new CommandLine(new HarcCommand())
                .addSubcommand(new HarcCommand.ListCommand(environment))
                .addSubcommand(new HarcCommand.ExplainCommand(environment))
                .addSubcommand(new ForceCommand(environment))
                .addSubcommand(new ForgetResourceManagerCommand(environment)))
        .addSubcommand(
            new CommandLine(new ElementCommand())
                .addSubcommand(new ElementCommand.ListCommand(environment))
                .addSubcommand(new ElementCommand.ShowCommand(environment))
                .addSubcommand(new ElementTranscriptCommand(environment))
                .addSubcommand(new ElementSendCommand(environment))
                .addSubcommand(new ElementRestoreCommand(environment)))
        .addSubcommand(new SecurityCutCommand(environment))
        .addSubcommand(new SecurityCutLiftCommand(environment))
        .addSubcommand(new SecurityCutListCommand(environment))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(environment.out())
        .setErr(environment.err())
        .setExecutionExceptionHandler((problem, line, _) -> unexpected(problem, line))
        .setUsageHelpWidth(100)
        .execute(arguments);
  }

  /** An unexpected exception may follow a request that was sent, so the outcome is unknown. */
  private static int unexpected(Exception problem, CommandLine line) {
    line.getErr().println("outcome unknown: " + problem);
    return ExitCode.UNREACHABLE_OR_UNKNOWN.code();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
