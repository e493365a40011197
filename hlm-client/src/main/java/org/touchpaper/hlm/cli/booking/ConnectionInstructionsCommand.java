package org.touchpaper.hlm.cli.booking;

import java.util.concurrent.Callable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.output.BookingPrinter;
import org.touchpaper.hlm.cli.output.RetryAdviceTexts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows how to use the lightpaths of a booking at their ends. */
@Command(
    name = "connect",
    description = "Shows how to use a booking's lightpaths: endpoints, and commands for each host.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper connect 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10",
      "  touchpaper connect 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 --undo"
    })
public final class ConnectionInstructionsCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

  @Parameters(
      paramLabel = "ID",
      converter = BookingIdConverter.class,
      description = "The booking's id.")
  private String id = "";

  @Option(
      names = "--undo",
      description = "Shows the commands that undo the set-up, for after the end.")
  private boolean undo;

  public ConnectionInstructionsCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    try (var client = barConnectionOptions.connect(environment)) {
      return barConnectionOptions
          .printer(environment)
          .print(
              client.find(id),
              booking -> new BookingPrinter(environment).printConnections(booking, undo),
              RetryAdviceTexts.tryAgain())
          .code();
    }
  }
}
