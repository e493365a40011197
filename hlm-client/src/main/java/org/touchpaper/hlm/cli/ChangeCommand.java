package org.touchpaper.hlm.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.Answer;
import org.touchpaper.hlm.CoAllocation;
import org.touchpaper.hlm.CoAllocationChange;
import org.touchpaper.hlm.CoAllocationRequest.Compute;
import org.touchpaper.hlm.CoAllocationRequest.Lightpath;
import org.touchpaper.hlm.HlmClient;
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
      "Moves a booking, makes it larger or smaller, or swaps a machine for another: all of it, or",
      "it stays what it is. What is not named stays."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper change ID --start 2026-12-01T22:00:00Z --end 2026-12-01T23:00:00Z",
      "  touchpaper change ID --nodes newton=8 --bandwidth 500",
      "  touchpaper change ID --nodes newton=0 --nodes hartree=16"
    })
final class ChangeCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private Access access = new Access();

  @Parameters(paramLabel = "ID", converter = BookingId.class, description = "The booking's id.")
  private String id = "";

  @Option(
      names = "--start",
      paramLabel = "TIME",
      description =
          "ISO 8601 with a zone, or +10s, +5m, +2h from now. The end stays unless --end is given;"
              + " once the booking has begun, its start stays.")
  private @Nullable String start;

  @Option(names = "--end", paramLabel = "TIME", description = "As --start.")
  private @Nullable String end;

  @Option(
      names = "--nodes",
      paramLabel = "RESOURCE=N",
      description =
          "So many nodes of a cluster, of one that is in the booking or not; 0 gives them back. May"
              + " be repeated.")
  private Map<String, Integer> nodes = new LinkedHashMap<>();

  @Option(
      names = "--bandwidth",
      paramLabel = "N",
      description = "In Mbit/s, of its lightpath; of each, if it has several.")
  private @Nullable Integer bandwidth;

  @Mixin private Key key = new Key();

  ChangeCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    var times = times();
    try (var client = access.connect(surroundings)) {
      var answer = change(client, times);
      return Report.tell(surroundings, access.json(), answer, Report::coAllocation, remedy(times))
          .code();
    }
  }

  private CoAllocationChange.@Nullable Times times() {
    if (start == null && end == null && nodes.isEmpty() && bandwidth == null) {
      throw new ParameterException(
          spec.commandLine(), "nothing to change: give --start, --end, --nodes or --bandwidth");
    }
    try {
      var now = surroundings.clock().instant();
      return start == null && end == null
          ? null
          : new CoAllocationChange.Times(
              start == null ? null : Times.instant("--start", start, now),
              end == null ? null : Times.instant("--end", end, now));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Answer<CoAllocation> change(HlmClient client, CoAllocationChange.@Nullable Times times) {
    if (nodes.isEmpty() && bandwidth == null) {
      return ask(client, new CoAllocationChange(times, null, null));
    }
    var found = client.find(id);
    return found instanceof Answer.Done<CoAllocation>(var booking, _)
        ? ask(client, new CoAllocationChange(times, compute(booking), lightpaths(booking)))
        : found;
  }

  private Answer<CoAllocation> ask(HlmClient client, CoAllocationChange wanted) {
    return Asking.untilDecided(surroundings, () -> client.change(id, wanted, key.text()));
  }

  /** All it is to have: the BAR takes the whole list. */
  private @Nullable List<Compute> compute(CoAllocation booking) {
    if (nodes.isEmpty()) {
      return null;
    }
    var counts = new LinkedHashMap<String, Integer>();
    booking.compute().forEach(part -> counts.put(part.resource(), part.nodes()));
    counts.putAll(nodes);
    var wanted = new ArrayList<Compute>();
    counts.forEach((resource, count) -> {
      if (count != 0) {
        wanted.add(new Compute(resource, count));
      }
    });
    return wanted;
  }

  private @Nullable List<Lightpath> lightpaths(CoAllocation booking) {
    if (bandwidth == null) {
      return null;
    }
    var mbps = bandwidth;
    return booking.lightpaths().stream()
        .map(part -> new Lightpath(part.source(), part.destination(), mbps))
        .toList();
  }

  /** The same request in absolute times: with relative ones a repeat would be another request. */
  private Remedy remedy(CoAllocationChange.@Nullable Times times) {
    var command = new StringBuilder("touchpaper change").append(access.words());
    command.append(" ").append(Shell.word(id));
    if (times != null) {
      command
          .append(Times.option("--start", times.startTime()))
          .append(Times.option("--end", times.endTime()));
    }
    nodes.forEach((resource, count) ->
        command.append(" --nodes ").append(Shell.word(resource + "=" + count)));
    command.append(bandwidth == null ? "" : " --bandwidth " + bandwidth);
    return Remedy.repeat(command.append(key.words()).toString());
  }
}
