package org.touchpaper.nsap.trouble;

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
import org.touchpaper.nsap.trouble.TroubleRun.Result;
import org.touchpaper.tl1.element.FaultPlan;
import org.touchpaper.tl1.element.Mishap;

/**
 * Whatever goes wrong, every element ends up with exactly what the books say, and no circuit is
 * called up that is not. Several chains of elements, each with an NSAP and a seed of its own, are
 * in trouble at once; {@code ./touchpaper bench trouble} brings ten thousand circuits over them.
 */
class TenThousandCircuitsTest {

  private static final long SEED = Long.getLong("trouble.seed", 1);
  private static final int CIRCUITS = Integer.getInteger("trouble.circuits", 60);
  private static final int CHAINS = Integer.getInteger("trouble.chains", 3);

  /** Enough for one kind of mistake where only its occasion is given. */
  private static final int FEW = 15;

  /** By how much an element is late at most: almost as long as an NSAP is in doubt. */
  private static final Duration LATE = Duration.ofSeconds(59);

  @TempDir Path folder;

  /** Some of everything; what costs a whole timeout, or a restart, is rarer. */
  static FaultPlan plan(long seed) {
    return FaultPlan.even(seed, 0.001)
        .with(Mishap.RESTART, 0.0002)
        .with(Mishap.RESTART_EMPTY, 0.0002)
        .with(Mishap.STRANGER_DELETES, 0.0003)
        .with(Mishap.CHOPPED, 0.1)
        .with(Mishap.ECHO, 0.3)
        .with(Mishap.BANNER, 0.3)
        .waiting(LATE, Duration.ofMillis(1));
  }

  @Test
  void everyElementHoldsWhatTheBooksSayWhateverGoesWrong() {
    var begun = System.nanoTime();
    var results = atOnce();
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
        (System.nanoTime() - begun) / 1e9,
        sum(results, Result::faults),
        sum(results, Result::kills),
        sum(results, result -> result.counts().checks()),
        SharedReads.shared(),
        SharedReads.failed(),
        violations.size());
    assertThat(violations).isEmpty();
    // Half of them come up.
    assertThat(sum(results, result -> result.counts().beenUp())).isGreaterThan(CIRCUITS / 5);
    assertThat(sum(results, Result::changed)).isGreaterThan(CIRCUITS / 10);
  }

  /** Of random circuits one in a hundred is wide and comes up, which may be none of sixty. */
  @Test
  void circuitsOfSeveralChannelGroupsMeetFaultsToo() {
    var result = run(SEED, SharedReads.Counted.class, plan(SEED), 2 * FEW, true);
    assertThat(result.violations()).isEmpty();
    assertThat(result.counts().wide()).isPositive();
  }

  /** A chain for each seed from the first on. */
  private List<Result> atOnce() {
    List<Future<Result>> runs;
    try (var threads = Executors.newFixedThreadPool(CHAINS)) {
      runs =
          LongStream.range(SEED, SEED + CHAINS)
              .mapToObj(seed -> threads.submit(() -> inTrouble(seed)))
              .toList();
    } // waits for all
    return runs.stream().map(Future::resultNow).toList();
  }

  private Result inTrouble(long seed) {
    return run(seed, SharedReads.Counted.class, plan(seed), CIRCUITS / CHAINS);
  }

  private static long sum(List<Result> results, ToLongFunction<Result> what) {
    return results.stream().mapToLong(what).sum();
  }

  /**
   * One reading for all of them fails; each of them has one of its own then. Which readings are
   * shared is a matter of who comes at the same time: a run may have none that fails.
   */
  @Test
  void whatIsReadForSeveralCircuitsAtOnceMeetsFaultsToo() {
    var failed = SharedReads.failed();
    var lossy = FaultPlan.NONE.with(Mishap.DROP_BEFORE, 0.02).with(Mishap.PARTLY, 0.02);
    for (var seed = 2; seed <= 60 && SharedReads.failed() == failed; seed += 2) {
      assertThat(run(seed, SharedReads.Counted.class, lossy, FEW).violations()).isEmpty();
    }
    assertThat(SharedReads.failed()).isGreaterThan(failed);
  }

  @Test
  void aDriverThatSendsAgainBlindlyIsSeen() {
    assertThat(isSeen(Mutants.BlindResend.class, Mishap.LATE, 0.04)).isTrue();
  }

  @Test
  void aDriverThatTakesCompldForTheThingIsSeen() {
    assertThat(isSeen(Mutants.TrustingCompld.class, Mishap.EMPTY_PROMISE, 0.1)).isTrue();
  }

  @Test
  void anExecutorThatUndoesNothingIsSeen() {
    assertThat(isSeen(Mutants.NoUndo.class, Mishap.BUSY, 0.05)).isTrue();
  }

  @Test
  void anExecutorThatBelievesTooSoonThatNothingWillComeIsSeen() {
    assertThat(isSeen(Mutants.Hasty.class, Mishap.LATE, 0.15)).isTrue();
  }

  @Test
  void anExecutorThatForgetsWhatAChangedCircuitWasIsSeen() {
    // few of them are changed while they are up, and go another way then
    assertThat(isSeen(Mutants.Forgetful.class, Mishap.BUSY, 0.02, 4 * FEW)).isTrue();
  }

  @Test
  void aDriverThatWritesOtherAttributesThanItWasGivenIsSeen() {
    assertThat(isSeen(Mutants.Careless.class, Mishap.BUSY, 0.001)).isTrue();
  }

  @Test
  void aDriverThatTellsOfNoAlarmsIsSeen() {
    assertThat(isSeen(Mutants.Deaf.class, Mishap.SIGNAL, 0.02)).isTrue();
  }

  @Test
  void aDriverThatClearsItsWayOfOthersIsSeen() {
    assertThat(isSeen(Mutants.Ruthless.class, Mishap.STRANGER_ENTERS, 0.3)).isTrue();
  }

  /**
   * Chances may give a mistake no occasion that shows it: of those here two runs in three at most,
   * so in thirty hardly.
   */
  private boolean isSeen(Class<?> mutant, Mishap mishap, double rate) {
    return isSeen(mutant, mishap, rate, FEW);
  }

  private boolean isSeen(Class<?> mutant, Mishap mishap, double rate, int circuits) {
    var occasion = FaultPlan.NONE.with(mishap, rate).waiting(LATE, Duration.ofMillis(1));
    return LongStream.range(SEED, SEED + 30)
        .anyMatch(seed -> !run(seed, mutant, occasion, circuits).violations().isEmpty());
  }

  private Result run(long seed, Class<?> service, FaultPlan plan, int circuits) {
    return run(seed, service, plan, circuits, false);
  }

  private Result run(
      long seed, Class<?> service, FaultPlan plan, int circuits, boolean areAllWide) {
    var files = folder.resolve(service.getSimpleName() + seed + areAllWide);
    try (var run = new TroubleRun(seed, service, plan, files, areAllWide)) {
      return run.run(circuits);
    }
  }
}
