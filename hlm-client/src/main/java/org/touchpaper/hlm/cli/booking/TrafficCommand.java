package org.touchpaper.hlm.cli.booking;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.output.RetryAdviceTexts;
import org.touchpaper.hlm.cli.output.TrafficPrinter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the measured traffic of a booking's lightpaths. */
@Command(
    name = "traffic",
    description =
        "Shows the measured traffic of a booking's lightpaths, or of a lightpath: mean and peak in"
            + " both directions, beside the booked rate.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper traffic 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10",
      "  touchpaper traffic 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 --from 2026-12-01T20:00:00Z"
    })
public final class TrafficCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

  @Parameters(
      paramLabel = "ID",
      converter = BookingIdConverter.class,
      description = "The booking's id.")
  private String id = "";

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Start, as for reserve. Default: an hour before the end.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "End, at most 7 days after the start. Default: now.")
  private @Nullable String to;

  public TrafficCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var start = instant("--from", from);
    var end = instant("--to", to);
    try (var client = barConnectionOptions.connect(environment)) {
      var code = 0;
      for (var lightpath : lightpaths(client)) {
        code =
            Math.max(
                code,
                barConnectionOptions
                    .printer(environment)
                    .print(
                        client.traffic(lightpath, start, end),
                        new TrafficPrinter(environment)::printTraffic,
                        RetryAdviceTexts.tryAgain())
                    .code());
      }
      return code;
    }
  }

  /** Those of the booking; the id itself if it is none of a booking with parts. */
  private List<String> lightpaths(HlmClient client) {
    return client.find(id) instanceof CallResult.Done<CoAllocationDto>(var booking, _)
        ? booking.lightpaths().stream().map(lightpath -> lightpath.connectionId()).toList()
        : List.of(id);
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
