package org.touchpaper.bench.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.process.Signal;

/** One process of the fleet, which may be ended, halted and started again at any time. */
final class Runner {
  private final String name;
  private final List<String> command;
  private final Path log;
  private @Nullable Process process;

  Runner(String name, List<String> command, Path log) {
    this.name = name;
    this.command = List.copyOf(command);
    this.log = log;
  }

  String name() {
    return name;
  }

  synchronized void start() throws IOException {
    if (process == null || !process.isAlive()) {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
    }
  }

  /** As by kill -9; returns once it is gone. */
  synchronized void kill() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }

  /** It does nothing more, and keeps all its sockets. */
  void halt() throws IOException {
    send(Signal.STOP);
  }

  void goOn() throws IOException {
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
  synchronized void fillDisk() throws IOException, InterruptedException {
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
