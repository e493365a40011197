package org.touchpaper.nsap.element;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Runs several queries in parallel; the session limits how many are outstanding. */
public final class ParallelCalls {

  private ParallelCalls() {}

  /** The results in the order of the calls; throws the failure of the first that failed. */
  public static <T> List<T> invokeAll(List<Callable<T>> calls) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var futures = calls.stream().map(threads::submit).toList();
      var results = new ArrayList<T>();
      for (var future : futures) {
        results.add(future.get());
      }
      return List.copyOf(results);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("a call threw a checked exception", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for results");
    }
  }
}
