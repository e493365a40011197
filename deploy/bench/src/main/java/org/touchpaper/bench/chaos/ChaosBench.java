package org.touchpaper.bench.chaos;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.touchpaper.bench.command.AbstractBenchCommand;
import org.touchpaper.bench.process.WorkDirectory;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code bench chaos}: random faults on real processes. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    description = {
      "Books, changes and cancels over real acceptors and calendar resource managers, each a process",
      "of its own, while they are killed (-9), halted (SIGSTOP) and restarted at random. The disk of",
      "an acceptor fills (a file-size limit): it must report that, and vote again when there is space.",
      "Six or more calls are paced so that every kind of fault is injected before the last call.",
      "Afterwards all durable state is read: no booking may be made or changed in part, no transaction",
      "may be open (harc list is empty at every acceptor), every response must be true, and at least",
      "one call in eight must have committed (one in thirty with fewer than 500 calls). A third of the",
      "bookings has already started: they are active at once, also on the machine, and are changed and",
      "cancelled while active.",
      "Any violation ends with status 1, and the processes' logs and journals are kept."
    })
public final class ChaosBench extends AbstractBenchCommand {

  @Option(names = "--calls", paramLabel = "N", description = "number of calls (${DEFAULT-VALUE})")
  private int calls = 2000;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "parallel clients (${DEFAULT-VALUE})")
  private int clients = 16;

  @Option(names = "--acceptors", paramLabel = "N", description = "1, 3, 5 or 7 (${DEFAULT-VALUE})")
  private int acceptors = 5;

  @Option(names = "--rms", paramLabel = "N", description = "2 to 7 (${DEFAULT-VALUE})")
  private int rms = 4;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "random seed of requests and faults; their timing depends on the machine")
  private long seed = 1;

  @Override
  public Integer call() throws Exception {
    check();
    var workDirectory = WorkDirectory.create("chaos");
    var directory = workDirectory.path();
    var violations = run(directory);
    if (violations.isEmpty()) {
      workDirectory.delete();
      return 0;
    }
    violations.forEach(violation -> out().println("VIOLATION: " + violation));
    out().println("seed " + seed + "; logs and journals are in " + directory);
    return 1;
  }

  private List<String> run(Path directory) throws Exception {
    try (var cluster = new ClusterUnderTest(directory, acceptors, rms)) {
      err().printf("starting %d acceptors and %d resource managers%n", acceptors, rms);
      cluster.startAll();
      var load = new LoadGenerator(cluster.acceptors(), cluster.resourceManagers(), calls / 4 + 1);
      var pacer = new FaultDrivenLoadPacer(calls, ChaosInjector.FaultKind.values().length);
      var injector =
          new ChaosInjector(cluster, seed, pacer, message -> err().println("   " + message));
      var startedAt = System.nanoTime();
      injector.start();
      try {
        load.run(clients, calls, seed, pacer, this::progress);
      } finally {
        injector.stop();
      }
      var seconds = (System.nanoTime() - startedAt) / 1e9;
      err().println("waiting for all processes, then reading all durable state");
      cluster.awaitUp();
      var endState = new EndStateReader(cluster).read(load.calls());
      var violations = new ArrayList<>(ConsistencyCheck.check(load.calls(), endState));
      violations.addAll(injector.violations());
      violations.addAll(injector.faultCounts().listMissing(calls));
      report(load, injector.faultCounts(), seconds, violations.size());
      return violations;
    }
  }

  private void progress(int number) {
    if (number % 100 == 0) {
      err().printf("%d of %d calls%n", number, calls);
    }
  }

  private void check() {
    if (!List.of(1, 3, 5, 7).contains(acceptors)) {
      throw invalidOption("--acceptors must be 1, 3, 5 or 7");
    }
    if (rms < 2 || rms > 7) {
      throw invalidOption("--rms must be 2 to 7");
    }
    if (calls < 1 || clients < 1 || clients > 100) {
      throw invalidOption("--calls must be at least 1, and --clients 1 to 100");
    }
  }

  private static long countOutcome(Collection<ClientCall> calls, Outcome outcome) {
    return calls.stream().filter(call -> call.outcome() == outcome).count();
  }

  private void report(LoadGenerator load, FaultCounts faultCounts, double seconds, int violations) {
    var calls = load.calls();
    var commits = countOutcome(calls, Outcome.COMMIT);
    var aborts = countOutcome(calls, Outcome.ABORT);
    var waits = load.waits();
    print(
        "%d calls of %d clients in %.0f s (%.1f/s): %d committed, %d aborted, %d unknown, %d of"
            + " these not started%n",
        calls.size(),
        clients,
        seconds,
        calls.size() / seconds,
        commits,
        aborts,
        calls.size() - commits - aborts,
        countOutcome(calls, Outcome.NOT_STARTED));
    out()
        .printf(
            "latency: median %d ms, longest %d ms; faults: %s%n",
            waits.get(waits.size() / 2), waits.getLast(), faultCounts);
    out().printf("%d violations%n", violations);
    printJson(
        "{\"calls\":%d,\"seconds\":%.1f,\"committed\":%d,\"aborted\":%d,\"unknown\":%d,"
            + "\"longest_ms\":%d,\"befell\":%s,\"befallen\":%d,\"violations\":%d}",
        calls.size(),
        seconds,
        commits,
        aborts,
        calls.size() - commits - aborts,
        waits.getLast(),
        faultCounts.json(),
        faultCounts.sum(),
        violations);
  }
}
