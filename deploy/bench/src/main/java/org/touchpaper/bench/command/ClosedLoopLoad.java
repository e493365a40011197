package org.touchpaper.bench.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A closed-loop load: each client repeats an operation for a given time. */
public record ClosedLoopLoad(int clients, Duration length) {

  /** The operation that clients repeat. */
  @FunctionalInterface
  public interface Workload {

    /** Runs to completion and returns the {@link System#nanoTime} of the decision. */
    long runOnce() throws Exception;
  }

  private record CallTimes(long decided, long done) {}

  /**
   * Results of a run.
   *
   * @param decided median time to a durable decision, in milliseconds
   * @param p50 median time to completion, in milliseconds
   * @param p99 99th percentile of the time to completion, in milliseconds
   * @param rate operations per second
   * @param done number of operations
   */
  public record Sample(double decided, double p50, double p99, double rate, long done) {}

  public Sample run(Workload work) throws Exception {
    return runInTurn(1, List.of(work)).getFirst();
  }

  /**
   * Runs the workloads in alternating slices, so that other load on the machine affects all alike.
   */
  public List<Sample> runInTurn(int slices, List<Workload> workloads) throws Exception {
    var runs = workloads.stream().map(_ -> new Run()).toList();
    for (var slice = 0; slice < slices; slice++) {
      for (var i = 0; i < workloads.size(); i++) {
        var startedAt = System.nanoTime();
        runs.get(i)
            .times
            .addAll(runSlice(workloads.get(i), startedAt + length.dividedBy(slices).toNanos()));
        runs.get(i).nanos += System.nanoTime() - startedAt;
      }
    }
    return runs.stream().map(Run::sample).toList();
  }

  /** Call times of one workload so far, and the total time. */
  private static final class Run {
    final List<CallTimes> times = new ArrayList<>();
    long nanos;

    Sample sample() {
      if (times.isEmpty()) {
        throw new IllegalStateException("no operation completed in " + Duration.ofNanos(nanos));
      }
      var decided = times.stream().map(CallTimes::decided).toList();
      var done = times.stream().map(CallTimes::done).toList();
      var rate = times.size() / (nanos / 1e9);
      return new Sample(
          percentileMillis(decided, 0.5),
          percentileMillis(done, 0.5),
          percentileMillis(done, 0.99),
          rate,
          times.size());
    }
  }

  private static double percentileMillis(List<Long> times, double fraction) {
    var sorted = times.stream().sorted().toList();
    return sorted.get((int) Math.min(sorted.size() - 1L, (long) (fraction * sorted.size()))) / 1e6;
  }

  private List<CallTimes> runSlice(Workload work, long deadline) throws Exception {
    var clientRuns = new ArrayList<Future<List<CallTimes>>>();
    try (var threads = Executors.newFixedThreadPool(clients)) {
      for (var i = 0; i < clients; i++) {
        clientRuns.add(threads.submit(() -> runClient(work, deadline)));
      }
      var times = new ArrayList<CallTimes>();
      for (var client : clientRuns) {
        times.addAll(client.get());
      }
      return times;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a client failed: " + e.getCause(), e);
    }
  }

  private static List<CallTimes> runClient(Workload work, long deadline) throws Exception {
    var times = new ArrayList<CallTimes>();
    var now = System.nanoTime();
    while (now < deadline) {
      var decidedAt = work.runOnce();
      var doneAt = System.nanoTime();
      times.add(new CallTimes(decidedAt - now, doneAt - now));
      now = doneAt;
    }
    return times;
  }
}
