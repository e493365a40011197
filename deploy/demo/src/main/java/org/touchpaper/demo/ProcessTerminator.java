package org.touchpaper.demo;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Terminates processes, and kills them after a grace period. Their state is durable. */
final class ProcessTerminator {
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);

  private ProcessTerminator() {}

  static void terminate(Collection<ProcessHandle> processes, Duration grace) {
    processes.forEach(ProcessHandle::destroy);
    if (!awaitAll(processes, grace)) {
      processes.forEach(ProcessHandle::destroyForcibly);
      awaitAll(processes, KILL_TIMEOUT);
    }
  }

  static void terminate(ProcessHandle process, Duration grace) {
    terminate(List.of(process), grace);
  }

  private static boolean awaitAll(Collection<ProcessHandle> processes, Duration timeout) {
    var exits = processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(exits).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
