package org.touchpaper.platform.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Postponed tasks are logged without traces. */
class TaskFailureLoggerTest {

  @Test
  void aPostponedTaskIsOneLine() {
    var refused =
        new IllegalStateException(
            "bar-ucl is not asked now", new TaskPostponedException("no place"));
    assertThat(TaskFailureLogger.isLoggedWithoutTrace(refused)).isTrue();
  }

  @Test
  void anInternalErrorIsATrace() {
    var internalError =
        new IllegalStateException("a row that cannot be", new ArithmeticException());
    assertThat(TaskFailureLogger.isLoggedWithoutTrace(internalError)).isFalse();
  }
}
