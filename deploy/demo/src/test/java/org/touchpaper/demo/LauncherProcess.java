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
import org.touchpaper.platform.process.OwnSession;

/** A launcher as a terminal runs it: in a session of its own, which Ctrl-C reaches as a whole. */
final class LauncherProcess implements AutoCloseable {

  /** A start takes 15 s on a quiet machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** Said by nobody: the output has ended. */
  private static final String END = "\u0000";

  private final Process process;
  private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> said = new ArrayList<>();

  private LauncherProcess(Process process) {
    this.process = process;
    Thread.ofVirtual().start(() -> read(process.inputReader()));
  }

  static LauncherProcess run(String... arguments) {
    // who was started in the background ignores Ctrl-C, and so would its children
    var command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(Commands.launcher());
    command.addAll(List.of(arguments));
    try {
      return new LauncherProcess(
          new ProcessBuilder(OwnSession.of(command)).redirectErrorStream(true).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(BufferedReader output) {
    output.lines().forEach(lines::add);
    lines.add(END);
  }

  /** Waits until it says something. */
  void await(String words) {
    for (var line = next(); !line.contains(words); line = next()) {
      if (line.equals(END)) {
        throw new AssertionError("it ended before it said \"" + words + "\":\n" + output());
      }
    }
  }

  private String next() {
    try {
      var line = lines.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (line == null) {
        throw new AssertionError("it says nothing more:\n" + output());
      }
      said.add(line);
      return line;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** What the terminal does at Ctrl-C: tells everybody in the foreground. */
  void pressCtrlC() {
    signal("kill -INT -" + process.pid());
  }

  /** What {@code kill -9} does to the launcher alone; what it started may go on speaking. */
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

  /** Waits until it has ended, however; gives the exit status. */
  int end() {
    for (var line = next(); !line.equals(END); line = next()) {
      // until all is said
    }
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  String output() {
    return String.join("\n", said);
  }

  /** Every process that was started on a data directory, told by what it is and where it works. */
  static List<String> on(Path data) {
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
      return false; // it has ended
    }
  }

  private static String commandLine(Path process) {
    try {
      return Files.readString(process.resolve("cmdline")).replace('\0', ' ');
    } catch (IOException e) {
      return ""; // it has ended
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
