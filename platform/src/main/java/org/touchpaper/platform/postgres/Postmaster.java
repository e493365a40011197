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
import org.touchpaper.platform.process.PosixSignal;

/**
 * PostgreSQL's processes on one data directory. They outlive this JVM if it is killed; the next
 * start on the directory finds and stops them.
 */
final class Postmaster {

  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

  /** The line of the server's pid file with its status (PostgreSQL's pidfile.h). */
  private static final int STATUS_LINE = 7;

  /**
   * SCRAM iterations for passwords that people choose: RFC 7677 section 4, and PostgreSQL's
   * default.
   */
  private static final int SCRAM_ITERATIONS = 4096;

  private final Path data;
  private final Path log;
  private final PidFile pidFile;

  Postmaster(Path home, Path log) {
    this.data = home.resolve("data");
    this.log = log;
    this.pidFile = new PidFile(home.resolve("started.pid"));
  }

  /** Creates the data directory; the superuser gets the random password in the file. */
  void initialise(BundledPostgresBinaries binaries, String user, Path password) throws IOException {
    var command = binaries.commandLine("initdb");
    command.addAll(
        List.of(
            "--pgdata=" + data,
            "--username=" + user,
            "--pwfile=" + password,
            "--auth=scram-sha-256",
            "--set=scram_iterations=1", // for this random password only: see start
            "--encoding=UTF8",
            "--locale=C", // the same sort order on every machine
            "--no-instructions"));
    var status = awaitExit(run(command));
    if (status != 0) {
      throw new IOException("initdb ended with status " + status + "; see " + log);
    }
  }

  /**
   * Starts the server and returns it when it accepts connections. The iteration count for passwords
   * set later overrides initdb's, which is stored in the data directory.
   */
  Process start(BundledPostgresBinaries binaries, int port, Map<String, String> settings)
      throws IOException {
    var command = binaries.commandLine("postgres");
    command.addAll(List.of("-D", data.toString(), "-p", Integer.toString(port)));
    command.addAll(List.of("-c", "scram_iterations=" + SCRAM_ITERATIONS));
    settings.forEach((key, value) -> command.addAll(List.of("-c", key + "=" + value)));
    var server = run(command);
    var deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!isReady(server)) {
      if (System.nanoTime() > deadline || exitsWithin(server, POLL_INTERVAL)) {
        server.destroyForcibly();
        throw new IOException("PostgreSQL did not start; see the log " + log);
      }
    }
    return server;
  }

  /**
   * Stops the server as {@code pg_ctl stop} does: fast (SIGINT), then immediate (SIGQUIT); true if
   * one ran.
   */
  boolean stop() throws IOException {
    var running = find();
    if (running.isPresent()) {
      var process = running.get();
      if (!exitsAfter(PosixSignal.INT, process) && !exitsAfter(PosixSignal.QUIT, process)) {
        throw new IllegalStateException(
            "PostgreSQL process " + process.pid() + " in " + data + " does not stop");
      }
    }
    pidFile.delete();
    return running.isPresent();
  }

  /** The process in our pid file, else the one in the server's own. */
  private Optional<ProcessHandle> find() throws IOException {
    var recorded = pidFile.find();
    if (recorded.isPresent()) {
      return recorded;
    }
    var lines = readPostmasterPid();
    return lines.isEmpty()
        ? Optional.empty()
        : ProcessHandle.of(Long.parseLong(lines.getFirst().strip())).filter(Postmaster::isPostgres);
  }

  /** After a reboot the number may belong to another program. */
  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("postgres");
  }

  private Process run(List<String> command) throws IOException {
    return pidFile.start(
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile())));
  }

  private boolean isReady(Process server) throws IOException {
    var lines = readPostmasterPid();
    return lines.size() > STATUS_LINE
        && lines.getFirst().strip().equals(Long.toString(server.pid()))
        && lines.get(STATUS_LINE).strip().equals("ready");
  }

  /** The lines of the server's pid file; none if it does not exist. */
  private List<String> readPostmasterPid() throws IOException {
    try {
      return Files.readAllLines(data.resolve("postmaster.pid"));
    } catch (NoSuchFileException _) {
      return List.of();
    }
  }

  private static boolean exitsAfter(PosixSignal signal, ProcessHandle process) throws IOException {
    signal.send(process);
    try {
      process.onExit().get(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static int awaitExit(Process process) throws IOException {
    return exitsWithin(process, START_TIMEOUT) ? process.exitValue() : killAndFail(process);
  }

  private static int killAndFail(Process process) throws IOException {
    process.destroyForcibly();
    throw new IOException(process.info().command().orElse("a program") + " does not end");
  }

  private static boolean exitsWithin(Process process, Duration timeout) throws IOException {
    try {
      return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      throw new IOException("interrupted", e);
    }
  }
}
