package org.touchpaper.hlm.cli;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.CoAllocationRequest;
import org.touchpaper.hlm.CoAllocationRequest.Compute;
import org.touchpaper.hlm.CoAllocationRequest.Lightpath;
import org.touchpaper.hlm.Schedule;
import org.touchpaper.hlm.When;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "reserve",
    sortOptions = false,
    description = "Books lightpaths and nodes in one call, all or nothing.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper reserve --from vis.ucl --to newton.manchester --mbps 300 \\",
      "             --compute newton:4 --start +10s --duration 20s",
      "  touchpaper reserve --compute newton:128 --start 2026-12-01T21:00:00Z \\",
      "             --end 2026-12-01T22:00:00Z",
      "  touchpaper reserve --compute newton:128 \\",
      "             --not-before +1h --not-after +12h --duration 90m"
    })
final class ReserveCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private Access access = new Access();

  @ArgGroup(exclusive = false, multiplicity = "0..*")
  private List<Ends> lightpaths = new ArrayList<>();

  @Option(
      names = "--compute",
      paramLabel = "RESOURCE:NODES",
      description = "So many nodes of a cluster; may be repeated.")
  private List<String> compute = new ArrayList<>();

  @Option(
      names = "--start",
      paramLabel = "TIME",
      description = "ISO 8601 with a zone, or +10s, +5m, +2h from now; now if left out.")
  private @Nullable String start;

  @Option(names = "--end", paramLabel = "TIME", description = "As --start.")
  private @Nullable String end;

  @Option(
      names = "--not-before",
      paramLabel = "TIME",
      description = "As early as possible from then on, as --start.")
  private @Nullable String notBefore;

  @Option(
      names = "--not-after",
      paramLabel = "TIME",
      description = "As early as possible, and over by then; with --duration.")
  private @Nullable String notAfter;

  @Option(
      names = "--duration",
      paramLabel = "LENGTH",
      description = "Such as 20s, 90m, 1h30m, PT1H; instead of --end, or with --not-after.")
  private @Nullable String duration;

  @Option(names = "--description", paramLabel = "TEXT", description = "What it is for.")
  private @Nullable String description;

  @Mixin private Key key = new Key();

  /** One lightpath. */
  static final class Ends {
    @Option(names = "--from", required = true, paramLabel = "HOST", description = "One end.")
    private String from = "";

    @Option(names = "--to", required = true, paramLabel = "HOST", description = "The other end.")
    private String to = "";

    @Option(names = "--mbps", required = true, paramLabel = "N", description = "In Mbit/s.")
    private int mbps;
  }

  ReserveCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    var wanted = wanted();
    try (var client = access.connect(surroundings)) {
      var answer = Asking.untilDecided(surroundings, () -> client.make(wanted, key.text()));
      return Report.tell(surroundings, access.json(), answer, Report::coAllocation, remedy(wanted))
          .code();
    }
  }

  private CoAllocationRequest wanted() {
    if (lightpaths.isEmpty() && compute.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "nothing to book: give --from, --to and --mbps, or --compute");
    }
    try {
      return new CoAllocationRequest(
          description,
          when(surroundings.clock().instant()),
          compute.stream().map(ReserveCommand::nodes).toList(),
          lightpaths.stream().map(it -> new Lightpath(it.from, it.to, it.mbps)).toList());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private When when(Instant now) {
    if (notBefore == null && notAfter == null) {
      return schedule(now);
    }
    if (start != null || end != null) {
      throw new IllegalArgumentException(
          "give --start and --end, or --not-before, --not-after and --duration, not both");
    }
    if (notAfter == null || duration == null) {
      throw new IllegalArgumentException(
          "as early as possible takes --not-after and --duration, and --not-before if not now");
    }
    return new When.Window(
        notBefore == null ? null : Times.instant("--not-before", notBefore, now),
        Times.instant("--not-after", notAfter, now),
        Times.length("--duration", duration));
  }

  private Schedule schedule(Instant now) {
    if ((end == null) == (duration == null)) {
      throw new IllegalArgumentException("give either --end or --duration");
    }
    var startTime = start == null ? null : Times.instant("--start", start, now);
    return new Schedule(
        startTime,
        duration == null
            ? Times.instant("--end", String.valueOf(end), now)
            : Times.after("--duration", duration, startTime == null ? now : startTime));
  }

  private static Compute nodes(String text) {
    var colon = text.lastIndexOf(':');
    try {
      return new Compute(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "--compute takes RESOURCE:NODES, such as newton:4, not '" + text + "'", e);
    }
  }

  /** The same request in absolute times: with relative ones a repeat would be another request. */
  private Remedy remedy(CoAllocationRequest wanted) {
    var command = new StringBuilder("touchpaper reserve").append(access.words());
    wanted
        .lightpaths()
        .forEach(it ->
            command.append(
                " --from %s --to %s --mbps %d"
                    .formatted(
                        Shell.word(it.source()),
                        Shell.word(it.destination()),
                        it.bandwidthMbps())));
    wanted
        .compute()
        .forEach(
            it -> command.append(" --compute " + Shell.word(it.resource() + ":" + it.nodes())));
    command.append(words(wanted.schedule()));
    command.append(description == null ? "" : " --description " + Shell.word(description));
    return Remedy.repeat(command.append(key.words()).toString());
  }

  private static String words(When when) {
    return switch (when) {
      case Schedule(var startTime, var endTime) ->
          Times.option("--start", startTime) + " --end " + endTime;
      case When.Window(var notBefore, var notAfter, var length) ->
          Times.option("--not-before", notBefore)
              + " --not-after "
              + notAfter
              + " --duration "
              + length;
    };
  }
}
