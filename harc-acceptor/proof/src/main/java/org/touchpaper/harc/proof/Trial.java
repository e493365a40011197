package org.touchpaper.harc.proof;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Decision;

/**
 * One seed: transactions one after the other, each on its own bad day, until there have been
 * {@value #EVENTS} events, of which an acceptor's rounds are less than half. Every third is a
 * {@link Duel}'s. The same seed always tells the same story.
 *
 * @param seed which days
 * @param mutant the mistake put in
 */
public record Trial(long seed, Mutant mutant) {
  private static final int EVENTS = 2000;
  private static final List<Pace> DAYS = List.of(Pace.PATIENT, Pace.DUELLING, Pace.HURRIED);

  /**
   * How it went.
   *
   * @param events how many there were
   * @param commits how many transactions ended so
   * @param aborts how many transactions ended so
   * @param violation the first broken invariant; null if none was
   */
  public record Outcome(long events, int commits, int aborts, @Nullable Failure violation) {
    /** How many transactions were decided. */
    public int decided() {
      return commits + aborts;
    }
  }

  /**
   * A broken invariant.
   *
   * @param seed which trial broke it
   * @param message what is wrong
   * @param isStuck true if nothing false was said, but something was never said
   * @param story all that happened in that transaction, a line each
   */
  public record Failure(long seed, String message, boolean isStuck, String story) {}

  public Outcome run() {
    var events = 0L;
    var commits = 0;
    var aborts = 0;
    for (var number = 0; events < EVENTS; number++) {
      var simulation = simulation(number, false);
      try {
        simulation.run();
      } catch (Violation violation) {
        return new Outcome(events + simulation.events, commits, aborts, failure(number, violation));
      }
      events += simulation.events;
      var decision = simulation.invariants.decision();
      commits += decision == Decision.COMMIT ? 1 : 0;
      aborts += decision == Decision.ABORT ? 1 : 0;
    }
    return new Outcome(events, commits, aborts, null);
  }

  /** Numbers of two seeds never meet. */
  private Simulation simulation(int number, boolean telling) {
    var pace = DAYS.get(number % DAYS.size());
    return new Simulation(seed * EVENTS + number, pace, mutant, telling);
  }

  private Failure failure(int number, Violation violation) {
    var again = simulation(number, true);
    try {
      again.run();
      throw new IllegalStateException("seed " + seed + " does not fail a second time", violation);
    } catch (Violation same) {
      var message = String.valueOf(same.getMessage());
      return new Failure(seed, message, same.isStuck(), again.story());
    }
  }
}
