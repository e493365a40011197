package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.Repeatedly.faults;
import static org.touchpaper.segment.kit.Repeatedly.manyTimes;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.ReservationState;

/** What may be committed, and what no longer. */
interface CommitContract extends SegmentTalk {

  @Test
  default void commitsWhatIsHeld() {
    committed(one(), nextHour());
    assertThat(known(one()))
        .returns(ReservationState.RESERVE_START, Report.Known::reservation)
        .returns(1, Report.Known::version)
        .returns(0, Report.Known::heldVersion);
  }

  @Test
  default void cannotCommitWhatItRefused() {
    refused(reserve(one(), 1, it().hopeless(nextHour())));
    faults(Fault.Code.COMMIT_FAILED, () -> it().segment().commit(order(one(), 1)));
  }

  @Test
  default void cannotCommitWhatWasAborted() {
    held(one(), 1, nextHour());
    abort(one(), 1);
    faults(Fault.Code.COMMIT_FAILED, () -> it().segment().commit(order(one(), 1)));
  }

  @Test
  default void whatIsCommittedAfterItsEndNeverComesUp() {
    held(one(), 1, nextHour());
    it().advance(HOUR.multipliedBy(2));
    commit(one(), 1);
    provision(one());
    eventually(one(), known -> known.lifecycle() == LifecycleState.PASSED_END_TIME);
    assertThat(known(one()).released()).isTrue();
  }

  @Test
  default void ofACommitAndAnAbortAtOnceOneWins() {
    held(one(), 1, nextHour());
    var turn = new AtomicInteger();
    var faults =
        manyTimes(() -> {
          try {
            if (turn.getAndIncrement() % 2 == 0) {
              it().segment().commit(order(one(), 1));
            } else {
              it().segment().abort(order(one(), 1));
            }
            return "done";
          } catch (Fault fault) {
            return fault.code().name();
          }
        });
    var committed = known(one()).version() == 1;
    assertThat(faults)
        .filteredOn(answer -> !answer.equals("done"))
        .hasSize(Repeatedly.MANY / 2)
        .containsOnly(committed ? "INVALID_TRANSITION" : "COMMIT_FAILED");
  }
}
