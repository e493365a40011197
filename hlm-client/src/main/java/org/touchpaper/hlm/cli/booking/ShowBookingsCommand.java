package org.touchpaper.hlm.cli.booking;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.BookingFilter;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.output.BookingPrinter;
import org.touchpaper.hlm.cli.output.RetryAdviceTexts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "status",
    description = "Shows one booking, or the bookings you may see, newest first.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper status",
      "  touchpaper status --state COMMITTED,ACTIVE --resource newton --sort startTime",
      "  touchpaper status 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 --json"
    })
public final class ShowBookingsCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      converter = BookingIdConverter.class,
      description = "The booking's id.")
  private @Nullable String id;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description = "Only bookings in one of these states, such as COMMITTED,ACTIVE.")
  private List<String> states = List.of();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Only bookings that end after this time, as for reserve.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Only bookings that start before this time.")
  private @Nullable String to;

  @Option(
      names = "--resource",
      paramLabel = "NAME",
      description = "Only bookings of this cluster, or from or to this host.")
  private @Nullable String resource;

  @Option(names = "--owner", paramLabel = "USER", description = "Only bookings of this user.")
  private @Nullable String owner;

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      description = "Only bookings with this text in their description.")
  private @Nullable String text;

  @Option(
      names = "--sort",
      paramLabel = "ORDER",
      description = "createdAt or startTime; -createdAt or -startTime is descending.")
  private @Nullable String sort;

  @Option(names = "--limit", paramLabel = "N", description = "At most N bookings, 1 to 1000.")
  private @Nullable Integer limit;

  @Option(names = "--cursor", paramLabel = "CURSOR", description = "Continue after this page.")
  private @Nullable String cursor;

  @Option(names = "--count", description = "Also count all bookings that match.")
  private boolean count;

  public ShowBookingsCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var filter = filter();
    if (id != null && !filter.equals(BookingFilter.NONE)) {
      throw new ParameterException(
          spec.commandLine(), "Give either the ID of one booking or options that select several");
    }
    try (var client = barConnectionOptions.connect(environment)) {
      var exitCode =
          id == null
              ? barConnectionOptions
                  .printer(environment)
                  .print(
                      client.list(filter),
                      new BookingPrinter(environment)::printPage,
                      RetryAdviceTexts.tryAgain())
              : barConnectionOptions
                  .printer(environment)
                  .print(
                      client.find(id),
                      new BookingPrinter(environment)::printCoAllocation,
                      RetryAdviceTexts.tryAgain());
      return exitCode.code();
    }
  }

  private BookingFilter filter() {
    return new BookingFilter(
        states,
        instant("--from", from),
        instant("--to", to),
        resource,
        owner,
        text,
        sort,
        cursor,
        limit,
        count);
  }

  private @Nullable Instant instant(String option, @Nullable String time) {
    try {
      return time == null
          ? null
          : TimeOptionParser.parseInstant(option, time, environment.clock().instant());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
