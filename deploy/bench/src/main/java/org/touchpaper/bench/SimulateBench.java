package org.touchpaper.bench;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.proof.Mutant;
import org.touchpaper.harc.proof.Trial;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs Paxos Commit through bad days, seed by seed, on all cores. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the production state machines of Paxos Commit through bad days in virtual time:",
      "messages lost, doubled, late and out of order, networks that fall apart, crashes, clocks",
      "that jump. Each seed is at least 2000 events. A broken invariant ends with status 1, and the",
      "story of the first seed that breaks one is told."
    })
final class SimulateBench implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @ArgGroup(multiplicity = "0..1")
  private Which which = new Which();

  @Option(
      names = "--mutant",
      paramLabel = "M1",
      converter = MutantConverter.class,
      description = "put this mistake in: M1, M2 and so on, or its name")
  private Mutant mutant = Mutant.NONE;

  @Option(names = "--json", description = "end with one line of JSON")
  private boolean json;

  /** One seed or many. */
  private static final class Which {
    @Option(names = "--seed", paramLabel = "S", description = "this seed alone")
    private @Nullable Long seed;

    @ArgGroup(exclusive = false)
    private Many many = new Many();
  }

  /** Seeds in a row. */
  private static final class Many {
    @Option(names = "--seeds", paramLabel = "N", description = "so many (${DEFAULT-VALUE})")
    private long seeds = 10_000;

    @Option(names = "--from", paramLabel = "S", description = "from this on (${DEFAULT-VALUE})")
    private long from = 1;
  }

  /** What many trials add up to. */
  private record Sum(
      long seeds, long events, long decided, long violations, Trial.@Nullable Failure first) {
    static final Sum NOTHING = new Sum(0, 0, 0, 0, null);

    static Sum of(Trial.Outcome outcome) {
      var failure = outcome.violation();
      return new Sum(1, outcome.events(), outcome.decided(), failure == null ? 0 : 1, failure);
    }

    Sum plus(Sum other) {
      return new Sum(
          seeds + other.seeds,
          events + other.events,
          decided + other.decided,
          violations + other.violations,
          earlier(first, other.first));
    }

    private static Trial.@Nullable Failure earlier(
        Trial.@Nullable Failure a, Trial.@Nullable Failure b) {
      if (a == null || b == null) {
        return a == null ? b : a;
      }
      return Comparator.comparingLong(Trial.Failure::seed).compare(a, b) <= 0 ? a : b;
    }
  }

  @Override
  public Integer call() {
    var seed = which.seed;
    var from = seed == null ? which.many.from : seed;
    var seeds = seed == null ? which.many.seeds : 1;
    if (seeds < 1 || from < 0) {
      throw new ParameterException(
          spec.commandLine(), "--seeds is at least 1, and seeds are never negative");
    }
    var begun = System.nanoTime();
    var sum = run(from, seeds);
    report(sum, (System.nanoTime() - begun) / 1e9);
    return sum.violations() == 0 ? 0 : 1;
  }

  private Sum run(long from, long seeds) {
    var done = new AtomicLong();
    var step = Math.max(1000, seeds / 20);
    return LongStream.range(from, from + seeds)
        .parallel()
        .mapToObj(seed -> {
          var sum = Sum.of(new Trial(seed, mutant).run());
          var number = done.incrementAndGet();
          if (number % step == 0) {
            spec.commandLine().getErr().printf("%d of %d seeds%n", number, seeds);
          }
          return sum;
        })
        .reduce(Sum.NOTHING, Sum::plus);
  }

  private void report(Sum sum, double seconds) {
    var out = spec.commandLine().getOut();
    if (sum.first() != null) {
      tell(sum.first(), out);
    }
    out.printf(
        Locale.ROOT,
        "%d seeds, %d events, %d transactions decided, %d violations, %.1f s%n",
        sum.seeds(),
        sum.events(),
        sum.decided(),
        sum.violations(),
        seconds);
    if (json) {
      out.printf(
          Locale.ROOT,
          "{\"seeds\":%d,\"events\":%d,\"decided\":%d,\"violations\":%d,\"seconds\":%.3f}%n",
          sum.seeds(),
          sum.events(),
          sum.decided(),
          sum.violations(),
          seconds);
    }
  }

  private void tell(Trial.Failure failure, PrintWriter out) {
    var again = mutant == Mutant.NONE ? "" : " --mutant " + mutant.code();
    out.println(failure.story());
    out.println("seed " + failure.seed() + ": " + failure.message());
    out.println("again: ./touchpaper bench simulate --seed " + failure.seed() + again);
  }
}
