package org.touchpaper.platform.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A thousand rows that find no room leave no thousand traces. */
class FailureInLogTest {

  @Test
  void whatFoundNoRoomIsALine() {
    var refused = new IllegalStateException("bar-ucl is not asked now", new NotNow("no place"));
    assertThat(FailureInLog.isToldInALine(refused)).isTrue();
  }

  @Test
  void whatIsWrongWithUsIsATrace() {
    var ours = new IllegalStateException("a row that cannot be", new ArithmeticException());
    assertThat(FailureInLog.isToldInALine(ours)).isFalse();
  }
}
