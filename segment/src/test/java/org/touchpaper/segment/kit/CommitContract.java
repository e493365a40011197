package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.RepeatedCalls.faults;
import static org.touchpaper.segment.kit.RepeatedCalls.manyTimes;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.ReservationState;

/** Which versions can be committed. */
interface CommitContract extends SegmentContractSupport {

  @Test
  default void commitsAHeldVersion() {
    reserveAndCommit(connectionId(), nextHour());
    assertThat(known(connectionId()))
        .returns(ReservationState.RESERVE_START, ConnectionReport.Known::reservation)
        .returns(1, ConnectionReport.Known::version)
        .returns(0, ConnectionReport.Known::heldVersion);
  }

  @Test
  default void cannotCommitARefusedVersion() {
    reserveRefused(reserve(connectionId(), 1, underTest().unsatisfiableCriteria(nextHour())));
    faults(
        SegmentFaultException.Code.COMMIT_FAILED,
        () -> underTest().segment().commit(command(connectionId(), 1)));
  }

  @Test
  default void cannotCommitAnAbortedVersion() {
    reserveHeld(connectionId(), 1, nextHour());
    abort(connectionId(), 1);
    faults(
        SegmentFaultException.Code.COMMIT_FAILED,
        () -> underTest().segment().commit(command(connectionId(), 1)));
  }

  @Test
  default void aCircuitCommittedAfterItsEndNeverComesUp() {
    reserveHeld(connectionId(), 1, nextHour());
    underTest().advance(HOUR.multipliedBy(2));
    commit(connectionId(), 1);
    provision(connectionId());
    eventually(connectionId(), known -> known.lifecycle() == LifecycleState.PASSED_END_TIME);
    assertThat(known(connectionId()).released()).isTrue();
  }

  @Test
  default void ofAConcurrentCommitAndAbortOneWins() {
    reserveHeld(connectionId(), 1, nextHour());
    var attempt = new AtomicInteger();
    var faults =
        manyTimes(() -> {
          try {
            if (attempt.getAndIncrement() % 2 == 0) {
              underTest().segment().commit(command(connectionId(), 1));
            } else {
              underTest().segment().abort(command(connectionId(), 1));
            }
            return "done";
          } catch (SegmentFaultException fault) {
            return fault.code().name();
          }
        });
    var committed = known(connectionId()).version() == 1;
    assertThat(faults)
        .filteredOn(answer -> !answer.equals("done"))
        .hasSize(RepeatedCalls.MANY / 2)
        .containsOnly(committed ? "INVALID_TRANSITION" : "COMMIT_FAILED");
  }
}
