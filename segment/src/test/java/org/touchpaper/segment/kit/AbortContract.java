package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.Repeatedly.faults;

import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Refusal;

/** What an abort gives back, also one that comes before its reserve. */
interface AbortContract extends SegmentTalk {

  @Test
  default void anAbortedHoldIsFreeForAnother() {
    held(one(), 1, nextHour());
    abort(one(), 1);
    held(other(), 1, nextHour());
  }

  @Test
  default void aReserveThatComesAgainAfterItsAbortIsRefused() {
    held(one(), 1, nextHour());
    abort(one(), 1);
    assertThat(refused(reserve(one(), 1, nextHour())).code()).isEqualTo(Refusal.Code.GIVEN_UP);
  }

  @Test
  default void aReserveThatComesAfterItsAbortIsRefused() {
    abort(one(), 1);
    assertThat(refused(reserve(one(), 1, nextHour())).code()).isEqualTo(Refusal.Code.GIVEN_UP);
    held(other(), 1, nextHour());
  }

  @Test
  default void whatIsCommittedCannotBeAborted() {
    committed(one(), nextHour());
    faults(Fault.Code.INVALID_TRANSITION, () -> it().segment().abort(order(one(), 1)));
    assertThat(known(one()).version()).isEqualTo(1);
  }
}
