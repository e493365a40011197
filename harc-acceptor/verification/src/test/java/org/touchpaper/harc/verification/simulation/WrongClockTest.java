package org.touchpaper.harc.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.verification.Mutant;

/**
 * One wrong clock among three is one failure, which three acceptors tolerate. The runs are {@code
 * FAIR}: five seconds to vote, and every backend accepts.
 */
class WrongClockTest {
  private static final int SEEDS = 100;

  private static SingleTransactionSimulation simulation(long seed) {
    return SingleTransactionSimulation.withoutFaults(
        seed, AvailabilityTestTransaction.request(3), Mutant.NONE, true);
  }

  private static void runUntil(SingleTransactionSimulation simulation, int seconds) {
    simulation.runUntil(
        SingleTransactionSimulation.START.plusSeconds(seconds),
        simulation.invariants::isClientInformed);
  }

  @ParameterizedTest
  @CsvSource({"a1, 10", "a2, 10", "a3, 10", "a3, 3600", "a3, 400000", "a1, -10", "a2, -3600"})
  void commitsWhicheverAcceptorsClockIsWrong(String acceptor, long seconds) {
    LongStream.rangeClosed(1, SEEDS)
        .mapToObj(WrongClockTest::simulation)
        .forEach(simulation -> {
          simulation.acceptor(acceptor).shiftClock(Duration.ofSeconds(seconds).toMillis());
          // An acceptor that is ahead refuses to begin after voteBy; the client tries the next.
          simulation.scheduleIn(0, () -> simulation.beginAt(acceptor.equals("a1") ? 1 : 0, 0));
          runUntil(simulation, 30);
          assertThat(simulation.invariants.decision())
              .as(simulation::trace)
              .isEqualTo(Decision.COMMIT);
        });
  }

  /**
   * One acceptor is down, one of the other two is behind, and one resource manager never votes: the
   * acceptor with the right clock starts recovery after voteBy, and the other one does not delay it
   * until its own voteBy.
   */
  @ParameterizedTest
  @ValueSource(longs = {-10, -600, -3600})
  void aClockThatIsBehindDelaysNoDecision(long seconds) {
    LongStream.rangeClosed(1, SEEDS)
        .mapToObj(WrongClockTest::simulation)
        .forEach(simulation -> {
          simulation.acceptor("a2").shiftClock(Duration.ofSeconds(seconds).toMillis());
          simulation.acceptor("a3").fail();
          simulation.resourceManager("newton").failPermanently();
          simulation.scheduleIn(0, () -> simulation.beginAt(0, 0));
          runUntil(simulation, 20);
          assertThat(simulation.invariants.decision())
              .as(simulation::trace)
              .isEqualTo(Decision.ABORT);
        });
  }
}
