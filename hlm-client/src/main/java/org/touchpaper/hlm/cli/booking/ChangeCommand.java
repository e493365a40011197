package org.touchpaper.hlm.cli.booking;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.CoAllocationChange;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.CoAllocationRequest.Compute;
import org.touchpaper.hlm.CoAllocationRequest.Lightpath;
import org.touchpaper.hlm.CoAllocationRequest.Units;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.hlm.LightpathDto;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import org.touchpaper.hlm.cli.common.ShellQuoting;
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
    name = "change",
    sortOptions = false,
    description = {
      "Moves a booking, changes its size, or replaces a cluster by another. Either every change is",
      "made, or none. Properties that are not given stay as they are. A lightpath alone, too."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper change ID --start 2026-12-01T22:00:00Z --end 2026-12-01T23:00:00Z",
      "  touchpaper change ID --nodes newton=8 --bandwidth 500",
      "  touchpaper change ID --nodes newton=0 --nodes hartree=16",
      "  touchpaper change ID --description 'SPICE run 43' --if-match 3f1c0a5b9e2d4c6f"
    })
public final class ChangeCommand implements Callable<Integer> {
  private final CliEnvironment environment;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private BarConnectionOptions barConnectionOptions = new BarConnectionOptions();

  @Parameters(
      paramLabel = "ID",
      converter = BookingIdConverter.class,
      description = "The booking's id, or the connectionId of a lightpath alone.")
  private String id = "";

