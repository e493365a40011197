package org.touchpaper.harc.verification.simulation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.verification.InvariantViolationException;
import org.touchpaper.harc.verification.Mutant;

/**
 * One seed: a sequence of transactions, each with its own faults, until there have been {@value
 * #MIN_EVENTS} events, of which less than half are batches of acceptors. Every third uses {@link
 * DuellingLeadersFaultInjector}. The same seed always gives the same run.
 *
 * @param mutant the injected mistake
 */
public record TransactionSequenceSimulation(long seed, Mutant mutant) {
  private static final int MIN_EVENTS = 2000;
  private static final List<SimulationRunKind> PROFILES =
      List.of(SimulationRunKind.PATIENT, SimulationRunKind.DUELLING, SimulationRunKind.HURRIED);

  /**
   * The result.
   *
   * @param events number of events
   * @param commits number of committed transactions
   * @param aborts number of aborted transactions
   * @param violation the first violated invariant; null if there was none
   */
  public record Outcome(long events, int commits, int aborts, @Nullable Failure violation) {
    /** How many transactions were decided. */
    public int decided() {
      return commits + aborts;
    }
  }

  /**
   * A violated invariant.
   *
   * @param seed of the run
   * @param message what is wrong
   * @param isLivenessViolation true if progress is missing, false if something wrong was sent
   * @param trace all events of the transaction, one per line
   */
  public record Failure(long seed, String message, boolean isLivenessViolation, String trace) {}

  public Outcome run() {
    var events = 0L;
    var commits = 0;
    var aborts = 0;
    for (var number = 0; events < MIN_EVENTS; number++) {
      var simulation = simulation(number, false);
      try {
        simulation.run();
      } catch (InvariantViolationException violation) {
        return new Outcome(
            events + simulation.eventCount, commits, aborts, failure(number, violation));
      }
      events += simulation.eventCount;
      var decision = simulation.invariants.decision();
      commits += decision == Decision.COMMIT ? 1 : 0;
      aborts += decision == Decision.ABORT ? 1 : 0;
    }
    return new Outcome(events, commits, aborts, null);
  }

  /** Transaction seeds of different runs never coincide. */
  private SingleTransactionSimulation simulation(int number, boolean isTracing) {
    var profile = PROFILES.get(number % PROFILES.size());
    return new SingleTransactionSimulation(seed * MIN_EVENTS + number, profile, mutant, isTracing);
  }

  private Failure failure(int number, InvariantViolationException violation) {
    var replay = simulation(number, true);
    try {
      replay.run();
      throw new IllegalStateException("seed " + seed + " does not fail a second time", violation);
    } catch (InvariantViolationException repeated) {
      var message = String.valueOf(repeated.getMessage());
      return new Failure(seed, message, repeated.isLivenessViolation(), replay.trace());
    }
  }
}
