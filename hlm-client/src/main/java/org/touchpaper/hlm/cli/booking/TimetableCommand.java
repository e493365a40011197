package org.touchpaper.hlm.cli.booking;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.TimetableQuery;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.output.ResourceAndTimetablePrinter;
import org.touchpaper.hlm.cli.output.RetryAdviceTexts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "timetable",
    description =
        "Shows free capacity and, with --duration, when all of it fits. Advisory: only a booking"
            + " decides.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper timetable newton",
      "  touchpaper timetable vis.ucl/newton.manchester --from +1h --to +3h",
      "  touchpaper timetable newton vis.ucl/newton.manchester --nodes 4 --mbps 300 --duration 1h"
    })
public final class TimetableCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "RESOURCE",
      description =
          "A cluster, a host, a link, two hosts separated by a slash, or a unit such as store/tape.")
  private List<String> resources = List.of();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Start, as for reserve. Default: now.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "End. Default: a day after the start.")
  private @Nullable String to;

  @Option(
      names = "--duration",
      paramLabel = "LENGTH",
      description = "Also show the windows in which all fits for so long, such as 90m or 1h30m.")
  private @Nullable String duration;

  @Option(
      names = "--mbps",
      paramLabel = "N",
      description = "What is needed of each lightpath, host and link, in Mbit/s.")
  private @Nullable Integer mbps;

  @Option(names = "--nodes", paramLabel = "N", description = "What is needed of each cluster.")
  private @Nullable Integer nodes;

  @Option(
      names = "--amount",
      paramLabel = "N",
      description = "What is needed of each unit of a store or an instrument.")
  private @Nullable Integer amount;

  @Option(names = "--limit", paramLabel = "N", description = "At most N windows, 1 to 1000.")
  private @Nullable Integer limit;

  public TimetableCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var query =
        new TimetableQuery(
            resources,
            instant("--from", from),
            instant("--to", to),
            mbps,
            nodes,
            amount,
            duration == null ? null : length(duration),
            limit);
    try (var client = barConnectionOptions.connect(environment)) {
      return barConnectionOptions
          .printer(environment)
          .print(
              client.timetable(query),
              new ResourceAndTimetablePrinter(environment)::printTimetable,
              RetryAdviceTexts.tryAgain())
          .code();
    }
  }

  private Duration length(String text) {
    try {
      return TimeOptionParser.parseLength("--duration", text);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private @Nullable Instant instant(String option, @Nullable String text) {
    try {
      return text == null
          ? null
          : TimeOptionParser.parseInstant(option, text, environment.clock().instant());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
