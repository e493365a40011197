package org.touchpaper.bench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.process.PosixSignal;

/** A process that a bench can kill, suspend and restart at any time. */
public final class BenchProcess {
  private final String name;
  private final List<String> command;
  private final Path log;
  private @Nullable Process process;

  /** Prepares a process without starting it; its output is appended to the log. */
  public BenchProcess(String name, List<String> command, Path log) {
    this.name = name;
    this.command = List.copyOf(command);
    this.log = log;
  }

  public String name() {
    return name;
  }

  /** Compiler option with which ./touchpaper up starts services. */
  public static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

  /** Compiler option with which ./touchpaper up starts acceptors. */
  public static final String BOTH_COMPILERS = "-XX:TieredStopAtLevel=4";

  /** Returns a command that runs a Java program of this build; arguments can be added. */
  public static List<String> java(String memory, String compilerOption, String program) {
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            compilerOption,
            "-Xmx" + memory,
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            program));
  }

  /** Starts the process unless it is running. */
  public synchronized void start() throws IOException {
    if (process == null || !process.isAlive()) {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
    }
  }

  /** Kills the process as kill -9 does and waits for its end. */
  public synchronized void kill() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }

  /** Suspends the process (SIGSTOP); its sockets stay open. */
  public void halt() throws IOException {
    send(PosixSignal.STOP);
  }

  /** Resumes the process after {@link #halt}. */
  public void resume() throws IOException {
    send(PosixSignal.CONT);
  }

  private synchronized void send(PosixSignal signal) throws IOException {
    if (process != null) {
      signal.send(process.toHandle());
    }
  }

  /**
   * Simulates a full disk: a file-size limit stops the process from writing any file.
   *
   * @throws IOException if prlimit(1) is missing or fails
   */
  public synchronized void fillDisk() throws IOException, InterruptedException {
    if (process != null) {
      var limit = List.of("prlimit", "--pid", process.pid() + "", "--fsize=1");
      var prlimit = new ProcessBuilder(limit).redirectErrorStream(true).start();
      var output = new String(prlimit.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (prlimit.waitFor() != 0 && process.isAlive()) {
        throw new IOException("cannot fill the disk of " + name + ": " + output.strip());
      }
    }
  }
}
