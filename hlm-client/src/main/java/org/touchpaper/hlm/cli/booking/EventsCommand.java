package org.touchpaper.hlm.cli.booking;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.EventDto;
import org.touchpaper.hlm.EventStreamFilter;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.output.ResultPrinter;
import org.touchpaper.hlm.cli.output.RetryAdviceTexts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what happens to bookings, as it happens. */
@Command(
    name = "events",
    description =
        "Prints what happens to bookings, as it happens, until it is interrupted. Resumes by itself"
            + " when a connection ends.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper events",
      "  touchpaper events --type committed,refused --json",
      "  touchpaper events --since 5e0c1f9a-4711-17"
    })
public final class EventsCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

  @Option(
      names = "--since",
      paramLabel = "ID",
      description = "Begin after this event. --json shows the ids. Default: now.")
  private @Nullable String since;

  @Option(
      names = "--booking",
      paramLabel = "ID",
      converter = BookingIdConverter.class,
      description = "Only events of this booking.")
  private @Nullable String booking;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      split = ",",
      description = "Only events of these types, such as committed,refused,failed.")
  private List<String> types = List.of();

  @Option(names = "--count", paramLabel = "N", description = "Stop after so many events.")
  private int count;

  public EventsCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var printed = new AtomicInteger();
    try (var client = barConnectionOptions.connect(environment)) {
      return new ResultPrinter(environment, false)
          .print(
              client.follow(
                  new EventStreamFilter(booking, types),
                  since,
                  event -> {
                    print(event);
                    return printed.incrementAndGet() != count;
                  }),
              _ -> {},
              RetryAdviceTexts.tryAgain())
          .code();
    }
  }

  private void print(EventDto event) {
    if (barConnectionOptions.json()) {
      environment.out().println(event.json());
    } else {
      environment.printLine(describe(event));
    }
  }

  private static String describe(EventDto event) {
    var booking = event.data();
    var change = booking.change();
    return event.time()
        + "  "
        + booking.id()
        + "  "
        + event.name()
        + "  "
        + booking.state()
        + labelled("by", booking.by())
        + labelled("reason", change == null ? booking.reason() : change.reason())
        + labelled("problem", booking.problem());
  }

  private static String labelled(String label, @Nullable String value) {
    return value == null ? "" : "  " + label + ": " + value;
  }
}
