package org.touchpaper.platform.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server that a killed JVM left running. It holds the data directory, so nothing can start
 * there until it is stopped: first fast (SIGINT), then at once (SIGQUIT), as {@code pg_ctl stop}
 * does.
 */
final class Orphan {

  private static final Logger LOG = LoggerFactory.getLogger(Orphan.class);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private Orphan() {}

  /**
   * The caller holds the directory's lock, so whatever runs there has lost its owner; true if
   * anything did.
   */
  static boolean stop(Path data) throws IOException {
    var server = find(data);
    if (server.isPresent()) {
      LOG.info("stopping PostgreSQL {}, left running in {}", server.get().pid(), data);
      if (!endsAfter("INT", server.get()) && !endsAfter("QUIT", server.get())) {
        throw new IllegalStateException(
            "PostgreSQL " + server.get().pid() + " still runs in " + data + " and does not stop");
      }
    }
    return server.isPresent();
  }

  private static Optional<ProcessHandle> find(Path data) throws IOException {
    var pidFile = data.resolve("postmaster.pid");
    if (Files.notExists(pidFile)) {
      return Optional.empty();
    }
    var lines = Files.readAllLines(pidFile);
    return lines.isEmpty()
        ? Optional.empty()
        : ProcessHandle.of(Long.parseLong(lines.getFirst().strip())).filter(Orphan::isPostgres);
  }

  /** After a reboot the number may be somebody else's. */
  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("postgres");
  }

  private static boolean endsAfter(String signal, ProcessHandle process) throws IOException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).inheritIO().start();
    try {
      process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
