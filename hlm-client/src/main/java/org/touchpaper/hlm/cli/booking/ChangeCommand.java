package org.touchpaper.hlm.cli.booking;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.CoAllocationChange;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.CoAllocationRequest.Compute;
import org.touchpaper.hlm.CoAllocationRequest.Lightpath;
import org.touchpaper.hlm.CoAllocationRequest.Units;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ShellQuoting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "change",
    sortOptions = false,
    description = {
      "Moves a booking, changes its size, or replaces a cluster by another. Either every change is",
      "made, or none. Properties that are not given stay as they are."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper change ID --start 2026-12-01T22:00:00Z --end 2026-12-01T23:00:00Z",
      "  touchpaper change ID --nodes newton=8 --bandwidth 500",
      "  touchpaper change ID --nodes newton=0 --nodes hartree=16"
    })
public final class ChangeCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private BarOptions barOptions = new BarOptions();

  @Parameters(
      paramLabel = "ID",
      converter = BookingIdConverter.class,
      description = "The booking's id.")
  private String id = "";

  @Option(
      names = "--start",
      paramLabel = "TIME",
      description =
          "New start: ISO 8601 with a zone, or +10s, +5m, +2h from now. The end stays unless --end"
              + " is given. A booking that has started keeps its start.")
  private @Nullable String start;

  @Option(names = "--end", paramLabel = "TIME", description = "New end, written as --start.")
  private @Nullable String end;

  @Option(
      names = "--nodes",
      paramLabel = "RESOURCE=N",
      description =
          "New number of nodes of a cluster, whether it is in the booking or not; 0 removes it. May"
              + " be repeated.")
  private Map<String, Integer> nodes = new LinkedHashMap<>();

  @Option(
      names = "--bandwidth",
      paramLabel = "N",
      description = "New bandwidth of every lightpath of the booking, in Mbit/s.")
  private @Nullable Integer bandwidth;

  @Option(
      names = "--units",
      paramLabel = "RESOURCE/UNIT=N",
      description =
          "New amount of a unit of a store or an instrument, whether it is in the booking or not; 0"
              + " removes it. May be repeated.")
  private Map<String, Integer> units = new LinkedHashMap<>();

  @Option(
      names = "--dry-run",
      description = {
        "Asks whether the change fits, and on which path; changes nothing.",
        "Exit status: 0 if it fits, 1 if not."
      })
  private boolean dryRun;

  @Mixin private IdempotencyKeyOption key = new IdempotencyKeyOption();

  public ChangeCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var times = times();
    try (var client = barOptions.connect(environment)) {
      if (dryRun) {
        var judged = withChange(client, times, change -> client.dryRunChange(id, change));
        return BookingPrinter.printDryRun(environment, barOptions.json(), judged).code();
      }
      var result = withChange(client, times, change -> sendChange(client, change));
      return BookingPrinter.print(
              environment,
              barOptions.json(),
              result,
              BookingPrinter::printCoAllocation,
              retryAdvice(times))
          .code();
    }
  }

  private CoAllocationChange.@Nullable Times times() {
    if (start == null && end == null && !changesParts()) {
      throw new ParameterException(
          spec.commandLine(),
          "nothing to change: give --start, --end, --nodes, --units or --bandwidth");
    }
    units.keySet().stream()
        .filter(name -> name.indexOf('/') < 1)
        .forEach(name -> {
          throw new ParameterException(
              spec.commandLine(),
              "--units takes RESOURCE/UNIT=N, such as store/tape=20, not '" + name + "'");
        });
    try {
      var now = environment.clock().instant();
      return start == null && end == null
          ? null
          : new CoAllocationChange.Times(
              start == null ? null : TimeOptions.parseInstant("--start", start, now),
              end == null ? null : TimeOptions.parseInstant("--end", end, now));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** Reads the booking if the change needs its parts, and makes the call. */
  private <T> CallResult<T> withChange(
      HlmClient client,
      CoAllocationChange.@Nullable Times times,
      Function<CoAllocationChange, CallResult<T>> call) {
    if (!changesParts()) {
      return call.apply(new CoAllocationChange(times, null, null));
    }
    return switch (client.find(id)) {
      case CallResult.Done<CoAllocationDto>(var booking, _) ->
          call.apply(
              new CoAllocationChange(times, compute(booking), lightpaths(booking), units(booking)));
      case CallResult.Undecided<CoAllocationDto> _ ->
          new CallResult.Unknown<>("reading " + id + " was answered with 202");
      case CallResult.Refused<CoAllocationDto>(var problem, var json) ->
          new CallResult.Refused<>(problem, json);
      case CallResult.NotAllowed<CoAllocationDto>(var problem, var json) ->
          new CallResult.NotAllowed<>(problem, json);
      case CallResult.Unreachable<CoAllocationDto>(var reason) ->
          new CallResult.Unreachable<>(reason);
      case CallResult.Unknown<CoAllocationDto>(var reason) -> new CallResult.Unknown<>(reason);
    };
  }

  private boolean changesParts() {
    return !nodes.isEmpty() || !units.isEmpty() || bandwidth != null;
  }

  private CallResult<CoAllocationDto> sendChange(HlmClient client, CoAllocationChange change) {
    return DecisionPolling.untilDecided(environment, () -> client.change(id, change, key.key()));
  }

  /** All nodes after the change: the BAR expects the complete list. */
  private @Nullable List<Compute> compute(CoAllocationDto booking) {
    if (nodes.isEmpty()) {
      return null;
    }
    var counts = new LinkedHashMap<String, Integer>();
    booking.compute().forEach(component -> counts.put(component.resource(), component.nodes()));
    counts.putAll(nodes);
    var requested = new ArrayList<Compute>();
    counts.forEach((resource, count) -> {
      if (count != 0) {
        requested.add(new Compute(resource, count));
      }
    });
    return requested;
  }

  private @Nullable List<Units> units(CoAllocationDto booking) {
    if (units.isEmpty()) {
      return null;
    }
    var amounts = new LinkedHashMap<String, Integer>();
    booking
        .units()
        .forEach(component ->
            amounts.put(component.resource() + "/" + component.unit(), component.amount()));
    amounts.putAll(units);
    var requested = new ArrayList<Units>();
    amounts.forEach((name, amount) -> {
      if (amount != 0) {
        var slash = name.indexOf('/');
        requested.add(new Units(name.substring(0, slash), name.substring(slash + 1), amount));
      }
    });
    return requested;
  }

  private @Nullable List<Lightpath> lightpaths(CoAllocationDto booking) {
    if (bandwidth == null) {
      return null;
    }
    var mbps = bandwidth;
    return booking.lightpaths().stream()
        .map(lightpath -> new Lightpath(lightpath.source(), lightpath.destination(), mbps))
        .toList();
  }

  /** Repeats the request in absolute times: with relative times it would be another request. */
  private RetryAdvice retryAdvice(CoAllocationChange.@Nullable Times times) {
    var command = new StringBuilder("touchpaper change").append(barOptions.commandLineText());
    command.append(" ").append(ShellQuoting.quote(id));
    if (times != null) {
      command
          .append(TimeOptions.option("--start", times.startTime()))
          .append(TimeOptions.option("--end", times.endTime()));
    }
    nodes.forEach((resource, count) ->
        command.append(" --nodes ").append(ShellQuoting.quote(resource + "=" + count)));
    units.forEach((name, amount) ->
        command.append(" --units ").append(ShellQuoting.quote(name + "=" + amount)));
    command.append(bandwidth == null ? "" : " --bandwidth " + bandwidth);
    return RetryAdvice.repeat(command.append(key.commandLineText()).toString());
  }
}
