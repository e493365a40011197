package org.touchpaper.nsap.element;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Asks several things at once; how many go out together is the session's matter. */
public final class AtOnce {

  private AtOnce() {}

  /** All answers, in the order of the questions; or what the first that failed failed with. */
  public static <T> List<T> all(List<Callable<T>> questions) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = questions.stream().map(threads::submit).toList();
      var all = new ArrayList<T>();
      for (var answer : answers) {
        all.add(answer.get());
      }
      return List.copyOf(all);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("a question ended with what it may not throw", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while asking");
    }
  }
}
