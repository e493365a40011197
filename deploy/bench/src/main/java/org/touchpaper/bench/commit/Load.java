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

    /** Returns when all is done; gives {@link System#nanoTime} of when it was decided. */
    long once() throws Exception;
  }

  private record Times(long decided, long done) {}

  /**
   * What came of it.
   *
   * @param decided median until the decision was durable, in milliseconds
   * @param p50 median until all was done, in milliseconds
   * @param p99 of a hundred all but one are faster, in milliseconds
   * @param rate how many were done in a second
   * @param done how many were done
   */
  record Sample(double decided, double p50, double p99, double rate, long done) {}

  Sample of(Work work) throws Exception {
    return inTurn(1, List.of(work)).getFirst();
  }

  /**
   * Each kind of work for so long in all, in so many slices, one of each after the other: what else
   * goes on on the machine slows down all of them alike.
   */
  List<Sample> inTurn(int slices, List<Work> works) throws Exception {
    var runs = works.stream().map(_ -> new Run()).toList();
    for (var slice = 0; slice < slices; slice++) {
      for (var i = 0; i < works.size(); i++) {
        var begun = System.nanoTime();
        runs.get(i).times.addAll(slice(works.get(i), begun + length.dividedBy(slices).toNanos()));
        runs.get(i).nanos += System.nanoTime() - begun;
      }
    }
    return runs.stream().map(Run::sample).toList();
  }

  /** What has been done so far, and what time it took. */
  private static final class Run {
    final List<Times> times = new ArrayList<>();
    long nanos;

    Sample sample() {
      if (times.isEmpty()) {
        throw new IllegalStateException("nothing was done in " + Duration.ofNanos(nanos));
      }
      var decided = times.stream().map(Times::decided).toList();
      var done = times.stream().map(Times::done).toList();
      var rate = times.size() / (nanos / 1e9);
      return new Sample(at(decided, 0.5), at(done, 0.5), at(done, 0.99), rate, times.size());
    }
  }

  private static double at(List<Long> times, double share) {
    var sorted = times.stream().sorted().toList();
    return sorted.get((int) Math.min(sorted.size() - 1L, (long) (share * sorted.size()))) / 1e6;
  }

  private List<Times> slice(Work work, long end) throws Exception {
    var clientsAtWork = new ArrayList<Future<List<Times>>>();
    try (var threads = Executors.newFixedThreadPool(clients)) {
      for (var i = 0; i < clients; i++) {
        clientsAtWork.add(threads.submit(() -> client(work, end)));
      }
      var all = new ArrayList<Times>();
      for (var client : clientsAtWork) {
        all.addAll(client.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a client failed: " + e.getCause(), e);
    }
  }

  private static List<Times> client(Work work, long end) throws Exception {
    var times = new ArrayList<Times>();
    var now = System.nanoTime();
    while (now < end) {
      var decided = work.once();
      var done = System.nanoTime();
      times.add(new Times(decided - now, done - now));
      now = done;
    }
    return times;
  }
}
