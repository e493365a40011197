package org.touchpaper.platform.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Starts something again, after growing pauses, whenever it ends before it is meant to. */
public final class Watch {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /** Having lived so long it is no longer thought to be broken. */
  private static final Duration SETTLED = Duration.ofSeconds(30);

  private final String name;
  private final Path log;
  private final Consumer<String> said;
  private final Watched watched;
  private Duration pause = FIRST_PAUSE;
  private boolean isOver;

  /** What can be watched: it runs until it ends, and can be started again then. */
  public interface Watched {

    /** Waits until it has ended, and gives the status it ended with. */
    int awaitEnd() throws InterruptedException;

    /** Starts it again; is tried later if it fails. */
    void startAgain() throws IOException;
  }

  /**
   * Watches from when it is {@link #begin begun} until it is {@link #retire retired}.
   *
   * @param log where to look for the reason of an end
   * @param said told of every end, and of every start that fails
   */
  public Watch(String name, Path log, Consumer<String> said, Watched watched) {
    this.name = name;
    this.log = log;
    this.said = said;
    this.watched = watched;
  }

  public void begin() {
    Thread.ofVirtual().name("watch-" + name).start(this::run);
  }

  /** From here on nothing is started again; a start that is under way is waited for. */
  public synchronized void retire() {
    isOver = true;
    notifyAll();
  }

  private void run() {
    try {
      while (!isOver()) {
        var since = System.nanoTime();
        var status = watched.awaitEnd();
        if (System.nanoTime() - since > SETTLED.toNanos()) {
          pause = FIRST_PAUSE;
        }
        startAgain("ended with status " + status);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a watch", e);
    }
  }

  private synchronized void startAgain(String why) throws InterruptedException {
    var trouble = why;
    while (!isOver && !trouble.isEmpty()) {
      said.accept(
          "%s %s; started again in %.1f s (see %s)"
              .formatted(name, trouble, pause.toMillis() / 1000.0, log));
      rest();
      trouble = isOver ? "" : tried();
    }
  }

  private String tried() {
    try {
      watched.startAgain();
      return "";
    } catch (IOException | RuntimeException e) { // whatever it is, nobody else would try again
      return "does not start: " + e.getMessage();
    }
  }

  private synchronized void rest() throws InterruptedException {
    var until = System.nanoTime() + pause.toNanos();
    for (var left = pause.toNanos(); !isOver && left > 0; left = until - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    var longer = pause.multipliedBy(2);
    pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
  }

  private synchronized boolean isOver() {
    return isOver;
  }
}
