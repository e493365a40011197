package org.touchpaper.hlm.cli.booking;

import java.util.concurrent.Callable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ShellQuoting;
import org.touchpaper.hlm.cli.output.BookingPrinter;
import org.touchpaper.hlm.cli.output.RetryAdviceTexts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "cancel",
    description =
        "Cancels a booking, and waits up to 30 s until its capacity is free. An active one is torn"
            + " down.",
    footerHeading = "%nExample:%n",
    footer = "  touchpaper cancel 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10")
public final class CancelCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

  @Parameters(
      paramLabel = "ID",
      converter = BookingIdConverter.class,
      description = "The booking's id.")
  private String id = "";

  @Mixin private EntityTagOption ifMatch = new EntityTagOption();

  public CancelCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var retryCommand =
        "touchpaper cancel"
            + barConnectionOptions.commandLineText()
            + " "
            + ShellQuoting.quote(id)
            + ifMatch.commandLineText();
    try (var client = barConnectionOptions.connect(environment)) {
      return barConnectionOptions
          .printer(environment)
          .print(
              UndecidedRequestRepeater.untilDecided(
                  environment, () -> client.cancel(id, ifMatch.value())),
              new BookingPrinter(environment)::printCoAllocation,
              RetryAdviceTexts.repeatCancel(retryCommand))
          .code();
    }
  }
}
