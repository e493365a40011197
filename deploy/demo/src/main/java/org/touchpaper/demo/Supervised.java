package org.touchpaper.demo;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.process.OwnSession;
import org.touchpaper.platform.process.PidFile;

/** A child process that is started again whenever it ends before it is meant to. */
final class Supervised {
  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  /** Having lived so long it is no longer thought to be broken. */
  private static final Duration SETTLED = Duration.ofSeconds(30);

  private final String name;
  private final Supplier<List<String>> command;
  private final Path log;
  private final PidFile pidFile;
  private final Consumer<String> said;
  private @Nullable Process process;
  private boolean isOver;

  Supervised(
      String name, Supplier<List<String>> command, DataDirectory data, Consumer<String> said) {
    this.name = name;
    this.command = command;
    this.log = data.log(name);
    this.pidFile = new PidFile(data.pidFile(name));
    this.said = said;
  }

  String name() {
    return name;
  }

  Path log() {
    return log;
  }

  /** Starts it, and a thread that watches it. */
  void start() {
    keepTheLastLog();
    launch();
    Thread.ofVirtual().name("watch-" + name).start(this::watch);
  }

  synchronized Optional<Process> process() {
    return Optional.ofNullable(process);
  }

  /** What {@code kill -9} does; it will be started again. */
  void kill() {
    process().ifPresent(Process::destroyForcibly);
  }

  /** From here on it is not started again. */
  synchronized void retire() {
    isOver = true;
    notifyAll();
  }

  Optional<ProcessHandle> running() {
    return process().map(Process::toHandle).filter(ProcessHandle::isAlive);
  }

  void forget() {
    pidFile.delete();
  }

  private synchronized @Nullable Process launch() {
    if (isOver) {
      return null;
    }
    var builder =
        new ProcessBuilder(OwnSession.of(command.get()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(Supervised::wouldBeTakenForConfiguration);
    builder.directory(new File("/"));
    try {
      var started = builder.start();
      process = started;
      pidFile.write(started.toHandle());
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
  }

  /** Spring reads the environment before files. */
  private static boolean wouldBeTakenForConfiguration(String variable) {
    return variable.startsWith("SPRING_")
        || variable.startsWith("SERVER_")
        || variable.startsWith("TOUCHPAPER_");
  }

  private void watch() {
    var wait = FIRST_WAIT;
    var running = process().orElse(null);
    while (running != null) {
      var since = System.nanoTime();
      var status = await(running);
      var lived = Duration.ofNanos(System.nanoTime() - since);
      wait = lived.compareTo(SETTLED) > 0 ? FIRST_WAIT : wait;
      if (pause(status, wait)) {
        return;
      }
      running = launch();
      wait = wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
    }
  }

  private static int await(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a watch", e);
    }
  }

  /** Waits before the next start; true if there shall be none. */
  private synchronized boolean pause(int status, Duration wait) {
    if (!isOver) {
      said.accept(
          "%s ended with status %d; started again in %.1f s (see %s)"
              .formatted(name, status, wait.toMillis() / 1000.0, log));
    }
    var until = System.nanoTime() + wait.toNanos();
    try {
      for (var left = wait.toNanos(); !isOver && left > 0; left = until - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a watch", e);
    }
    return isOver;
  }

  private void keepTheLastLog() {
    try {
      if (Files.exists(log)) {
        Files.move(
            log, log.resolveSibling(name + ".last.log"), StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot put aside " + log, e);
    }
  }
}
