package org.touchpaper.hlm.cli.booking;

import java.util.concurrent.Callable;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.output.BookingPrinter;
import org.touchpaper.hlm.cli.output.RetryAdviceTexts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Has the paths of a booking's lightpaths checked again. */
@Command(
    name = "path-check",
    description =
        "Has the paths of an active booking's lightpaths checked again: round trip, loss, order."
            + " The status command shows the results some seconds later.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper path-check 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10",
      "  touchpaper path-check 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 --throughput"
    })
public final class PathCheckCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

  @Parameters(
      paramLabel = "ID",
      converter = BookingIdConverter.class,
      description = "The booking's id.")
  private String id = "";

  @Option(
      names = "--throughput",
      description =
          "Fills 95 %% of the booked rate for 2 s, too; disturbs whatever uses the lightpath.")
  private boolean throughput;

  public PathCheckCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    try (var client = barConnectionOptions.connect(environment)) {
      return barConnectionOptions
          .printer(environment)
          .print(
              checkAll(client),
              new BookingPrinter(environment)::printCoAllocation,
              RetryAdviceTexts.tryAgain())
          .code();
    }
  }

  /** Returns the booking, or the first failure. */
  private CallResult<CoAllocationDto> checkAll(HlmClient client) {
    var found = client.find(id);
    if (!(found instanceof CallResult.Done<CoAllocationDto>(var booking, _))) {
      return found;
    }
    var last = found;
    for (var lightpath : booking.lightpaths()) {
      switch (client.checkPath(id, lightpath.connectionId(), throughput)) {
        case CallResult.Undecided<CoAllocationDto>(var asked, var body) ->
            last = new CallResult.Done<>(asked, body);
        case CallResult<CoAllocationDto> other -> {
          return other;
        }
      }
    }
    return last;
  }
}
