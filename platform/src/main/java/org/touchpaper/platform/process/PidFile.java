package org.touchpaper.platform.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A file with the number and start time of a directory's process. The start time detects a number
 * that has since been reused.
 */
public record PidFile(Path path) {

  public void write(ProcessHandle process) {
    try {
      Files.writeString(path, process.pid() + " " + startOf(process) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path, e);
    }
  }

  /** Starts a process and records it; kills it if it cannot be recorded. */
  public Process start(ProcessBuilder command) throws IOException {
    var started = command.start();
    try {
      write(started.toHandle());
      return started;
    } catch (UncheckedIOException e) {
      started.destroyForcibly();
      throw new IOException(e.getMessage(), e);
    }
  }

  /** The process, if it still runs. */
  public Optional<ProcessHandle> find() {
    try {
      var fields = Files.readString(path).strip().split(" ", 2);
      return ProcessHandle.of(Long.parseLong(fields[0]))
          .filter(ProcessHandle::isAlive)
          .filter(process -> fields.length == 2 && startOf(process).equals(fields[1]));
    } catch (NoSuchFileException | NumberFormatException e) {
      return Optional.empty(); // it ended normally, or was killed while writing
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }

  public void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + path, e);
    }
  }

  private static String startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("unknown");
  }
}
