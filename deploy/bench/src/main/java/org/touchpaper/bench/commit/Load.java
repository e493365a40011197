package org.touchpaper.bench.commit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** So many clients, each doing one thing after the other for so long. */
record Load(int clients, Duration length) {

  /** What a client does again and again. */
  @FunctionalInterface
  interface Work {
    void once() throws Exception;
  }

  /**
   * What came of it.
   *
   * @param p50 median, in milliseconds
   * @param p99 of a hundred all but one are faster, in milliseconds
   * @param rate how many were done in a second
   * @param done how many were done
   */
  record Sample(double p50, double p99, double rate, long done) {}

  Sample of(Work work) throws Exception {
    var begun = System.nanoTime();
    var times = run(work);
    var seconds = (System.nanoTime() - begun) / 1e9;
    if (times.isEmpty()) {
      throw new IllegalStateException("nothing was done in " + length);
    }
    return new Sample(at(times, 0.5), at(times, 0.99), times.size() / seconds, times.size());
  }

  private static double at(List<Long> sorted, double share) {
    return sorted.get((int) Math.min(sorted.size() - 1L, (long) (share * sorted.size()))) / 1e6;
  }

  private List<Long> run(Work work) throws Exception {
    var end = System.nanoTime() + length.toNanos();
    var clientsAtWork = new ArrayList<Future<List<Long>>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < clients; i++) {
        clientsAtWork.add(threads.submit(() -> client(work, end)));
      }
      var all = new ArrayList<Long>();
      for (var client : clientsAtWork) {
        all.addAll(client.get());
      }
      all.sort(Long::compare);
      return all;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a client failed: " + e.getCause(), e);
    }
  }

  private static List<Long> client(Work work, long end) throws Exception {
    var times = new ArrayList<Long>();
    var now = System.nanoTime();
    while (now < end) {
      work.once();
      var done = System.nanoTime();
      times.add(done - now);
      now = done;
    }
    return times;
  }
}
