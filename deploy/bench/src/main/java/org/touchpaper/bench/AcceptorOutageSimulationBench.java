package org.touchpaper.bench;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bench.command.AbstractBenchCommand;
import org.touchpaper.harc.verification.Mutant;
import org.touchpaper.harc.verification.availability.AvailabilityResult;
import org.touchpaper.harc.verification.availability.AvailabilitySimulation;
import org.touchpaper.harc.verification.availability.BirthDeathAvailabilityModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Simulates centuries of failures and repairs of acceptors, and measures unavailability. */
@Command(
    name = "availability",
    mixinStandardHelpOptions = true,
    description = {
      "Simulates acceptors that fail and are repaired after exponential times and keep their durable",
      "state. At every change it runs transactions on the production state machines of Paxos Commit.",
      "An outage lasts from the first transaction whose client does not know the decision after 30 s",
      "to the next one that is decided. Time between changes is skipped. The results are compared",
      "with a birth-death process; status 1 if its values lie outside the confidence interval, or if",
      "an invariant is violated. The defaults match HARC's claim and take some minutes."
    })
final class AcceptorOutageSimulationBench extends AbstractBenchCommand {

  /** Expected outages without {@code --years}: enough to distinguish 12 years from 10. */
  private static final int EXPECTED_OUTAGES = 600;

  /** Parallel runs; the same number on every machine, so that a seed is reproducible. */
  private static final int RUNS = 64;

  @Option(
      names = "--acceptors",
      paramLabel = "N",
      split = ",",
      description = "number of acceptors, one system after the other (${DEFAULT-VALUE})")
  private List<Integer> acceptors = List.of(1, 3, 5, 7);

  @Option(names = "--up", paramLabel = "P7D", description = "mean time to failure (a week)")
  private Duration up = Duration.ofDays(7);

  @Option(names = "--down", paramLabel = "PT4H", description = "mean time to repair (four hours)")
  private Duration down = Duration.ofHours(4);

  @Option(
      names = "--years",
      paramLabel = "N",
      description = "years to simulate (as many as have " + EXPECTED_OUTAGES + " expected outages)")
  private @Nullable Double years;

  @Option(names = "--seed", paramLabel = "S", description = "random seed (${DEFAULT-VALUE})")
  private long seed = 1;

  @Option(
      names = "--mutant",
      paramLabel = "M1",
      description = "inject this mutant: M1, M2 and so on, or its name")
  private Mutant mutant = Mutant.NONE;

  @Override
  public Integer call() {
    var models = models();
    var startedAt = System.nanoTime();
    var rows =
        models.stream().map(model -> new AcceptorOutageReport.Row(model, run(model))).toList();
    var report = new AcceptorOutageReport(up, down, rows, (System.nanoTime() - startedAt) / 1e9);
    report.print(out());
    printJson("%s", AcceptorOutageJson.of(report));
    return report.matchesModel() ? 0 : 1;
  }

  private List<BirthDeathAvailabilityModel> models() {
    if (seed < 0 || (years != null && !(years > 0 && years <= 1e9))) {
      throw invalidOption(
          "--years must be above 0 and at most 1e9, and --seed must not be negative");
    }
    try {
      return acceptors.stream()
          .map(number -> BirthDeathAvailabilityModel.of(number, up, down))
          .toList();
    } catch (IllegalArgumentException e) {
      throw invalidOption(String.valueOf(e.getMessage()));
    }
  }

  private AvailabilityResult run(BirthDeathAvailabilityModel model) {
    var seconds =
        years == null
            ? EXPECTED_OUTAGES * model.secondsBetweenOutages()
            : years * DurationFormat.YEAR;
    var done = new AtomicLong();
    err()
        .printf(
            "%d acceptors: %s to simulate%n", model.acceptors(), DurationFormat.format(seconds));
    return LongStream.range(0, RUNS)
        .parallel()
        .mapToObj(number -> {
          var result =
              AvailabilitySimulation.run(model, seed * RUNS + number, seconds / RUNS, mutant);
          reportProgress(model, done.incrementAndGet(), seconds);
          return result;
        })
        .reduce(AvailabilityResult.EMPTY, AvailabilityResult::plus);
  }

  private void reportProgress(BirthDeathAvailabilityModel model, long runsDone, double seconds) {
    if (runsDone % (RUNS / 4) == 0) {
      err()
          .printf(
              "%d acceptors: %s of %s%n",
              model.acceptors(),
              DurationFormat.format(seconds * runsDone / RUNS),
              DurationFormat.format(seconds));
    }
  }
}
