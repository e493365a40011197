package org.touchpaper.hlm.cli.booking;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.CoAllocationRequest;
import org.touchpaper.hlm.CoAllocationRequest.Compute;
import org.touchpaper.hlm.CoAllocationRequest.Lightpath;
import org.touchpaper.hlm.CoAllocationRequest.Units;
import org.touchpaper.hlm.FixedSchedule;
import org.touchpaper.hlm.RequestedTime;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ShellQuoting;
import org.touchpaper.hlm.cli.output.BookingPrinter;
import org.touchpaper.hlm.cli.output.RetryAdviceTexts;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "reserve",
    sortOptions = false,
    description = "Books lightpaths, nodes and units in one call, all or nothing.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper reserve --from vis.ucl --to newton.manchester --mbps 300 \\",
      "             --compute newton:4 --start +10s --duration 20s",
      "  touchpaper reserve --compute newton:128 --start 2026-12-01T21:00:00Z \\",
      "             --end 2026-12-01T22:00:00Z",
      "  touchpaper reserve --compute newton:128 \\",
      "             --not-before +1h --not-after +12h --duration 90m",
      "  touchpaper reserve --from vis.ucl --to newton.manchester --mbps 300 --compute newton:4 \\",
      "             --run pore --arg steps=5000 --viewer vis.ucl --duration 1h"
    })
