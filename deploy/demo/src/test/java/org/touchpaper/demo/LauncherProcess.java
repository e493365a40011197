package org.touchpaper.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.touchpaper.platform.process.SetsidCommand;

/** A launcher in a session of its own, as on a terminal, where Ctrl-C reaches every process. */
final class LauncherProcess implements AutoCloseable {

  /** A start takes 15 s on a quiet machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** Marks the end of the output. */
  private static final String END = "\u0000";

  private final Process process;
  private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> outputLines = new ArrayList<>();

  private LauncherProcess(Process process) {
    this.process = process;
    Thread.ofVirtual().start(() -> read(process.inputReader()));
  }

  static LauncherProcess run(String... arguments) {
    // a background process ignores SIGINT, and its children inherit that
    var command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(ProcessCommands.launcher());
    command.addAll(List.of(arguments));
    try {
      return new LauncherProcess(
          new ProcessBuilder(SetsidCommand.of(command)).redirectErrorStream(true).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(BufferedReader output) {
    output.lines().forEach(lines::add);
    lines.add(END);
  }

  /** Waits for a line of output with this text. */
  void await(String text) {
    for (var line = next(); !line.contains(text); line = next()) {
      if (line.equals(END)) {
        throw new AssertionError(
            "the launcher ended before it printed \"" + text + "\":\n" + output());
      }
    }
  }

  private String next() {
    try {
      var line = lines.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (line == null) {
        throw new AssertionError("no more output:\n" + output());
      }
      outputLines.add(line);
      return line;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Sends SIGINT to the process group, as a terminal does at Ctrl-C. */
  void pressCtrlC() {
    signal("kill -INT -" + process.pid());
  }

  /** Kills the launcher alone, as {@code kill -9} does; its children may still print. */
  void kill() {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void signal(String command) {
    try {
      new ProcessBuilder("/bin/sh", "-c", command).inheritIO().start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits for the end and returns the exit status. */
  int end() {
    for (var line = next(); !line.equals(END); line = next()) {
      // read to the end
    }
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  String output() {
    return String.join("\n", outputLines);
  }

  /** Lists processes with this data directory in their command line or working directory. */
  static List<String> listProcesses(Path data) {
    try (var all = Files.list(Path.of("/proc"))) {
      return all.filter(process -> process.getFileName().toString().matches("\\d+"))
          .filter(process -> !process.endsWith(Long.toString(ProcessHandle.current().pid())))
          .filter(process -> belongsTo(process, data))
          .map(process -> process.getFileName() + " " + commandLine(process))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean belongsTo(Path process, Path data) {
    if (commandLine(process).contains(data.toString())) {
      return true;
    }
    try {
      return Files.readSymbolicLink(process.resolve("cwd")).startsWith(data);
    } catch (IOException e) {
      return false; // the process has ended
    }
  }

  private static String commandLine(Path process) {
    try {
      return Files.readString(process.resolve("cmdline")).replace('\0', ' ');
    } catch (IOException e) {
      return ""; // the process has ended
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
