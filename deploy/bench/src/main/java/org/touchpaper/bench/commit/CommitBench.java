package org.touchpaper.bench.commit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bench.command.AbstractBenchCommand;
import org.touchpaper.bench.command.ClosedLoopLoad;
import org.touchpaper.bench.process.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench commit}: cost of a transaction. */
@Command(
    name = "commit",
    mixinStandardHelpOptions = true,
    description = {
      "Measures transactions over real acceptors, each a process that flushes its journal, and",
      "resource managers that flush their votes, all on the loopback. Baselines, in alternating slices:",
      "PostgreSQL's blocking two-phase commit over as many servers, and the floor of two flushes and",
      "four messages. A transaction is timed until the caller knows the decision; 2PC until its",
      "coordinator's log has it (decided) and until the last server has committed (total). If etcd",
      "is available, it is measured too: as many members as acceptors, and clients that put one key if",
      "absent at the leader. That only stores a decision: no resource manager votes or flushes. A",
      "resource manager here has a flushed log but no database, and votes prepared on everything. It",
      "flushes an acknowledged decision with its next vote or after 20 ms, and overwrites its log from",
      "the start without a checkpoint."
    })
public final class CommitBench extends AbstractBenchCommand {
  /** Two seconds each by default. */
  private static final int SLICES = 3;

  @Option(names = "--acceptors", paramLabel = "N", description = "1, 3, 5 or 7 (${DEFAULT-VALUE})")
  private int acceptors = 3;

  @Option(names = "--rms", paramLabel = "N", description = "1 to 7 (${DEFAULT-VALUE})")
  private int rms = 3;

  @Option(
      names = "--clients",
      paramLabel = "N",
      split = ",",
      description = "numbers of parallel clients, one run each (${DEFAULT-VALUE})")
  private List<Integer> clients = List.of(1, 8, 32);

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "length of each run (${DEFAULT-VALUE})")
  private int seconds = 6;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      description = "length of warm-up (${DEFAULT-VALUE})")
  private int warmUp = 60;

  @Option(
      names = "--etcd",
      paramLabel = "PATH",
      description = "etcd program; default: the one on the PATH, if any")
  private @Nullable Path etcd;

  @Override
  public Integer call() throws Exception {
    check();
    var program = etcd == null ? EtcdCluster.find(System.getenv("PATH")) : Optional.of(etcd);
    var maxClients = clients.stream().max(Comparator.naturalOrder()).orElseThrow();
    var workDirectory = WorkDirectory.create("commit");
    var directory = workDirectory.path();
    try (var floor = new LoopbackAndFlushLatencyMeasurement(directory);
        var twoPhase = new PostgresTwoPhaseCommitBaseline(directory, rms, maxClients);
        var register =
            program.isEmpty()
                ? null
                : new EtcdCluster(program.get(), directory, acceptors, maxClients);
        var harc = new HarcCluster(directory, acceptors, rms)) {
      var workloads =
          new ArrayList<ClosedLoopLoad.Workload>(List.of(harc::commitOnce, twoPhase::commitOnce));
      if (register != null) {
        workloads.add(register::commitOnce);
      }
      warmUp(workloads);
      var runs = new ArrayList<CommitReport.Run>();
      for (var count : clients) {
        err().printf("%d clients, %d s each%n", count, seconds);
        var load = new ClosedLoopLoad(count, Duration.ofSeconds(seconds));
        var before = harc.costs();
        var samples = load.runInTurn(SLICES, workloads);
        var costPerCommit = harc.costs().averageSince(before, samples.getFirst().done());
        var etcdSample = register == null ? null : samples.getLast();
        runs.add(
            new CommitReport.Run(
                count,
                samples.get(0),
                costPerCommit,
                samples.get(1),
                etcdSample,
                floor.medianMillis(1000)));
      }
      new CommitReport(acceptors, rms, runs).print(out(), isJson());
    } finally {
      workDirectory.delete();
    }
    return 0;
  }

  /** Runs each workload until the JIT has compiled it. */
  private void warmUp(List<ClosedLoopLoad.Workload> workloads) throws Exception {
    err().printf("warming up, %d s each%n", warmUp);
    var load = new ClosedLoopLoad(clients.getLast(), Duration.ofSeconds(warmUp));
    for (var work : workloads) {
      load.run(work);
    }
  }

  private void check() {
    if (!List.of(1, 3, 5, 7).contains(acceptors)) {
      throw invalidOption("--acceptors must be 1, 3, 5 or 7");
    }
    if (rms < 1 || rms > 7) {
      throw invalidOption("--rms must be 1 to 7");
    }
    if (seconds < 1
        || warmUp < 1
        || clients.isEmpty()
        || clients.stream().anyMatch(n -> n < 1 || n > 100)) {
      throw invalidOption(
          "--seconds and --warm-up must be at least 1, and each of --clients 1 to 100");
    }
    if (etcd != null && !Files.isExecutable(etcd)) {
      throw invalidOption("--etcd must be an executable program: " + etcd);
    }
  }
}
