package org.touchpaper.bench;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.proof.Fleet;
import org.touchpaper.harc.proof.Mutant;
import org.touchpaper.harc.proof.Stretch;
import org.touchpaper.harc.proof.Uptime;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lets acceptors fail and be repaired for centuries, and counts when no majority was left. */
@Command(
    name = "availability",
    mixinStandardHelpOptions = true,
    description = {
      "Lets acceptors fail and be repaired, after exponential times and with their durable memory",
      "kept, and begins transactions with the production state machines of Paxos Commit at every",
      "change. The system is out from the first one whose client does not know the decision after",
      "30 s to the next one that is decided. The quiet time between changes is skipped. What a",
      "birth and death process says is printed beside; status 1 if it lies outside what was seen,",
      "or if an invariant is broken. The defaults are HARC's claim, and take some minutes."
    })
final class AvailabilityBench implements Callable<Integer> {

  /** So many by the formula, if nobody says how many years: enough to tell 12 years from 10. */
  private static final int OUTAGES = 600;

  /** What is simulated side by side; the same on every machine, so that a seed says all. */
  private static final int STRETCHES = 64;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--acceptors",
      paramLabel = "N",
      split = ",",
      description = "how many there are, one system after the other (${DEFAULT-VALUE})")
  private List<Integer> acceptors = List.of(1, 3, 5, 7);

  @Option(
      names = "--up",
      paramLabel = "P7D",
      description = "how long one works, on average (a week)")
  private Duration up = Duration.ofDays(7);

  @Option(
      names = "--down",
      paramLabel = "PT4H",
      description = "how long until it is back, on average (four hours)")
  private Duration down = Duration.ofHours(4);

  @Option(
      names = "--years",
      paramLabel = "N",
      description = "simulate so many (those in which " + OUTAGES + " outages are to be expected)")
  private @Nullable Double years;

  @Option(names = "--seed", paramLabel = "S", description = "which chances (${DEFAULT-VALUE})")
  private long seed = 1;

  @Option(
      names = "--mutant",
      paramLabel = "M1",
      converter = MutantConverter.class,
      description = "put this mistake in: M1, M2 and so on, or its name")
  private Mutant mutant = Mutant.NONE;

  @Option(names = "--json", description = "end with one line of JSON")
  private boolean json;

  @Override
  public Integer call() {
    var fleets = fleets();
    var begun = System.nanoTime();
    var rows = fleets.stream().map(fleet -> new AvailabilityReport.Row(fleet, run(fleet))).toList();
    var report = new AvailabilityReport(up, down, rows, (System.nanoTime() - begun) / 1e9);
    report.print(spec.commandLine().getOut());
    if (json) {
      spec.commandLine().getOut().println(AvailabilityJson.of(report));
    }
    return report.isRight() ? 0 : 1;
  }

  private List<Fleet> fleets() {
    if (seed < 0 || (years != null && !(years > 0 && years <= 1e9))) {
      throw new ParameterException(
          spec.commandLine(), "--years is more than nothing, and seeds are never negative");
    }
    try {
      return acceptors.stream().map(number -> Fleet.of(number, up, down)).toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Uptime run(Fleet fleet) {
    var seconds = years == null ? OUTAGES * fleet.secondsBetweenOutages() : years * TimeText.YEAR;
    var done = new AtomicLong();
    spec.commandLine()
        .getErr()
        .printf("%d acceptors: %s to simulate%n", fleet.acceptors(), TimeText.time(seconds));
    return LongStream.range(0, STRETCHES)
        .parallel()
        .mapToObj(number -> {
          var uptime = Stretch.run(fleet, seed * STRETCHES + number, seconds / STRETCHES, mutant);
          tellHowFar(fleet, done.incrementAndGet(), seconds);
          return uptime;
        })
        .reduce(Uptime.NOTHING, Uptime::plus);
  }

  private void tellHowFar(Fleet fleet, long stretches, double seconds) {
    if (stretches % (STRETCHES / 4) == 0) {
      spec.commandLine()
          .getErr()
          .printf(
              "%d acceptors: %s of %s%n",
              fleet.acceptors(),
              TimeText.time(seconds * stretches / STRETCHES),
              TimeText.time(seconds));
    }
  }
}
