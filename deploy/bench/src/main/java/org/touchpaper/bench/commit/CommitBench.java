package org.touchpaper.bench.commit;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.touchpaper.bench.Scratch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that measures what an agreement costs. */
@Command(
    name = "commit",
    mixinStandardHelpOptions = true,
    description = {
      "Measures co-allocations over real acceptors, each a process with a journal that is flushed,",
      "and resource managers that flush their votes, all on the loopback. Beside it, in turn in the",
      "same seconds: PostgreSQL's blocking two-phase commit over as many servers, and the floor: two",
      "flushes and four messages. Agreements are timed until the caller knows the decision, 2PC until",
      "its coordinator's log has it (decided) and until the last server has committed (whole). A",
      "resource manager here keeps a flushed log and no database, agrees to everything, and has an",
      "acknowledged decision flushed with its next vote, or 20 ms later; its log is begun anew at its",
      "end, without the checkpoint that a database would make then."
    })
public final class CommitBench implements Callable<Integer> {
  /** Two seconds each, if nothing else is said. */
  private static final int SLICES = 3;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--acceptors", paramLabel = "N", description = "1, 3, 5 or 7 (${DEFAULT-VALUE})")
  private int acceptors = 3;

  @Option(names = "--rms", paramLabel = "N", description = "1 to 7 (${DEFAULT-VALUE})")
  private int rms = 3;

  @Option(
      names = "--clients",
      paramLabel = "N",
      split = ",",
      description = "how many at once, run after run (${DEFAULT-VALUE})")
  private List<Integer> clients = List.of(1, 8, 32);

  @Option(names = "--seconds", paramLabel = "S", description = "of each run (${DEFAULT-VALUE})")
  private int seconds = 6;

  @Option(names = "--warm-up", paramLabel = "S", description = "before all (${DEFAULT-VALUE})")
  private int warmUp = 60;

  @Option(names = "--json", description = "end with one line of JSON")
  private boolean json;

  /** One number of clients, and what it took them. */
  private record Run(
      int clients, Load.Sample harc, Expense.Each each, Load.Sample twoPhase, double floor) {}

  @Override
  public Integer call() throws Exception {
    check();
    var scratch = Scratch.of("commit");
    var directory = scratch.directory();
    try (var floor = new Floor(directory);
        var twoPhase =
            new BlockingTwoPhaseCommit(
                directory, rms, clients.stream().max(Comparator.naturalOrder()).orElseThrow());
        var harc = new RunningHarc(directory, acceptors, rms)) {
      warmUp(harc, twoPhase);
      var runs = new ArrayList<Run>();
      for (var count : clients) {
        err().printf("%d clients, %d s each%n", count, seconds);
        var load = new Load(count, Duration.ofSeconds(seconds));
        var before = harc.expense();
        var samples = load.inTurn(SLICES, List.of(harc::commitOnce, twoPhase::commitOnce));
        var each = harc.expense().since(before, samples.getFirst().done());
        runs.add(new Run(count, samples.getFirst(), each, samples.getLast(), floor.millis(1000)));
      }
      report(runs);
    } finally {
      scratch.remove();
    }
    return 0;
  }

  /** Until what runs often has been compiled. */
  private void warmUp(RunningHarc harc, BlockingTwoPhaseCommit twoPhase) throws Exception {
    err().printf("warming up, %d s each%n", warmUp);
    var load = new Load(clients.getLast(), Duration.ofSeconds(warmUp));
    load.of(harc::commitOnce);
    load.of(twoPhase::commitOnce);
  }

  private void check() {
    if (!List.of(1, 3, 5, 7).contains(acceptors)) {
      throw wrong("--acceptors is 1, 3, 5 or 7");
    }
    if (rms < 1 || rms > 7) {
      throw wrong("--rms is 1 to 7");
    }
    if (seconds < 1
        || warmUp < 1
        || clients.isEmpty()
        || clients.stream().anyMatch(n -> n < 1 || n > 100)) {
      throw wrong("--seconds and --warm-up are at least 1, and --clients are 1 to 100 each");
    }
  }

  private ParameterException wrong(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  private void report(List<Run> runs) {
    out()
        .printf(
            "%d acceptors, %d resource managers; PostgreSQL two-phase commit over %d servers%n",
            acceptors, rms, rms);
    out()
        .println(
            "clients   p50 ms   p99 ms    per s   2PC decided   whole ms    per s   rate   floor ms");
    for (var run : runs) {
      out()
          .println(
              String.format(
                  Locale.ROOT,
                  "%7d %8.2f %8.2f %8.0f %13.2f %10.2f %8.0f %5.2fx %10.2f",
                  run.clients(),
                  run.harc().p50(),
                  run.harc().p99(),
                  run.harc().rate(),
                  run.twoPhase().decided(),
                  run.twoPhase().p50(),
                  run.twoPhase().rate(),
                  run.harc().rate() / run.twoPhase().rate(),
                  run.floor()));
    }
    out().println("clients   messages  flushes   of each agreement, counted");
    for (var run : runs) {
      row("%7d".formatted(run.clients()), run.each());
    }
    row("  paper", Expense.ofThePaper(rms, acceptors));
    if (json) {
      out()
          .println(
              "{\"runs\":["
                  + runs.stream().map(this::json).collect(Collectors.joining(","))
                  + "]}");
    }
  }

  private void row(String head, Expense.Each each) {
    out()
        .println(
            String.format(Locale.ROOT, "%s %10.1f %8.1f", head, each.messages(), each.flushes()));
  }

  private String json(Run run) {
    return String.format(
        Locale.ROOT,
        "{\"clients\":%d,\"acceptors\":%d,\"rms\":%d,\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"rate\":%.1f,"
            + "\"pg2pc_p50_ms\":%.3f,\"pg2pc_rate\":%.1f,\"floor_ms\":%.3f,"
            + "\"pg2pc_decided_p50_ms\":%.3f}",
        run.clients(),
        acceptors,
        rms,
        run.harc().p50(),
        run.harc().p99(),
        run.harc().rate(),
        run.twoPhase().p50(),
        run.twoPhase().rate(),
        run.floor(),
        run.twoPhase().decided());
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
