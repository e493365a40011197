package org.touchpaper.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.process.Signal;

/** A process that a bench may end, halt and start again at any time. */
public final class Runner {
  private final String name;
  private final List<String> command;
  private final Path log;
  private @Nullable Process process;

  /** One that is yet to be started; what it prints is added to the log. */
  public Runner(String name, List<String> command, Path log) {
    this.name = name;
    this.command = List.copyOf(command);
    this.log = log;
  }

  public String name() {
    return name;
  }

  /** What ./touchpaper up starts services with. */
  public static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

  /** What it starts acceptors with. */
  public static final String BOTH_COMPILERS = "-XX:TieredStopAtLevel=4";

  /** The beginning of a command that runs one of our programs, as in production. */
  public static List<String> java(String memory, String compilers, String program) {
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            compilers,
            "-Xmx" + memory,
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            program));
  }

  /** Starts it, if it does not run. */
  public synchronized void start() throws IOException {
    if (process == null || !process.isAlive()) {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
    }
  }

  /** As by kill -9; returns once it is gone. */
  public synchronized void kill() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }

  /** It does nothing more, and keeps all its sockets. */
  public void halt() throws IOException {
    send(Signal.STOP);
  }

  /** The end of {@link #halt}. */
  public void goOn() throws IOException {
    send(Signal.CONT);
  }

  private synchronized void send(Signal signal) throws IOException {
    if (process != null) {
      signal.send(process.toHandle());
    }
  }

  /**
   * From now on it can write no file (a limit to their size): as if the disk were full.
   *
   * @throws IOException if prlimit(1) is not there, or may not
   */
  public synchronized void fillDisk() throws IOException, InterruptedException {
    if (process != null) {
      var limit = List.of("prlimit", "--pid", process.pid() + "", "--fsize=1");
      var limiting = new ProcessBuilder(limit).redirectErrorStream(true).start();
      var said = new String(limiting.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (limiting.waitFor() != 0 && process.isAlive()) {
        throw new IOException("cannot fill the disk of " + name + ": " + said.strip());
      }
    }
  }
}
