package org.touchpaper.harc.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.EnumMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.harc.commit.Simulation.Pace;

/**
 * Seeds run from {@code -Dsimulation.from} (1), {@code -Dsimulation.seeds} of them (5000); each is
 * as many transactions as make {@value #EVENTS} events. One that fails prints its story; alone it
 * is run with {@code -Dsimulation.from=SEED -Dsimulation.seeds=1}.
 */
class SimulationTest {
  private static final long FROM = Long.getLong("simulation.from", 1);
  private static final long SEEDS = Long.getLong("simulation.seeds", 5000);
  private static final int EVENTS = 1000;

  @Test
  void everyTransactionHasOneEndWhateverFails() {
    var ends = new EnumMap<Decision, Integer>(Decision.class);
    var events = 0L;
    var transactions = 0;
    for (var seed = FROM; seed < FROM + SEEDS; seed++) {
      var enough = events + EVENTS;
      for (var number = 0; events < enough; number++) {
        var simulation = simulation(seed, number, false);
        try {
          simulation.run();
        } catch (Violation violation) {
          fail(story(seed, number, violation), violation);
        }
        events += simulation.events;
        transactions++;
        var decision = simulation.watch.decision();
        if (decision != null) {
          ends.merge(decision, 1, Integer::sum);
        }
      }
    }
    System.out.printf(
        "seeds %d to %d: %d transactions, %d events, ends %s%n",
        FROM, FROM + SEEDS - 1, transactions, events, ends);
    assertThat(ends).as("both ends occur").hasSize(2);
  }

  /** Every second transaction is in a hurry; numbers of two seeds never meet. */
  private static Simulation simulation(long seed, int number, boolean telling) {
    var pace = number % 2 == 0 ? Pace.PATIENT : Pace.HURRIED;
    return new Simulation(seed * 1000 + number, pace, Mutant.NONE, telling);
  }

  private static String story(long seed, int number, Violation violation) {
    var again = simulation(seed, number, true);
    try {
      again.run();
      return "seed " + seed + " fails only sometimes: " + violation.getMessage();
    } catch (Violation _) {
      return "seed " + seed + ": " + violation.getMessage() + "\n" + again.story();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void noticesEveryMutant(Mutant mutant) {
    for (var seed = 1; seed <= 20_000; seed++) {
      try {
        var pace = seed % 2 == 0 ? Pace.PATIENT : Pace.HURRIED;
        new Simulation(seed, pace, mutant, false).run();
      } catch (Violation violation) {
        if (violation.isStuck()) {
          continue;
        }
        System.out.printf("%s caught by seed %d: %s%n", mutant, seed, violation.getMessage());
        return;
      }
    }
    fail(mutant + " was not noticed");
  }
}
