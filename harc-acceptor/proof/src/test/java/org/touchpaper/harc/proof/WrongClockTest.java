package org.touchpaper.harc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.commit.Decision;

/**
 * One wrong clock among three is one failure, which three acceptors survive: on fair days, with
 * five seconds to vote and everybody willing.
 */
class WrongClockTest {
  private static final int SEEDS = 100;

  private static Simulation day(long seed) {
    return Simulation.fair(seed, Probe.request(3), Mutant.NONE, true);
  }

  private static void runUntil(Simulation day, int seconds) {
    day.runUntil(Simulation.START.plusSeconds(seconds), day.invariants::clientKnows);
  }

  @ParameterizedTest
  @CsvSource({"a1, 10", "a2, 10", "a3, 10", "a3, 3600", "a3, 400000", "a1, -10", "a2, -3600"})
  void whatEverybodyIsPreparedForIsCommittedWhicheverAcceptorsClockIsWrong(
      String acceptor, long seconds) {
    LongStream.rangeClosed(1, SEEDS)
        .mapToObj(WrongClockTest::day)
        .forEach(day -> {
          day.acceptor(acceptor).jump(Duration.ofSeconds(seconds).toMillis());
          // Who is ahead refuses to begin what is over by its clock; the next is asked.
          day.later(0, () -> day.beginAt(acceptor.equals("a1") ? 1 : 0, 0));
          runUntil(day, 30);
          assertThat(day.invariants.decision()).as(day::story).isEqualTo(Decision.COMMIT);
        });
  }

  /**
   * One acceptor is down, one of the two that are left is behind, and somebody never votes: who is
   * right finishes it after voteBy, and who is behind does not keep it from that until its own
   * voteBy has come.
   */
  @ParameterizedTest
  @ValueSource(longs = {-10, -600, -3600})
  void whoseClockIsBehindHoldsUpNobody(long seconds) {
    LongStream.rangeClosed(1, SEEDS)
        .mapToObj(WrongClockTest::day)
        .forEach(day -> {
          day.acceptor("a2").jump(Duration.ofSeconds(seconds).toMillis());
          day.acceptor("a3").fail();
          day.resourceManager("newton").perish();
          day.later(0, () -> day.beginAt(0, 0));
          runUntil(day, 20);
          assertThat(day.invariants.decision()).as(day::story).isEqualTo(Decision.ABORT);
        });
  }
}
