package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/** Sends requests twice, or many times concurrently. */
final class RepeatedCalls {

  static final int MANY = 8;

  private RepeatedCalls() {}

  /** Both answers must be equal. */
  static <T> T twice(Supplier<T> request) {
    var first = request.get();
    assertThat(request.get()).isEqualTo(first);
    return first;
  }

  static void twice(Runnable request) {
    request.run();
    request.run();
  }

  static void faults(SegmentFaultException.Code code, Runnable request) {
    for (var time = 1; time <= 2; time++) {
      assertThatExceptionOfType(SegmentFaultException.class)
          .isThrownBy(request::run)
          .returns(code, SegmentFaultException::code);
    }
  }

  static void manyTimes(Runnable request) {
    manyTimes(() -> {
      request.run();
      return Boolean.TRUE;
    });
  }

  /** Many concurrent calls; a call without an answer is repeated, as callers do. */
  static <T> List<T> manyTimes(Supplier<T> request) {
    List<Future<T>> answers = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var time = 0; time < MANY; time++) {
        answers.add(threads.submit(() -> answered(request)));
      }
    }
    return answers.stream().map(Future::resultNow).toList();
  }

  private static <T> T answered(Supplier<T> request) {
    try {
      return request.get();
    } catch (SegmentUnreachableException e) {
      return request.get();
    }
  }
}
