package org.touchpaper.hlm.cli.booking;

import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "timetable",
    description = "Shows free capacity. Advisory: only a booking decides.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper timetable newton",
      "  touchpaper timetable vis.ucl/newton.manchester --from +1h --to +3h"
    })
public final class TimetableCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private BarOptions barOptions = new BarOptions();

  @Parameters(
      paramLabel = "RESOURCE",
      description = "A cluster, or two hosts separated by a slash.")
  private String resource = "";

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Start, as for reserve. Default: now.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "End. Default: a day after the start.")
  private @Nullable String to;

  public TimetableCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var start = instant("--from", from);
    var end = instant("--to", to);
    try (var client = barOptions.connect(environment)) {
      return BookingPrinter.print(
              environment,
              barOptions.json(),
              client.timetable(resource, start, end),
              BookingPrinter::printTimetable,
              RetryAdvice.tryAgain())
          .code();
    }
  }

  private @Nullable Instant instant(String option, @Nullable String text) {
    try {
      return text == null
          ? null
          : TimeOptions.parseInstant(option, text, environment.clock().instant());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
