package org.touchpaper.bench.provision;

import java.io.IOException;
import java.util.stream.IntStream;
import org.touchpaper.bench.command.AbstractBenchCommand;
import org.touchpaper.bench.process.FreePortFinder;
import org.touchpaper.bench.process.WorkDirectory;
import org.touchpaper.platform.postgres.EmbeddedCluster;
import org.touchpaper.segment.reservation.SegmentProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench provision}: time to activate many circuits due within one second. */
@Command(
    name = "provision",
    mixinStandardHelpOptions = true,
    description = {
      "Books circuits over a chain of four emulated elements, all due within one second. Measures the",
      "time from the start of that second until every circuit is read back as up and its holder is",
      "notified; then ends all circuits. The NSAP is the production code on PostgreSQL, in a JVM with",
      "the options of ./touchpaper up; the elements are in the same JVM, over TCP connections.",
      "",
      "The measurement is repeated in rounds. The first round shows a freshly started NSAP, the last",
      "one an NSAP that has run for a while. The JSON contains the first round's seconds. Status 1 if",
      "the first round takes longer than --within, or if any round leaves items on the elements."
    })
public final class ProvisionBench extends AbstractBenchCommand {

  @Option(
      names = "--circuits",
      paramLabel = "N",
      description = "number of circuits (${DEFAULT-VALUE})")
  private int circuits = 1_000;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "number of rounds in the same NSAP (${DEFAULT-VALUE})")
  private int rounds = 2;

  @Option(
      names = "--standing",
      paramLabel = "N",
      description = "number of foreign groups on each element (${DEFAULT-VALUE})")
  private int existingGroups;

  @Option(names = "--within", paramLabel = "S", description = "seconds allowed (${DEFAULT-VALUE})")
  private int secondsAllowed = 10;

  @Override
  public Integer call() throws IOException {
    if (circuits < 1 || rounds < 1 || existingGroups < 0) {
      throw invalidOption("--circuits and --rounds must be 1 or more, and --standing 0 or more");
    }
    var workDirectory = WorkDirectory.create("provision");
    var clock = new OffsetClock();
    var holder = new DataPlaneRecordingSegmentHolder();
    try (var cluster =
            EmbeddedCluster.start(
                workDirectory.path().resolve("postgres"), FreePortFinder.find(1).getFirst());
        var elements = FourElementChain.start(workDirectory.path().resolve("elements"))) {
      elements.enterExistingGroups(existingGroups);
      cluster.createDatabase("nsap");
      try (var nsap =
          NsapHarness.start(cluster, elements, workDirectory.path(), circuits, clock, holder)) {
        return measure(nsap.getBean(SegmentProvider.class), clock, elements, holder);
      }
    } finally {
      workDirectory.delete();
    }
  }

  private int measure(
      SegmentProvider segment,
      OffsetClock clock,
      FourElementChain elements,
      DataPlaneRecordingSegmentHolder holder) {
    var times =
        IntStream.rangeClosed(1, rounds)
            .mapToObj(number -> new ProvisionRound(number, circuits, segment, clock))
            .map(round -> run(round, elements, holder))
            .toList();
    var first = times.getFirst();
    var isClean = times.stream().allMatch(round -> round.remaining() == 0);
    printJson(
        "{\"circuits\":%d,\"elements\":%d,\"seconds\":%.2f}",
        circuits, elements.count(), first.up());
    return first.up() <= secondsAllowed && isClean ? 0 : 1;
  }

  private ProvisionRound.RoundTimes run(
      ProvisionRound round, FourElementChain elements, DataPlaneRecordingSegmentHolder holder) {
    var times = round.run(elements, holder);
    print(
        "%s: %d circuits over %d elements up in %.2f s%n",
        round.number() == 1 ? "first round after start-up" : "round " + round.number(),
        circuits,
        elements.count(),
        times.up());
    print(
        "  booked in %.1f s; %d items added on the elements; down in %.2f s, %d items left%n",
        times.booking(), times.held(), times.down(), times.remaining());
    return times;
  }
}
