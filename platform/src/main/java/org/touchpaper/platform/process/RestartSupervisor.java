package org.touchpaper.platform.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Restarts a process, after growing pauses, whenever it ends before it is stopped. */
public final class RestartSupervisor {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(10);

  /** After running so long a process is considered healthy again. */
  private static final Duration STABLE_AFTER = Duration.ofSeconds(30);

  private final String name;
  private final Path log;
  private final Consumer<String> listener;
  private final Restartable process;
  private Duration pause = FIRST_PAUSE;
  private boolean isStopped;

  /** A process that can be awaited and restarted. */
  public interface Restartable {

    /** Waits until it has ended; returns its exit status. */
    int awaitExit() throws InterruptedException;

    /** Starts it again; retried later if it fails. */
    void restart() throws IOException;
  }

  /**
   * Supervises from {@link #start} to {@link #stop}.
   *
   * @param log the process' log, named in messages
   * @param listener receives a line for each end and each failed start
   */
  public RestartSupervisor(String name, Path log, Consumer<String> listener, Restartable process) {
    this.name = name;
    this.log = log;
    this.listener = listener;
    this.process = process;
  }

  public void start() {
    Thread.ofVirtual().name("watch-" + name).start(this::run);
  }

  /** Ends the supervision; waits for a restart in progress. */
  public synchronized void stop() {
    isStopped = true;
    notifyAll();
  }

  private void run() {
    try {
      while (!isStopped()) {
        var startedAt = System.nanoTime();
        var status = process.awaitExit();
        if (System.nanoTime() - startedAt > STABLE_AFTER.toNanos()) {
          pause = FIRST_PAUSE;
        }
        restartUntilRunning("ended with status " + status);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("the supervisor thread is never interrupted", e);
    }
  }

  private synchronized void restartUntilRunning(String reason) throws InterruptedException {
    var problem = reason;
    while (!isStopped && !problem.isEmpty()) {
      listener.accept(
          "%s %s; restarting in %.1f s (see %s)"
              .formatted(name, problem, pause.toMillis() / 1000.0, log));
      awaitPause();
      problem = isStopped ? "" : tryRestart();
    }
  }

  private String tryRestart() {
    try {
      process.restart();
      return "";
    } catch (IOException | RuntimeException e) { // any failure is retried
      return "did not start: " + e.getMessage();
    }
  }

  private synchronized void awaitPause() throws InterruptedException {
    var deadline = System.nanoTime() + pause.toNanos();
    for (var remaining = pause.toNanos();
        !isStopped && remaining > 0;
        remaining = deadline - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, remaining);
    }
    var doubled = pause.multipliedBy(2);
    pause = doubled.compareTo(MAX_PAUSE) < 0 ? doubled : MAX_PAUSE;
  }

  private synchronized boolean isStopped() {
    return isStopped;
  }
}
