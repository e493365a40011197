package org.touchpaper.nsap.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.fault.FaultKind;
import org.touchpaper.elementemulator.fault.RandomFaultSettings;
import org.touchpaper.nsap.simulation.FaultSimulation.Result;

/**
 * Under injected faults every element ends with exactly the configuration in the database, and no
 * inactive circuit is reported as active. Several chains of elements, each with its own NSAP and
 * seed, run in parallel; {@code ./touchpaper bench trouble} runs ten thousand circuits over them.
 */
class TenThousandCircuitsTest {

  private static final long SEED = Long.getLong("trouble.seed", 1);
  private static final int CIRCUITS = Integer.getInteger("trouble.circuits", 60);
  private static final int CHAINS = Integer.getInteger("trouble.chains", 3);

  /** Enough for one mistake if only its fault occurs. */
  private static final int FEW = 15;

  /** The longest delay of an element: almost the NSAP's uncertainty timeout. */
  private static final Duration LATE = Duration.ofSeconds(59);

  @TempDir Path folder;

  /** A mix of all faults; those that cost a timeout or a restart are rarer. */
  static RandomFaultSettings plan(long seed) {
    return RandomFaultSettings.uniform(seed, 0.001)
        .withRate(FaultKind.RESTART, 0.0002)
        .withRate(FaultKind.RESTART_EMPTY, 0.0002)
        .withRate(FaultKind.THIRD_PARTY_DELETES, 0.0003)
        .withRate(FaultKind.FRAGMENTED, 0.1)
        .withRate(FaultKind.ECHO, 0.3)
        .withRate(FaultKind.BANNER, 0.3)
        .withDelays(LATE, Duration.ofMillis(1));
  }

  @Test
  void everyElementMatchesTheDatabaseUnderAllFaults() {
    var startedAt = System.nanoTime();
    var results = runInParallel();
    var violations = results.stream().flatMap(result -> result.violations().stream()).toList();
    System.out.printf(
        Locale.ROOT,
        "{\"circuits\":%d,\"changes\":%d,\"wide\":%d,\"impaired\":%d,\"chains\":%d,\"seed\":%d,\"seconds\":%.1f,\"faults\":%d,\"kills\":%d,"
            + "\"comparisons\":%d,\"sharedReads\":%d,\"sharedReadsFailed\":%d,\"violations\":%d}%n",
        sum(results, Result::circuits),
        sum(results, Result::changed),
        sum(results, result -> result.counts().wide()),
        sum(results, result -> result.counts().impaired()),
        CHAINS,
        SEED,
        (System.nanoTime() - startedAt) / 1e9,
        sum(results, Result::faults),
        sum(results, Result::kills),
        sum(results, result -> result.counts().checks()),
        SharedReadCounter.shared(),
        SharedReadCounter.failed(),
        violations.size());
    assertThat(violations).isEmpty();
    // Half of the circuits become active.
    assertThat(sum(results, result -> result.counts().beenUp())).isGreaterThan(CIRCUITS / 5);
    assertThat(sum(results, Result::changed)).isGreaterThan(CIRCUITS / 10);
  }

  /** One random circuit in a hundred is wide and becomes active, possibly none of sixty. */
  @Test
  void circuitsOfSeveralChannelGroupsMeetFaultsToo() {
    var result = run(SEED, SharedReadCounter.Counted.class, plan(SEED), 2 * FEW, true);
    assertThat(result.violations()).isEmpty();
    assertThat(result.counts().wide()).isPositive();
  }

  /** Runs a chain for each seed. */
  private List<Result> runInParallel() {
    List<Future<Result>> runs;
    try (var threads = Executors.newFixedThreadPool(CHAINS)) {
      runs =
          LongStream.range(SEED, SEED + CHAINS)
              .mapToObj(seed -> threads.submit(() -> runWithFaults(seed)))
              .toList();
    } // waits for all threads
    return runs.stream().map(Future::resultNow).toList();
  }

