package org.touchpaper.hlm.cli.booking;

import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.CoAllocationRequest;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.hlm.Problem;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ShellQuoting;
import org.touchpaper.hlm.cli.output.ApplicationRunPrinter;
import org.touchpaper.hlm.cli.output.RetryAdviceTexts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code run} with its subcommands. It keeps no state: the booking has it. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Shows, stops and launches what runs on booked nodes.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper run status 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10",
      "  touchpaper run output 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10",
      "  touchpaper run stop 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10",
      "  touchpaper run start 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 pore --arg steps=5000"
    })
public final class ApplicationRunCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing subcommand: status, output, stop or start");
  }

  /** The booking, and the cluster that is meant. */
  private static final class PartOptions {
    @Parameters(
        index = "0",
        paramLabel = "ID",
        converter = BookingIdConverter.class,
        description = "The booking's id.")
    private String id = "";

    @Option(
        names = "--cluster",
        paramLabel = "NAME",
        description = "The cluster, if the booking has nodes of several.")
    private @Nullable String cluster;

    private interface PartCall<T> {
      CallResult<T> send(CoAllocationDto.Compute part, String partId);
    }

    /** Reads the booking, and calls about its nodes. */
    <T> CallResult<T> onPart(HlmClient client, PartCall<T> call) {
      return client
          .find(id)
          .ifDone(booking -> {
            var parts =
                booking.compute().stream()
                    .filter(part -> cluster == null || part.resource().equals(cluster))
                    .toList();
            return parts.size() == 1
                ? call.send(parts.getFirst(), String.valueOf(parts.getFirst().id()))
                : new CallResult.Refused<>(
                    Problem.of(
                        parts.isEmpty()
                            ? "the booking has no such nodes"
                            : "the booking has nodes of several clusters: give --cluster"),
                    "");
          });
    }

    String commandLineText() {
      return " "
          + ShellQuoting.quote(id)
          + (cluster == null ? "" : " --cluster " + ShellQuoting.quote(cluster));
    }
  }

  /** A command that only reads. */
  abstract static class ReadCommand implements Callable<Integer> {
    final CliEnvironment environment;
    @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();
    @Mixin private PartOptions part = new PartOptions();

    ReadCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    final int print(Consumer<CoAllocationDto.Run> format) {
      try (var client = barConnectionOptions.connect(environment)) {
        return barConnectionOptions
            .printer(environment)
            .print(
                part.onPart(client, (_, partId) -> client.findRun(part.id, partId)),
                format,
                RetryAdviceTexts.tryAgain())
            .code();
      }
    }
  }

  @Command(name = "status", description = "Shows the state of a run, and where to watch it.")
  public static final class ShowCommand extends ReadCommand {
    public ShowCommand(CliEnvironment environment) {
      super(environment);
    }

    @Override
    public Integer call() {
      return print(new ApplicationRunPrinter(environment)::printRun);
    }
  }

  @Command(name = "output", description = "Prints the last lines that a run wrote.")
  public static final class OutputCommand extends ReadCommand {
    public OutputCommand(CliEnvironment environment) {
      super(environment);
    }

    @Override
    public Integer call() {
      return print(new ApplicationRunPrinter(environment)::printOutput);
    }
  }

  @Command(name = "stop", description = "Stops a run. The nodes stay booked.")
  public static final class StopCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();
    @Mixin private PartOptions part = new PartOptions();
    @Mixin private IdempotencyKeyOption key = new IdempotencyKeyOption();

    public StopCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      var retryCommand =
          "touchpaper run stop"
              + barConnectionOptions.commandLineText()
              + part.commandLineText()
              + key.commandLineText();
      try (var client = barConnectionOptions.connect(environment)) {
        var result =
            UndecidedRequestRepeater.untilDecided(
                environment,
                () ->
                    part.onPart(client, (_, partId) -> client.stopRun(part.id, partId, key.key())));
        return barConnectionOptions
            .printer(environment)
            .print(
                result,
                new ApplicationRunPrinter(environment)::printRun,
                RetryAdviceTexts.repeat(retryCommand))
            .code();
      }
    }
  }

  @Command(
      name = "start",
      sortOptions = false,
      description = "Launches an application on booked nodes; by default what ran last, once more.")
  public static final class StartCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();
    @Mixin private PartOptions part = new PartOptions();

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "APP",
        description = "The application's name. resources lists them.")
    private @Nullable String application;

    @Mixin private ApplicationLaunchOptions options = new ApplicationLaunchOptions();
    @Mixin private IdempotencyKeyOption key = new IdempotencyKeyOption();

    public StartCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      if (application == null && !options.isEmpty()) {
        throw new ParameterException(spec.commandLine(), "name the application, too");
      }
      var wanted = application == null ? null : options.toRun(application);
      try (var client = barConnectionOptions.connect(environment)) {
        var result =
            UndecidedRequestRepeater.untilDecided(
                environment,
                () -> part.onPart(client, (it, partId) -> launch(client, it, partId, wanted)));
        return barConnectionOptions
            .printer(environment)
            .print(
                result,
                new ApplicationRunPrinter(environment)::printRun,
                RetryAdviceTexts.repeat(retryCommand(wanted)))
            .code();
      }
    }

    private CallResult<CoAllocationDto.Run> launch(
        HlmClient client,
        CoAllocationDto.Compute found,
        String partId,
        CoAllocationRequest.@Nullable Run wanted) {
      var last = found.run();
      var run = wanted == null && last != null ? last.toRequest() : wanted;
      return run == null
          ? new CallResult.Refused<>(Problem.of("nothing ran yet: name the application"), "")
          : client.launch(part.id, partId, run, key.key());
    }

    private String retryCommand(CoAllocationRequest.@Nullable Run wanted) {
      return "touchpaper run start"
          + barConnectionOptions.commandLineText()
          + part.commandLineText()
          + (wanted == null
              ? ""
              : " "
                  + ShellQuoting.quote(wanted.application())
                  + ApplicationLaunchOptions.commandLineText(wanted))
          + key.commandLineText();
    }
  }
}
