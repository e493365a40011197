package org.touchpaper.bench.commit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.touchpaper.bench.command.AbstractBenchCommand;
import org.touchpaper.bench.process.WorkDirectory;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench recovery}: duration of a transaction whose leader is killed. */
@Command(
    name = "recovery",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the time from kill -9 of a leader until the caller knows the decision, with the",
      "acceptors' default timeouts. The leader is killed before it sends Prepare (the caller"
          + " repeats",
      "the transaction at the next acceptor, which leads), or after it received all votes (the"
          + " other",
      "acceptors find them and commit)."
    })
public final class RecoveryBench extends AbstractBenchCommand {

  @Option(names = "--acceptors", paramLabel = "N", description = "3, 5 or 7 (${DEFAULT-VALUE})")
  private int acceptors = 3;

  @Option(names = "--rms", paramLabel = "N", description = "1 to 7 (${DEFAULT-VALUE})")
  private int rms = 3;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "number of kills at each point (${DEFAULT-VALUE})")
  private int rounds = 5;

  @Option(
      names = "--vote-by",
      paramLabel = "MS",
      description = "time from the call to voteBy, in ms (${DEFAULT-VALUE})")
  private long voteBy = 8000;

  /** Where the leader is killed. The transaction must commit in either case. */
  private enum KillPoint {
    BEFORE_PREPARE("before-prepare"),
    AFTER_VOTES("after-votes");

    private final String stopPoint;

    KillPoint(String point) {
      this.stopPoint = point;
    }
  }

  @Override
  public Integer call() throws Exception {
    check();
    var workDirectory = WorkDirectory.create("recovery");
    Map<KillPoint, List<Duration>> times = new EnumMap<>(KillPoint.class);
    try (var harc =
        new HarcCluster(workDirectory.path(), acceptors, rms, "touchpaper.profile=demo")) {
      harc.commitOnce();
      for (var death : KillPoint.values()) {
        times.put(death, runRounds(harc, death));
      }
    } finally {
      workDirectory.delete();
    }
    report(times);
    return 0;
  }

  private void check() {
    if (!List.of(3, 5, 7).contains(acceptors)) {
      throw invalidOption(
          "--acceptors must be 3, 5 or 7; a single acceptor cannot be replaced as leader");
    }
    if (rms < 1 || rms > 7) {
      throw invalidOption("--rms must be 1 to 7");
    }
    if (rounds < 1 || voteBy < 1000 || voteBy > 50_000) {
      throw invalidOption("--rounds must be at least 1, and --vote-by 1000 to 50000");
    }
  }

  private List<Duration> runRounds(HarcCluster harc, KillPoint death) throws Exception {
    var times = new ArrayList<Duration>();
    for (var round = 1; round <= rounds; round++) {
      var recovery = harc.recoverOnce(death.stopPoint, Duration.ofMillis(voteBy));
      if (recovery.outcome() != Outcome.COMMIT) {
        throw new IllegalStateException(
            "killed %s: the transaction ended %s".formatted(death.stopPoint, recovery.outcome()));
      }
      err().printf("%s, round %d: %d ms%n", death.stopPoint, round, recovery.duration().toMillis());
      times.add(recovery.duration());
    }
    times.sort(null);
    return times;
  }

  private void report(Map<KillPoint, List<Duration>> times) {
    out()
        .printf(
            "%d acceptors, %d resource managers; voteBy %d ms after the call%n",
            acceptors, rms, voteBy);
    out().println("leader killed     median ms   longest ms   until the caller knows the commit");
    times.forEach((death, sorted) ->
        print("%-15s %11d %12d%n", death.stopPoint, median(sorted), sorted.getLast().toMillis()));
    printJson(
        "%s",
        times.entrySet().stream()
            .map(entry -> json(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(",", "{\"runs\":[", "]}")));
  }

  private static long median(List<Duration> sorted) {
    return sorted.get(sorted.size() / 2).toMillis();
  }

  private String json(KillPoint death, List<Duration> sorted) {
    return String.format(
        Locale.ROOT,
        "{\"killed\":\"%s\",\"acceptors\":%d,\"rms\":%d,\"outcome\":\"%s\",\"vote_by_ms\":%d,"
            + "\"p50_ms\":%d,\"longest_ms\":%d}",
        death.stopPoint,
        acceptors,
        rms,
        Outcome.COMMIT,
        voteBy,
        median(sorted),
        sorted.getLast().toMillis());
  }
}