  private Result runWithFaults(long seed) {
    return run(seed, SharedReadCounter.Counted.class, plan(seed), CIRCUITS / CHAINS);
  }

  private static long sum(List<Result> results, ToLongFunction<Result> what) {
    return results.stream().mapToLong(what).sum();
  }

  /**
   * A merged reading fails; each circuit then has its own. Which readings are merged depends on
   * timing: a run may have none that fails.
   */
  @Test
  void mergedReadingsMeetFaultsToo() {
    var failed = SharedReadCounter.failed();
    var lossy =
        RandomFaultSettings.NONE
            .withRate(FaultKind.DROP_BEFORE, 0.02)
            .withRate(FaultKind.PARTIAL, 0.02);
    for (var seed = 2; seed <= 60 && SharedReadCounter.failed() == failed; seed += 2) {
      assertThat(run(seed, SharedReadCounter.Counted.class, lossy, FEW).violations()).isEmpty();
    }
    assertThat(SharedReadCounter.failed()).isGreaterThan(failed);
  }

  @Test
  void aDriverThatResendsBlindlyIsDetected() {
    assertThat(isDetected(Mutants.BlindResend.class, FaultKind.LATE, 0.04)).isTrue();
  }

  @Test
  void aDriverThatTrustsCompldIsDetected() {
    assertThat(isDetected(Mutants.TrustingCompld.class, FaultKind.FALSE_COMPLETION, 0.1)).isTrue();
  }

  @Test
  void anExecutorThatUndoesNothingIsDetected() {
    assertThat(isDetected(Mutants.NoUndo.class, FaultKind.BUSY, 0.05)).isTrue();
  }

  @Test
  void anExecutorWithATooShortUncertaintyTimeoutIsDetected() {
    assertThat(isDetected(Mutants.ShortUncertaintyTimeout.class, FaultKind.LATE, 0.15)).isTrue();
  }

  @Test
  void anExecutorThatIgnoresFormerItemsIsDetected() {
    // few circuits are modified while active and take another path
    assertThat(isDetected(Mutants.IgnoresFormerItems.class, FaultKind.BUSY, 0.02, 4 * FEW))
        .isTrue();
  }

  @Test
  void aDriverThatWritesWrongAttributesIsDetected() {
    assertThat(isDetected(Mutants.WrongVlan.class, FaultKind.BUSY, 0.001)).isTrue();
  }

  @Test
  void aDriverThatIgnoresAlarmsIsDetected() {
    assertThat(isDetected(Mutants.IgnoresAlarms.class, FaultKind.SIGNAL_CHANGE, 0.02)).isTrue();
  }

  @Test
  void aDriverThatDeletesForeignItemsIsDetected() {
    assertThat(isDetected(Mutants.DeletesObstacles.class, FaultKind.THIRD_PARTY_ENTERS, 0.3))
        .isTrue();
  }

  /** A run may give a mistake no occasion: here at most two in three, so hardly all of thirty. */
  private boolean isDetected(Class<?> mutant, FaultKind mishap, double rate) {
    return isDetected(mutant, mishap, rate, FEW);
  }

  private boolean isDetected(Class<?> mutant, FaultKind mishap, double rate, int circuits) {
    var occasion =
        RandomFaultSettings.NONE.withRate(mishap, rate).withDelays(LATE, Duration.ofMillis(1));
    return LongStream.range(SEED, SEED + 30)
        .anyMatch(seed -> !run(seed, mutant, occasion, circuits).violations().isEmpty());
  }

  private Result run(long seed, Class<?> service, RandomFaultSettings plan, int circuits) {
    return run(seed, service, plan, circuits, false);
  }

  private Result run(
      long seed, Class<?> service, RandomFaultSettings plan, int circuits, boolean areAllWide) {
    var files = folder.resolve(service.getSimpleName() + seed + areAllWide);
    try (var run = new FaultSimulation(seed, service, plan, files, areAllWide)) {
      return run.run(circuits);
    }
  }
}
