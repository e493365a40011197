package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.RepeatedCalls.faults;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/**
 * An undecided hold: the segment queries its holder, and never decides on its own (DESIGN decision
 * 3).
 */
interface OutcomeContract extends SegmentContractSupport {

  @Test
  default void anUndecidedHoldIsCommittedWhenItsHolderCommits() {
    reserveHeld(connectionId(), 1, nextHour());
    underTest().holder().decide(connectionId(), Outcome.COMMIT);
    underTest().advance(Duration.ofMinutes(1));
    eventually(connectionId(), known -> known.version() == 1);
    commit(connectionId(), 1);
  }

  @Test
  default void anUndecidedHoldIsReleasedWhenItsHolderAborts() {
    reserveHeld(connectionId(), 1, nextHour());
    underTest().holder().decide(connectionId(), Outcome.ABORT);
    underTest().advance(Duration.ofMinutes(1));
    eventually(connectionId(), known -> known.heldVersion() == 0);
    faults(
        SegmentFaultException.Code.COMMIT_FAILED,
        () -> underTest().segment().commit(command(connectionId(), 1)));
    reserveHeld(otherConnectionId(), 1, nextHour());
  }

  @Test
  default void aHoldIsKeptWhileItsHolderIsUndecidedOrUnreachable() {
    reserveHeld(connectionId(), 1, nextHour());
    advanceUntil(() -> underTest().holder().outcomeQueries() > 0);
    underTest().holder().reachable(false);
    var queriesBefore = underTest().holder().outcomeQueries();
    advanceUntil(() -> underTest().holder().outcomeQueries() > queriesBefore);
    assertThat(known(connectionId()).heldVersion()).isEqualTo(1);

    underTest().holder().reachable(true);
    underTest().holder().decide(connectionId(), Outcome.COMMIT);
    advanceUntil(() -> known(connectionId()).version() == 1);
  }

  @Test
  default void aHoldSurvivesARestartAndItsHolderIsQueriedAfterwards() {
    var first = reserveHeld(connectionId(), 1, nextHour());
    var again = reserve(connectionId(), 1, known(connectionId()).criteria());
    underTest().restart();
    assertThat(underTest().segment().reserve(again)).isEqualTo(first);
    underTest().holder().decide(connectionId(), Outcome.ABORT);
    underTest().advance(Duration.ofMinutes(1));
    eventually(connectionId(), known -> known.heldVersion() == 0);
  }
}
