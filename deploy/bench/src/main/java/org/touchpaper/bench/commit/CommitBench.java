package org.touchpaper.bench.commit;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
      "its coordinator's log has it (decided) and until the last server has committed (whole). Where",
      "there is an etcd, it takes its turn, too: as many members as there are acceptors, at whose leader",
      "a client puts one key if it is absent. That is where a decision could be kept, and no more: no",
      "resource manager is asked, and none flushes a vote, as in the other two. A",
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

  @Option(
      names = "--etcd",
      paramLabel = "PATH",
      description = "the program; else the one on the PATH, if there is one")
  private @Nullable Path etcd;

  @Option(names = "--json", description = "end with one line of JSON")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    check();
    var program = etcd == null ? Etcd.find(System.getenv("PATH")) : Optional.of(etcd);
    var most = clients.stream().max(Comparator.naturalOrder()).orElseThrow();
    var scratch = Scratch.of("commit");
    var directory = scratch.directory();
    try (var floor = new Floor(directory);
        var twoPhase = new BlockingTwoPhaseCommit(directory, rms, most);
        var register =
            program.isEmpty() ? null : new Etcd(program.get(), directory, acceptors, most);
        var harc = new RunningHarc(directory, acceptors, rms)) {
      var works = new ArrayList<Load.Work>(List.of(harc::commitOnce, twoPhase::commitOnce));
      if (register != null) {
        works.add(register::commitOnce);
      }
      warmUp(works);
      var runs = new ArrayList<CommitReport.Run>();
      for (var count : clients) {
        err().printf("%d clients, %d s each%n", count, seconds);
        var load = new Load(count, Duration.ofSeconds(seconds));
        var before = harc.expense();
        var samples = load.inTurn(SLICES, works);
        var each = harc.expense().since(before, samples.getFirst().done());
        var alone = register == null ? null : samples.getLast();
        runs.add(
            new CommitReport.Run(
                count, samples.get(0), each, samples.get(1), alone, floor.millis(1000)));
      }
      new CommitReport(acceptors, rms, runs).print(out(), json);
    } finally {
      scratch.remove();
    }
    return 0;
  }

  /** Until what runs often has been compiled. */
  private void warmUp(List<Load.Work> works) throws Exception {
    err().printf("warming up, %d s each%n", warmUp);
    var load = new Load(clients.getLast(), Duration.ofSeconds(warmUp));
    for (var work : works) {
      load.of(work);
    }
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
    if (etcd != null && !Files.isExecutable(etcd)) {
      throw wrong("--etcd is a program, and " + etcd + " is none that can be run");
    }
  }

  private ParameterException wrong(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
