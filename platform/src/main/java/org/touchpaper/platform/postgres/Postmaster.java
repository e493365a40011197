package org.touchpaper.platform.postgres;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.touchpaper.platform.process.PidFile;
import org.touchpaper.platform.process.Signal;

/**
 * PostgreSQL's processes on one data directory. They end when they are told to, not when we do: who
 * was killed leaves them running, and whoever holds the directory next finds and stops them.
 */
final class Postmaster {

  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(20);
  private static final Duration GLANCE = Duration.ofMillis(20);

  /** The line of the server's own pid file that says how far it is (PostgreSQL's pidfile.h). */
  private static final int STATUS_LINE = 7;

  /** Rounds of SCRAM for what can be guessed: RFC 7677 section 4, and PostgreSQL's usual. */
  private static final int ROUNDS = 4096;

  private final Path data;
  private final Path log;
  private final PidFile started;

  Postmaster(Path home, Path log) {
    this.data = home.resolve("data");
    this.log = log;
    this.started = new PidFile(home.resolve("started.pid"));
  }

  /** Makes the data directory; the superuser has the password in the file, which is random. */
  void initialise(Programs programs, String user, Path password) throws IOException {
    var command = programs.command("initdb");
    command.addAll(
        List.of(
            "--pgdata=" + data,
            "--username=" + user,
            "--pwfile=" + password,
            "--auth=scram-sha-256",
            "--set=scram_iterations=1", // for this password alone: see start
            "--encoding=UTF8",
            "--locale=C", // every machine sorts alike
            "--no-instructions"));
    var status = ended(run(command));
    if (status != 0) {
      throw new IOException("initdb ended with status " + status + "; see " + log);
    }
  }

  /**
   * Starts the server and gives it when it takes connections. Whoever gives themselves a password
   * there may have chosen it: initdb, which writes its settings down for ever, is overruled.
   */
  Process start(Programs programs, int port, Map<String, String> settings) throws IOException {
    var command = programs.command("postgres");
    command.addAll(List.of("-D", data.toString(), "-p", Integer.toString(port)));
    command.addAll(List.of("-c", "scram_iterations=" + ROUNDS));
    settings.forEach((key, value) -> command.addAll(List.of("-c", key + "=" + value)));
    var server = run(command);
    var until = System.nanoTime() + START.toNanos();
    while (!isReady(server)) {
      if (System.nanoTime() > until || hasEnded(server, GLANCE)) {
        server.destroyForcibly();
        throw new IOException("PostgreSQL does not start; see " + log);
      }
    }
    return server;
  }

  /** Fast (SIGINT), then at once (SIGQUIT), as {@code pg_ctl stop} does; true if anything ran. */
  boolean stop() throws IOException {
    var running = find();
    if (running.isPresent()) {
      var process = running.get();
      if (!endsAfter(Signal.INT, process) && !endsAfter(Signal.QUIT, process)) {
        throw new IllegalStateException(
            "PostgreSQL " + process.pid() + " still runs in " + data + " and does not stop");
      }
    }
    started.delete();
    return running.isPresent();
  }

  /** What we started last; or, if that is not known, what the server says of itself. */
  private Optional<ProcessHandle> find() throws IOException {
    var known = started.find();
    if (known.isPresent()) {
      return known;
    }
    var lines = serversOwnPidFile();
    return lines.isEmpty()
        ? Optional.empty()
        : ProcessHandle.of(Long.parseLong(lines.getFirst().strip())).filter(Postmaster::isPostgres);
  }

  /** After a reboot the number may be somebody else's. */
  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("postgres");
  }

  private Process run(List<String> command) throws IOException {
    return started.start(
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile())));
  }

  private boolean isReady(Process server) throws IOException {
    var lines = serversOwnPidFile();
    return lines.size() > STATUS_LINE
        && lines.getFirst().strip().equals(Long.toString(server.pid()))
        && lines.get(STATUS_LINE).strip().equals("ready");
  }

  /** Empty if there is none: a server that starts removes its predecessor's before it has one. */
  private List<String> serversOwnPidFile() throws IOException {
    try {
      return Files.readAllLines(data.resolve("postmaster.pid"));
    } catch (NoSuchFileException _) {
      return List.of();
    }
  }

  private static boolean endsAfter(Signal signal, ProcessHandle process) throws IOException {
    signal.send(process);
    try {
      process.onExit().get(STOP.toSeconds(), TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static int ended(Process process) throws IOException {
    return hasEnded(process, START) ? process.exitValue() : abandon(process);
  }

  private static int abandon(Process process) throws IOException {
    process.destroyForcibly();
    throw new IOException(process.info().command().orElse("a program") + " does not end");
  }

  private static boolean hasEnded(Process process, Duration patience) throws IOException {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      throw new IOException("interrupted", e);
    }
  }
}
