package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.RepeatedCalls.faults;

import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.SegmentFaultException;

/** An abort releases the hold, also if it arrives before its reserve. */
interface AbortContract extends SegmentContractSupport {

  @Test
  default void anAbortedHoldIsFreeForAnother() {
    reserveHeld(connectionId(), 1, nextHour());
    abort(connectionId(), 1);
    reserveHeld(otherConnectionId(), 1, nextHour());
  }

  @Test
  default void aReserveRepeatedAfterItsAbortIsRefused() {
    reserveHeld(connectionId(), 1, nextHour());
    abort(connectionId(), 1);
    assertThat(reserveRefused(reserve(connectionId(), 1, nextHour())).code())
        .isEqualTo(Refusal.Code.GIVEN_UP);
  }

  @Test
  default void aReserveThatArrivesAfterItsAbortIsRefused() {
    abort(connectionId(), 1);
    assertThat(reserveRefused(reserve(connectionId(), 1, nextHour())).code())
        .isEqualTo(Refusal.Code.GIVEN_UP);
    reserveHeld(otherConnectionId(), 1, nextHour());
  }

  @Test
  default void aCommittedVersionCannotBeAborted() {
    reserveAndCommit(connectionId(), nextHour());
    faults(
        SegmentFaultException.Code.INVALID_TRANSITION,
        () -> underTest().segment().abort(command(connectionId(), 1)));
    assertThat(known(connectionId()).version()).isEqualTo(1);
  }
}
