package org.touchpaper.bench.chaos;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.touchpaper.bench.Scratch;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that lets bad days happen to real processes. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    description = {
      "Books, changes and cancels over real acceptors and calendar resource managers, each a process",
      "of its own, while they are killed (-9), halted (SIGSTOP) and started again at random, and the",
      "disk of one fills (a limit to its files' size), which it has to say, and to vote again when",
      "there is room. Six or more calls are spread so that each of these has befallen somebody before",
      "the last are made. Afterwards all books are read: no booking may",
      "be made or moved by halves, nothing may be left over (harc list is empty at every acceptor),",
      "every answer a client got must be true, and one in eight of what was asked for committed at",
      "least (one in thirty of fewer than 500 calls). A third of what is booked has begun: it is up at",
      "once, on the machine too, and is changed and given up while it is.",
      "Anything else ends with status 1; the processes' logs and journals are kept then."
    })
public final class ChaosBench implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--calls", paramLabel = "N", description = "how many (${DEFAULT-VALUE})")
  private int calls = 2000;

  @Option(names = "--clients", paramLabel = "N", description = "at once (${DEFAULT-VALUE})")
  private int clients = 16;

  @Option(names = "--acceptors", paramLabel = "N", description = "1, 3, 5 or 7 (${DEFAULT-VALUE})")
  private int acceptors = 5;

  @Option(names = "--rms", paramLabel = "N", description = "2 to 7 (${DEFAULT-VALUE})")
  private int rms = 4;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "of what is asked and what befalls; when it does is the machine's")
  private long seed = 1;

  @Option(names = "--json", description = "end with one line of JSON")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    check();
    var scratch = Scratch.of("chaos");
    var directory = scratch.directory();
    var violations = run(directory);
    if (violations.isEmpty()) {
      scratch.remove();
      return 0;
    }
    violations.forEach(each -> out().println("VIOLATION: " + each));
    out().println("seed " + seed + "; logs and journals are in " + directory);
    return 1;
  }

  private List<String> run(Path directory) throws Exception {
    try (var fleet = new Fleet(directory, acceptors, rms)) {
      err().printf("starting %d acceptors and %d resource managers%n", acceptors, rms);
      fleet.startAll();
      var customers = new Customers(fleet.acceptors(), fleet.resourceManagers(), calls / 4 + 1);
      var pace = new Pace(calls, Misfortune.Kind.values().length);
      var misfortune = new Misfortune(fleet, seed, pace, each -> err().println("   " + each));
      var begun = System.nanoTime();
      misfortune.begin();
      try {
        customers.call(clients, calls, seed, pace, this::progress);
      } finally {
        misfortune.end();
      }
      var seconds = (System.nanoTime() - begun) / 1e9;
      err().println("all that is down gets up, and all books are read");
      fleet.awaitUp();
      var books = new Reader(fleet).read(customers.calls());
      var violations = new ArrayList<>(Audit.of(customers.calls(), books));
      violations.addAll(misfortune.violations());
      violations.addAll(misfortune.toll().missing(calls));
      report(customers, misfortune.toll(), seconds, violations.size());
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
      throw wrong("--acceptors is 1, 3, 5 or 7");
    }
    if (rms < 2 || rms > 7) {
      throw wrong("--rms is 2 to 7");
    }
    if (calls < 1 || clients < 1 || clients > 100) {
      throw wrong("--calls is at least 1, and --clients 1 to 100");
    }
  }

  private ParameterException wrong(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  private static long told(Collection<Call> calls, Outcome outcome) {
    return calls.stream().filter(call -> call.outcome() == outcome).count();
  }

  private void report(Customers customers, Toll toll, double seconds, int violations) {
    var made = customers.calls();
    var commits = told(made, Outcome.COMMIT);
    var aborts = told(made, Outcome.ABORT);
    var waits = customers.waits();
    out()
        .printf(
            Locale.ROOT,
            "%d calls of %d clients in %.0f s (%.1f/s): %d committed, %d aborted, %d not known, %d of"
                + " these not begun%n",
            made.size(),
            clients,
            seconds,
            made.size() / seconds,
            commits,
            aborts,
            made.size() - commits - aborts,
            told(made, Outcome.NOT_STARTED));
    out()
        .printf(
            "waited: median %d ms, longest %d ms; befallen: %s%n",
            waits.get(waits.size() / 2), waits.getLast(), toll);
    out().printf("%d violations%n", violations);
    if (json) {
      out()
          .printf(
              Locale.ROOT,
              "{\"calls\":%d,\"seconds\":%.1f,\"committed\":%d,\"aborted\":%d,\"unknown\":%d,"
                  + "\"longest_ms\":%d,\"befell\":%s,\"befallen\":%d,\"violations\":%d}%n",
              made.size(),
              seconds,
              commits,
              aborts,
              made.size() - commits - aborts,
              waits.getLast(),
              toll.json(),
              toll.sum(),
              violations);
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
