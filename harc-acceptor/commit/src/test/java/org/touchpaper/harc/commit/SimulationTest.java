package org.touchpaper.harc.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.EnumMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.harc.commit.Simulation.Pace;

/**
 * Seeds run from {@code -Dsimulation.from} (1), {@code -Dsimulation.seeds} of them (1500). A seed
 * that fails prints its story; alone it is run with {@code -Dsimulation.from=SEED
 * -Dsimulation.seeds=1}.
 */
class SimulationTest {
  private static final long FROM = Long.getLong("simulation.from", 1);
  private static final long SEEDS = Long.getLong("simulation.seeds", 1500);

  @ParameterizedTest
  @EnumSource
  void everyTransactionHasOneEndWhateverFails(Pace pace) {
    var ends = new EnumMap<Decision, Integer>(Decision.class);
    var events = 0L;
    for (var seed = FROM; seed < FROM + SEEDS; seed++) {
      var simulation = new Simulation(seed, pace, Mutant.NONE, false);
      try {
        simulation.run();
      } catch (Violation violation) {
        fail(story(seed, pace, violation), violation);
      }
      events += simulation.events;
      var decision = simulation.watch.decision();
      if (decision != null) {
        ends.merge(decision, 1, Integer::sum);
      }
    }
    System.out.printf(
        "%s seeds %d to %d: %d events, ends %s%n", pace, FROM, FROM + SEEDS - 1, events, ends);
    if (SEEDS > 100) {
      assertThat(ends).as("both ends occur").hasSize(2);
    }
  }

  private static String story(long seed, Pace pace, Violation violation) {
    var again = new Simulation(seed, pace, Mutant.NONE, true);
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