  @Option(names = "--description", paramLabel = "TEXT", description = "New description.")
  private @Nullable String description;

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
      names = "--not-before",
      paramLabel = "TIME",
      description = "Earliest start of a slot to be found; default: now. Needs --not-after.")
  private @Nullable String notBefore;

  @Option(
      names = "--not-after",
      paramLabel = "TIME",
      description = "Moves the booking to the earliest slot that fits and ends by then.")
  private @Nullable String notAfter;

  @Option(
      names = "--duration",
      paramLabel = "DURATION",
      description = "Length of that slot, such as 90m; default: as long as the booking is.")
  private @Nullable String duration;

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
      names = "--lightpath",
      paramLabel = "PART=N",
      description =
          "New bandwidth of one lightpath in Mbit/s, by the part's id that status shows. May be"
              + " repeated.")
  private Map<String, Integer> lightpaths = new LinkedHashMap<>();

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

  @Mixin private EntityTagOption ifMatch = new EntityTagOption();
  @Mixin private IdempotencyKeyOption key = new IdempotencyKeyOption();

  public ChangeCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var times = times();
    try (var client = barConnectionOptions.connect(environment)) {
      return (dryRun ? dryRun(client, times) : change(client, times)).code();
    }
  }

  private ExitCode dryRun(HlmClient client, CoAllocationChange.@Nullable ChangedTime times) {
    var judged = withChange(client, times, (change, _) -> client.dryRunChange(id, change));
    return barConnectionOptions
        .printer(environment)
        .printDryRun(
            mayBeAlone(judged) ? client.dryRunChange(id, changeOfLightpath(times)) : judged);
  }

  private ExitCode change(HlmClient client, CoAllocationChange.@Nullable ChangedTime times) {
    var advice = retryAdvice(times);
    var result = withChange(client, times, (change, tag) -> sendChange(client, change, tag));
    if (mayBeAlone(result)) {
      var change = changeOfLightpath(times);
      var alone =
          UndecidedRequestRepeater.untilDecided(
              environment, () -> client.changeLightpath(id, change, key.key(), ifMatch.value()));
      return barConnectionOptions
          .printer(environment)
          .print(alone, new BookingPrinter(environment)::printLightpath, advice);
    }
    return barConnectionOptions
        .printer(environment)
        .print(result, new BookingPrinter(environment)::printCoAllocation, advice);
  }

  /** Returns true if the id is that of no co-allocation; nothing was done then. */
  private boolean mayBeAlone(CallResult<?> result) {
    return result instanceof CallResult.Refused<?>(var problem, _)
        && problem.status() == 404
        && nodes.isEmpty()
        && units.isEmpty()
        && lightpaths.isEmpty();
  }

  private LightpathDto.Change changeOfLightpath(CoAllocationChange.@Nullable ChangedTime times) {
    return new LightpathDto.Change(description, bandwidth, times);
  }

  private CoAllocationChange.@Nullable ChangedTime times() {
    var isWindow = notBefore != null || notAfter != null || duration != null;
    if (start == null && end == null && description == null && !isWindow && !changesParts()) {
      throw new ParameterException(
          spec.commandLine(),
          "nothing to change: give --start, --end, --not-after, --nodes, --units, --bandwidth,"
              + " --lightpath or --description");
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
      if (isWindow) {
        return window(now);
      }
      return start == null && end == null
          ? null
          : new CoAllocationChange.Times(
              start == null ? null : TimeOptionParser.parseInstant("--start", start, now),
              end == null ? null : TimeOptionParser.parseInstant("--end", end, now));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private CoAllocationChange.Window window(Instant now) {
    if (start != null || end != null || notAfter == null) {
      throw new IllegalArgumentException(
          "use either --start and --end, or --not-after with --not-before and --duration");
    }
    return new CoAllocationChange.Window(
        notBefore == null ? null : TimeOptionParser.parseInstant("--not-before", notBefore, now),
        TimeOptionParser.parseInstant("--not-after", notAfter, now),
        duration == null ? null : TimeOptionParser.parseLength("--duration", duration));
  }

  /** Sends a change on the condition that the booking has an ETag; null if there is none. */
  @FunctionalInterface
  private interface ChangeCall<T> {
    CallResult<T> send(CoAllocationChange change, @Nullable String etag);
  }

  /**
   * Reads the booking if the change needs its parts, and makes the call. A change of the booking
   * between the two is not undone.
   */
  private <T> CallResult<T> withChange(
      HlmClient client, CoAllocationChange.@Nullable ChangedTime times, ChangeCall<T> call) {
    if (!changesParts()) {
      return call.send(
          new CoAllocationChange(description, times, null, null, null), ifMatch.value());
    }
    return client
        .find(id)
        .ifDone(booking ->
            call.send(
                new CoAllocationChange(
                    description, times, compute(booking), lightpaths(booking), units(booking)),
                ifMatch.value() == null ? booking.etag() : ifMatch.value()));
  }

  private boolean changesParts() {
    return !nodes.isEmpty() || !units.isEmpty() || bandwidth != null || !lightpaths.isEmpty();
  }

  private CallResult<CoAllocationDto> sendChange(
      HlmClient client, CoAllocationChange change, @Nullable String etag) {
    return UndecidedRequestRepeater.untilDecided(
        environment, () -> client.change(id, change, key.key(), etag));
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
    if (bandwidth == null && lightpaths.isEmpty()) {
      return null;
    }
    requireParts(booking);
    return booking.lightpaths().stream()
        .map(part -> {
          var mbps = bandwidth == null ? part.bandwidthMbps() : bandwidth;
          return lightpaths.isEmpty()
              ? new Lightpath(part.source(), part.destination(), mbps)
              : new Lightpath(
                  part.id(),
                  part.source(),
                  part.destination(),
                  lightpaths.getOrDefault(String.valueOf(part.id()), mbps));
        })
        .toList();
  }

  private void requireParts(CoAllocationDto booking) {
    var ids = booking.lightpaths().stream().map(part -> String.valueOf(part.id())).toList();
    lightpaths.keySet().stream()
        .filter(part -> !ids.contains(part))
        .forEach(part -> {
          throw new ParameterException(
              spec.commandLine(),
              "the booking has no lightpath '%s'; it has %s"
                  .formatted(part, String.join(", ", ids)));
        });
  }

  /** Repeats the request in absolute times: with relative times it would be another request. */
  private RetryAdviceTexts retryAdvice(CoAllocationChange.@Nullable ChangedTime times) {
    var command =
        new StringBuilder("touchpaper change").append(barConnectionOptions.commandLineText());
    command.append(" ").append(ShellQuoting.quote(id));
    switch (times) {
      case null -> {}
      case CoAllocationChange.Times(var startTime, var endTime) ->
          command
              .append(TimeOptionParser.option("--start", startTime))
              .append(TimeOptionParser.option("--end", endTime));
      case CoAllocationChange.Window(var from, var to, var length) ->
          command
              .append(TimeOptionParser.option("--not-before", from))
              .append(TimeOptionParser.option("--not-after", to))
              .append(length == null ? "" : " --duration " + length);
    }
    nodes.forEach((resource, count) ->
        command.append(" --nodes ").append(ShellQuoting.quote(resource + "=" + count)));
    units.forEach((name, amount) ->
        command.append(" --units ").append(ShellQuoting.quote(name + "=" + amount)));
    lightpaths.forEach((part, mbps) ->
        command.append(" --lightpath ").append(ShellQuoting.quote(part + "=" + mbps)));
    command.append(bandwidth == null ? "" : " --bandwidth " + bandwidth);
    command.append(description == null ? "" : " --description " + ShellQuoting.quote(description));
    command.append(ifMatch.commandLineText());
    return RetryAdviceTexts.repeat(command.append(key.commandLineText()).toString());
  }
}
