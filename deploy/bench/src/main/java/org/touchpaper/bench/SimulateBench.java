package org.touchpaper.bench;

import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bench.command.AbstractBenchCommand;
import org.touchpaper.harc.verification.Mutant;
import org.touchpaper.harc.verification.simulation.TransactionSequenceSimulation;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Simulates Paxos Commit with failures, seed by seed, on all cores. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Simulates the production state machines of Paxos Commit in virtual time, with lost,",
      "duplicated, late and reordered messages, network partitions, crashes and clock jumps. Each",
      "seed is at least 2000 events. A violated invariant ends with status 1 and the trace of the",
      "first seed that violates one."
    })
final class SimulateBench extends AbstractBenchCommand {

  @ArgGroup(multiplicity = "0..1")
  private SeedOptions seedOptions = new SeedOptions();

  @Option(
      names = "--mutant",
      paramLabel = "M1",
      description = "inject this mutant: M1, M2 and so on, or its name")
  private Mutant mutant = Mutant.NONE;

  /** One seed or a range. */
  private static final class SeedOptions {
    @Option(names = "--seed", paramLabel = "S", description = "run this seed only")
    private @Nullable Long seed;

    @ArgGroup(exclusive = false)
    private SeedRange range = new SeedRange();
  }

  /** Consecutive seeds. */
  private static final class SeedRange {
    @Option(names = "--seeds", paramLabel = "N", description = "number of seeds (${DEFAULT-VALUE})")
    private long seeds = 10_000;

    @Option(names = "--from", paramLabel = "S", description = "first seed (${DEFAULT-VALUE})")
    private long from = 1;
  }

  /** Sums over seeds. */
  private record Totals(
      long seeds,
      long events,
      long decided,
      long violations,
      TransactionSequenceSimulation.@Nullable Failure firstFailure) {
    static final Totals NONE = new Totals(0, 0, 0, 0, null);

    static Totals of(TransactionSequenceSimulation.Outcome outcome) {
      var failure = outcome.violation();
      return new Totals(1, outcome.events(), outcome.decided(), failure == null ? 0 : 1, failure);
    }

    Totals add(Totals other) {
      return new Totals(
          seeds + other.seeds,
          events + other.events,
          decided + other.decided,
          violations + other.violations,
          earlier(firstFailure, other.firstFailure));
    }

    private static TransactionSequenceSimulation.@Nullable Failure earlier(
        TransactionSequenceSimulation.@Nullable Failure a,
        TransactionSequenceSimulation.@Nullable Failure b) {
      if (a == null || b == null) {
        return a == null ? b : a;
      }
      return Comparator.comparingLong(TransactionSequenceSimulation.Failure::seed).compare(a, b)
              <= 0
          ? a
          : b;
    }
  }

  @Override
  public Integer call() {
    var seed = seedOptions.seed;
    var from = seed == null ? seedOptions.range.from : seed;
    var seeds = seed == null ? seedOptions.range.seeds : 1;
    if (seeds < 1 || from < 0) {
      throw invalidOption("--seeds must be at least 1, and seeds must not be negative");
    }
    var startedAt = System.nanoTime();
    var totals = run(from, seeds);
    report(totals, (System.nanoTime() - startedAt) / 1e9);
    return totals.violations() == 0 ? 0 : 1;
  }

  private Totals run(long from, long seeds) {
    var done = new AtomicLong();
    var step = Math.max(1000, seeds / 20);
    return LongStream.range(from, from + seeds)
        .parallel()
        .mapToObj(seed -> {
          var totals = Totals.of(new TransactionSequenceSimulation(seed, mutant).run());
          var number = done.incrementAndGet();
          if (number % step == 0) {
            err().printf("%d of %d seeds%n", number, seeds);
          }
          return totals;
        })
        .reduce(Totals.NONE, Totals::add);
  }

  private void report(Totals totals, double seconds) {
    if (totals.firstFailure() != null) {
      printFailure(totals.firstFailure());
    }
    print(
        "%d seeds, %d events, %d transactions decided, %d violations, %.1f s%n",
        totals.seeds(), totals.events(), totals.decided(), totals.violations(), seconds);
    printJson(
        "{\"seeds\":%d,\"events\":%d,\"decided\":%d,\"violations\":%d,\"seconds\":%.3f}",
        totals.seeds(), totals.events(), totals.decided(), totals.violations(), seconds);
  }

  private void printFailure(TransactionSequenceSimulation.Failure failure) {
    var mutantOption = mutant == Mutant.NONE ? "" : " --mutant " + mutant.code();
    out().println(failure.trace());
    out().println("seed " + failure.seed() + ": " + failure.message());
    out().println("again: ./touchpaper bench simulate --seed " + failure.seed() + mutantOption);
  }
}
