package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.SegmentUnreachable;

/** Requests that come twice, or many times at once. */
final class Repeatedly {

  static final int MANY = 8;

  private Repeatedly() {}

  /** The second answer equals the first. */
  static <T> T twice(Supplier<T> request) {
    var first = request.get();
    assertThat(request.get()).isEqualTo(first);
    return first;
  }

  static void twice(Runnable request) {
    request.run();
    request.run();
  }

  static void faults(Fault.Code code, Runnable request) {
    for (var time = 1; time <= 2; time++) {
      assertThatExceptionOfType(Fault.class).isThrownBy(request::run).returns(code, Fault::code);
    }
  }

  static void manyTimes(Runnable order) {
    manyTimes(() -> {
      order.run();
      return Boolean.TRUE;
    });
  }

  /** Many at once; whoever does not hear what came of it asks again, as callers do. */
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
    } catch (SegmentUnreachable e) {
      return request.get();
    }
  }
}
