package org.touchpaper.bench.commit;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.touchpaper.bench.Scratch;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that measures how long an agreement takes whose leader dies. */
@Command(
    name = "recovery",
    mixinStandardHelpOptions = true,
    description = {
      "Measures how long it takes from kill -9 of a leader until the caller knows the decision, at",
      "the acceptors' default timeouts: of a leader that dies before it sends Prepare (the caller",
      "begins at the next, which leads in its place), and of one that dies when all votes are in",
      "(the others find them, and commit)."
    })
public final class RecoveryBench implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--acceptors", paramLabel = "N", description = "3, 5 or 7 (${DEFAULT-VALUE})")
  private int acceptors = 3;

  @Option(names = "--rms", paramLabel = "N", description = "1 to 7 (${DEFAULT-VALUE})")
  private int rms = 3;

  @Option(names = "--rounds", paramLabel = "N", description = "of each (${DEFAULT-VALUE})")
  private int rounds = 5;

  @Option(
      names = "--vote-by",
      paramLabel = "MS",
      description = "how long after the call votes are taken, in ms (${DEFAULT-VALUE})")
  private long voteBy = 8000;

  @Option(names = "--json", description = "end with one line of JSON")
  private boolean json;

  /** Where the leader dies; all is committed all the same. */
  private enum Death {
    BEFORE_PREPARE("before-prepare"),
    AFTER_VOTES("after-votes");

    private final String point;

    Death(String point) {
      this.point = point;
    }
  }

  @Override
  public Integer call() throws Exception {
    check();
    var scratch = Scratch.of("recovery");
    Map<Death, List<Duration>> times = new EnumMap<>(Death.class);
    try (var harc = new RunningHarc(scratch.directory(), acceptors, rms, "--profile", "demo")) {
      harc.commitOnce();
      for (var death : Death.values()) {
        times.put(death, rounds(harc, death));
      }
    } finally {
      scratch.remove();
    }
    report(times);
    return 0;
  }

  private void check() {
    if (!List.of(3, 5, 7).contains(acceptors)) {
      throw wrong("--acceptors is 3, 5 or 7: where there is one, nobody takes over");
    }
    if (rms < 1 || rms > 7) {
      throw wrong("--rms is 1 to 7");
    }
    if (rounds < 1 || voteBy < 1000 || voteBy > 50_000) {
      throw wrong("--rounds is at least 1, and --vote-by 1000 to 50000");
    }
  }

  private ParameterException wrong(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  private List<Duration> rounds(RunningHarc harc, Death death) throws Exception {
    var times = new ArrayList<Duration>();
    for (var round = 1; round <= rounds; round++) {
      var recovery = harc.recoverOnce(death.point, Duration.ofMillis(voteBy));
      if (recovery.outcome() != Outcome.COMMIT) {
        throw new IllegalStateException(
            "killed %s, it ended %s".formatted(death.point, recovery.outcome()));
      }
      err().printf("%s, round %d: %d ms%n", death.point, round, recovery.took().toMillis());
      times.add(recovery.took());
    }
    times.sort(null);
    return times;
  }

  private void report(Map<Death, List<Duration>> times) {
    out()
        .printf(
            "%d acceptors, %d resource managers; votes are taken until %d ms after the call%n",
            acceptors, rms, voteBy);
    out()
        .println(
            "the leader dies   median ms   longest ms   until the caller knows that it committed");
    times.forEach((death, all) ->
        out()
            .println(
                String.format(
                    Locale.ROOT,
                    "%-15s %11d %12d",
                    death.point,
                    median(all),
                    all.getLast().toMillis())));
    if (json) {
      out()
          .println(
              times.entrySet().stream()
                  .map(each -> json(each.getKey(), each.getValue()))
                  .collect(Collectors.joining(",", "{\"runs\":[", "]}")));
    }
  }

  private static long median(List<Duration> sorted) {
    return sorted.get(sorted.size() / 2).toMillis();
  }

  private String json(Death death, List<Duration> all) {
    return String.format(
        Locale.ROOT,
        "{\"killed\":\"%s\",\"acceptors\":%d,\"rms\":%d,\"outcome\":\"%s\",\"vote_by_ms\":%d,"
            + "\"p50_ms\":%d,\"longest_ms\":%d}",
        death.point,
        acceptors,
        rms,
        Outcome.COMMIT,
        voteBy,
        median(all),
        all.getLast().toMillis());
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
