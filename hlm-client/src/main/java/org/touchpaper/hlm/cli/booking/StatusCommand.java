package org.touchpaper.hlm.cli.booking;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "status",
    description = "Shows one booking, or all bookings you may see.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper status",
      "  touchpaper status 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 --json"
    })
public final class StatusCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Mixin private BarOptions barOptions = new BarOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      converter = BookingIdConverter.class,
      description = "The booking's id.")
  private @Nullable String id;

  public StatusCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    try (var client = barOptions.connect(environment)) {
      var exitCode =
          id == null
              ? BookingPrinter.print(
                  environment,
                  barOptions.json(),
                  client.list(),
                  BookingPrinter::printPage,
                  RetryAdvice.tryAgain())
              : BookingPrinter.print(
                  environment,
                  barOptions.json(),
                  client.find(id),
                  BookingPrinter::printCoAllocation,
                  RetryAdvice.tryAgain());
      return exitCode.code();
    }
  }
}
