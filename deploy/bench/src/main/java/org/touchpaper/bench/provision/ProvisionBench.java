package org.touchpaper.bench.provision;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.touchpaper.bench.FreePorts;
import org.touchpaper.bench.Scratch;
import org.touchpaper.platform.postgres.EmbeddedCluster;
import org.touchpaper.segment.provider.SegmentProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Brings up many circuits that are due within one second. */
@Command(
    name = "provision",
    mixinStandardHelpOptions = true,
    description = {
      "Books circuits over a chain of four emulated elements, all due within one second, and takes",
      "the time from that second's beginning until every one was read back as up and its holder",
      "was told; then ends them all. The NSAP is the real one, on PostgreSQL, in a JVM with the",
      "options that ./touchpaper up gives its services; the elements are at the other end of TCP",
      "connections, in the same JVM.",
      "",
      "That is done in rounds. The first is the first that a freshly started NSAP does; an NSAP",
      "that has been at work for a while is as fast as the last. The line of JSON tells the first",
      "round's seconds, and status 1 is for a first round of more than --within, or if anything",
      "is left on the elements after any round."
    })
public final class ProvisionBench implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--circuits", paramLabel = "N", description = "so many (${DEFAULT-VALUE})")
  private int circuits = 1_000;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "so often, in the same NSAP (${DEFAULT-VALUE})")
  private int rounds = 2;

  @Option(
      names = "--standing",
      paramLabel = "N",
      description = "so many groups stand on each element before (${DEFAULT-VALUE})")
  private int standing;

  @Option(names = "--within", paramLabel = "S", description = "seconds allowed (${DEFAULT-VALUE})")
  private int within = 10;

  @Option(names = "--json", description = "end with one line of JSON")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (circuits < 1 || rounds < 1 || standing < 0) {
      throw new ParameterException(
          spec.commandLine(), "--circuits and --rounds are 1 or more, --standing 0 or more");
    }
    var scratch = Scratch.of("provision");
    var clock = new ShiftedClock();
    var holder = new Listening();
    try (var cluster =
            EmbeddedCluster.start(
                scratch.directory().resolve("postgres"), FreePorts.take(1).getFirst());
        var elements = FourElements.start(scratch.directory().resolve("elements"))) {
      elements.enterStanding(standing);
      cluster.createDatabase("nsap");
      try (var nsap =
          BenchedNsap.start(cluster, elements, scratch.directory(), circuits, clock, holder)) {
        return measure(nsap.getBean(SegmentProvider.class), clock, elements, holder);
      }
    } finally {
      scratch.remove();
    }
  }

  private int measure(
      SegmentProvider segment, ShiftedClock clock, FourElements elements, Listening holder) {
    var first = run(new Round(1, circuits, segment, clock), elements, holder);
    var clean = first.left() == 0;
    for (var number = 2; number <= rounds; number++) {
      clean &= run(new Round(number, circuits, segment, clock), elements, holder).left() == 0;
    }
    if (json) {
      out()
          .printf(
              Locale.ROOT,
              "{\"circuits\":%d,\"elements\":%d,\"seconds\":%.2f}%n",
              circuits,
              elements.count(),
              first.up());
    }
    return first.up() <= within && clean ? 0 : 1;
  }

  private Round.Times run(Round round, FourElements elements, Listening holder) {
    var times = round.run(elements, holder);
    out()
        .printf(
            Locale.ROOT,
            "%s: %d circuits over %d elements up in %.2f s%n",
            round.number() == 1 ? "first after the start" : "round " + round.number(),
            circuits,
            elements.count(),
            times.up());
    out()
        .printf(
            Locale.ROOT,
            "  booked in %.1f s; the elements held %d things more; down in %.2f s, with %d things left%n",
            times.booking(),
            times.held(),
            times.down(),
            times.left());
    return times;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