public final class ReserveCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

  @ArgGroup(exclusive = false, multiplicity = "0..*")
  private List<LightpathOption> lightpaths = new ArrayList<>();

  @Option(
      names = "--compute",
      paramLabel = "RESOURCE:NODES",
      description = "Cluster and number of nodes. May be repeated.")
  private List<String> compute = new ArrayList<>();

  @Option(
      names = "--run",
      paramLabel = "APP",
      description = {
        "Application that starts by itself on the nodes of --compute. resources lists those of a",
        "cluster."
      })
  private @Nullable String application;

  @Mixin private ApplicationLaunchOptions applicationLaunchOptions = new ApplicationLaunchOptions();

  @Option(
      names = "--units",
      paramLabel = "RESOURCE/UNIT:N",
      description = "Amount of a unit of a store or an instrument. May be repeated.")
  private List<String> units = new ArrayList<>();

  @Option(
      names = "--start",
      paramLabel = "TIME",
      description = "Start: ISO 8601 with a zone, or +10s, +5m, +2h from now. Default: now.")
  private @Nullable String start;

  @Option(names = "--end", paramLabel = "TIME", description = "End, written as --start.")
  private @Nullable String end;

  @Option(
      names = "--not-before",
      paramLabel = "TIME",
      description = "Earliest start of the earliest slot that fits, written as --start.")
  private @Nullable String notBefore;

  @Option(
      names = "--not-after",
      paramLabel = "TIME",
      description = "Latest end of the earliest slot that fits; requires --duration.")
  private @Nullable String notAfter;

  @Option(
      names = "--duration",
      paramLabel = "LENGTH",
      description = "Such as 20s, 90m, 1h30m, PT1H. Instead of --end, or with --not-after.")
  private @Nullable String duration;

  @Option(names = "--description", paramLabel = "TEXT", description = "Purpose of the booking.")
  private @Nullable String description;

  @Option(
      names = "--dry-run",
      description = {
        "Asks whether it fits, and on which path; books nothing.",
        "Exit status: 0 if it fits, 1 if not."
      })
  private boolean dryRun;

  @Mixin private IdempotencyKeyOption key = new IdempotencyKeyOption();

  static final class LightpathOption {
    @Option(names = "--from", required = true, paramLabel = "HOST", description = "One end.")
    private String from = "";

    @Option(names = "--to", required = true, paramLabel = "HOST", description = "The other end.")
    private String to = "";

    @Option(
        names = "--mbps",
        required = true,
        paramLabel = "N",
        description = "Bandwidth in Mbit/s.")
    private int mbps;
  }

  public ReserveCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var request = buildRequest();
    try (var client = barConnectionOptions.connect(environment)) {
      if (dryRun) {
        return barConnectionOptions.printer(environment).printDryRun(client.dryRun(request)).code();
      }
      var result =
          UndecidedRequestRepeater.untilDecided(environment, () -> client.book(request, key.key()));
      return barConnectionOptions
          .printer(environment)
          .print(result, new BookingPrinter(environment)::printCoAllocation, retryAdvice(request))
          .code();
    }
  }

  private CoAllocationRequest buildRequest() {
    if (lightpaths.isEmpty() && compute.isEmpty() && units.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "nothing to book; give --from, --to and --mbps, or --compute, or --units, or several");
    }
    validateRun();
    try {
      return new CoAllocationRequest(
          description,
          requestedTime(environment.clock().instant()),
          compute.stream().map(text -> withRun(parseCompute(text))).toList(),
          lightpaths.stream()
              .map(lightpath -> new Lightpath(lightpath.from, lightpath.to, lightpath.mbps))
              .toList(),
          units.stream().map(ReserveCommand::parseUnits).toList());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Compute withRun(Compute nodes) {
    return application == null
        ? nodes
        : new Compute(
            null, nodes.resource(), nodes.nodes(), applicationLaunchOptions.toRun(application));
  }

  private void validateRun() {
    if (application == null && !applicationLaunchOptions.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--arg, --env, --viewer and the like need --run");
    }
    if (application != null && compute.size() != 1) {
      throw new ParameterException(spec.commandLine(), "--run needs one --compute");
    }
  }

  private RequestedTime requestedTime(Instant now) {
    if (notBefore == null && notAfter == null) {
      return schedule(now);
    }
    if (start != null || end != null) {
      throw new IllegalArgumentException(
          "use either --start and --end, or --not-before, --not-after and --duration");
    }
    if (notAfter == null || duration == null) {
      throw new IllegalArgumentException(
          "the earliest slot requires --not-after and --duration; --not-before is optional");
    }
    return new RequestedTime.Window(
        notBefore == null ? null : TimeOptionParser.parseInstant("--not-before", notBefore, now),
        TimeOptionParser.parseInstant("--not-after", notAfter, now),
        TimeOptionParser.parseLength("--duration", duration));
  }

  private FixedSchedule schedule(Instant now) {
    if ((end == null) == (duration == null)) {
      throw new IllegalArgumentException("give either --end or --duration");
    }
    var startTime = start == null ? null : TimeOptionParser.parseInstant("--start", start, now);
    return new FixedSchedule(
        startTime,
        duration == null
            ? TimeOptionParser.parseInstant("--end", String.valueOf(end), now)
            : TimeOptionParser.parseOffset(
                "--duration", duration, startTime == null ? now : startTime));
  }

  private static Compute parseCompute(String text) {
    var colon = text.lastIndexOf(':');
    try {
      return new Compute(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "--compute takes RESOURCE:NODES, such as newton:4, not '" + text + "'", e);
    }
  }

  private static Units parseUnits(String text) {
    var slash = text.indexOf('/');
    var colon = text.lastIndexOf(':');
    try {
      return new Units(
          text.substring(0, slash),
          text.substring(slash + 1, colon),
          Integer.parseInt(text.substring(colon + 1)));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "--units takes RESOURCE/UNIT:N, such as store/tape:20, not '" + text + "'", e);
    }
  }

  /** Repeats the request in absolute times: with relative times it would be another request. */
  private RetryAdviceTexts retryAdvice(CoAllocationRequest request) {
    var command =
        new StringBuilder("touchpaper reserve").append(barConnectionOptions.commandLineText());
    request
        .lightpaths()
        .forEach(component ->
            command.append(
                " --from %s --to %s --mbps %d"
                    .formatted(
                        ShellQuoting.quote(component.source()),
                        ShellQuoting.quote(component.destination()),
                        component.bandwidthMbps())));
    request
        .compute()
        .forEach(component ->
            command.append(
                " --compute "
                    + ShellQuoting.quote(component.resource() + ":" + component.nodes())
                    + runText(component.run())));
    request
        .units()
        .forEach(component ->
            command.append(
                " --units "
                    + ShellQuoting.quote(
                        "%s/%s:%d"
                            .formatted(
                                component.resource(), component.unit(), component.amount()))));
    command.append(commandLineText(request.schedule()));
    command.append(description == null ? "" : " --description " + ShellQuoting.quote(description));
    return RetryAdviceTexts.repeat(command.append(key.commandLineText()).toString());
  }

  private static String runText(CoAllocationRequest.@Nullable Run run) {
    return run == null
        ? ""
        : " --run "
            + ShellQuoting.quote(run.application())
            + ApplicationLaunchOptions.commandLineText(run);
  }

  private static String commandLineText(RequestedTime time) {
    return switch (time) {
      case FixedSchedule(var startTime, var endTime) ->
          TimeOptionParser.option("--start", startTime) + " --end " + endTime;
      case RequestedTime.Window(var notBefore, var notAfter, var length) ->
          TimeOptionParser.option("--not-before", notBefore)
              + " --not-after "
              + notAfter
              + " --duration "
              + length;
    };
  }
}
