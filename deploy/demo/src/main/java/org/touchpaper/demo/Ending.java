package org.touchpaper.demo;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends processes: first asks, then insists. Everything they know is durable. */
final class Ending {
  private static final Duration KILLED = Duration.ofSeconds(10);

  private Ending() {}

  static void end(Collection<ProcessHandle> processes, Duration grace) {
    processes.forEach(ProcessHandle::destroy);
    if (!allEnd(processes, grace)) {
      processes.forEach(ProcessHandle::destroyForcibly);
      allEnd(processes, KILLED);
    }
  }

  static void end(ProcessHandle process, Duration grace) {
    end(List.of(process), grace);
  }

  private static boolean allEnd(Collection<ProcessHandle> processes, Duration patience) {
    var ends = processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(ends).get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
