package org.touchpaper.nsap.trouble;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.nsap.NsapConfiguration;
import org.touchpaper.nsap.trouble.TroubleRun.Result;
import org.touchpaper.tl1.element.FaultPlan;
import org.touchpaper.tl1.element.Mishap;

/**
 * Whatever goes wrong, every element ends up with exactly what the books say, and no circuit is
 * called up that is not. {@code ./touchpaper bench trouble} runs ten thousand circuits.
 */
class TenThousandCircuitsTest {

  private static final long SEED = Long.getLong("trouble.seed", 1);
  private static final int CIRCUITS = Integer.getInteger("trouble.circuits", 40);

  /** Enough for one kind of mistake where only its occasion is given. */
  private static final int FEW = 15;

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
        .waiting(Duration.ofMillis(190), Duration.ofMillis(1));
  }

  @Test
  void everyElementHoldsWhatTheBooksSayWhateverGoesWrong() {
    var begun = System.nanoTime();
    var result = run(NsapConfiguration.class, plan(SEED), CIRCUITS);
    System.out.printf(
        "%s %n{\"circuits\":%d,\"seed\":%d,\"seconds\":%.1f,\"faults\":%d,\"violations\":%d}%n",
        result,
        CIRCUITS,
        SEED,
        (System.nanoTime() - begun) / 1e9,
        result.struck().values().stream().mapToLong(Long::longValue).sum(),
        result.violations().size());
    assertThat(result.violations()).as("seed %d", SEED).isEmpty();
    assertThat(result.counts().beenUp()).isGreaterThan(CIRCUITS / 2);
  }

  @Test
  void aDriverThatSendsAgainBlindlyIsSeen() {
    var late = of(Mishap.LATE, 0.04);
    assertThat(run(Mutants.BlindResend.class, late, FEW).violations()).isNotEmpty();
  }

  @Test
  void aDriverThatTakesCompldForTheThingIsSeen() {
    var promises = of(Mishap.EMPTY_PROMISE, 0.1);
    assertThat(run(Mutants.TrustingCompld.class, promises, FEW).violations()).isNotEmpty();
  }

  @Test
  void anExecutorThatUndoesNothingIsSeen() {
    var denials = of(Mishap.BUSY, 0.02);
    assertThat(run(Mutants.NoUndo.class, denials, FEW).violations()).isNotEmpty();
  }

  private static FaultPlan of(Mishap mishap, double rate) {
    return FaultPlan.NONE.with(mishap, rate).waiting(Duration.ofMillis(190), Duration.ofMillis(1));
  }

  private Result run(Class<?> service, FaultPlan plan, int circuits) {
    try (var run = new TroubleRun(SEED, service, plan, folder)) {
      return run.run(circuits);
    }
  }
}
