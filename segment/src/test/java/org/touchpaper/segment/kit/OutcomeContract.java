package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.Repeatedly.faults;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/**
 * A hold in doubt: the segment asks its holder, and never gives up by itself (DESIGN decision 3).
 */
interface OutcomeContract extends SegmentTalk {

  @Test
  default void aHoldInDoubtIsCommittedWhenItsHolderSaysSo() {
    held(one(), 1, nextHour());
    it().holder().decide(one(), Outcome.COMMIT);
    it().advance(Duration.ofMinutes(1));
    eventually(one(), known -> known.version() == 1);
    commit(one(), 1);
  }

  @Test
  default void aHoldInDoubtIsGivenUpWhenItsHolderSaysSo() {
    held(one(), 1, nextHour());
    it().holder().decide(one(), Outcome.ABORT);
    it().advance(Duration.ofMinutes(1));
    eventually(one(), known -> known.heldVersion() == 0);
    faults(Fault.Code.COMMIT_FAILED, () -> it().segment().commit(order(one(), 1)));
    held(other(), 1, nextHour());
  }

  @Test
  default void aHoldIsKeptWhileItsHolderIsUndecidedOrOutOfReach() {
    held(one(), 1, nextHour());
    turnUntil(() -> it().holder().questions() > 0);
    it().holder().reachable(false);
    var asked = it().holder().questions();
    turnUntil(() -> it().holder().questions() > asked);
    assertThat(known(one()).heldVersion()).isEqualTo(1);

    it().holder().reachable(true);
    it().holder().decide(one(), Outcome.COMMIT);
    turnUntil(() -> known(one()).version() == 1);
  }

  @Test
  default void aHoldSurvivesARestartAndItsHolderIsAskedAfterIt() {
    var first = held(one(), 1, nextHour());
    var again = reserve(one(), 1, known(one()).criteria());
    it().restart();
    assertThat(it().segment().reserve(again)).isEqualTo(first);
    it().holder().decide(one(), Outcome.ABORT);
    it().advance(Duration.ofMinutes(1));
    eventually(one(), known -> known.heldVersion() == 0);
  }
}
