package org.touchpaper.platform.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A process that a directory owns: its number and when it started, so that a number given to
 * somebody else since is not mistaken for it.
 */
public record PidFile(Path path) {

  public void write(ProcessHandle process) {
    try {
      Files.writeString(path, process.pid() + " " + startOf(process) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + path, e);
    }
  }

  /** Starts a process and writes it down; what cannot be written down is not left running. */
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
      var words = Files.readString(path).strip().split(" ", 2);
      return ProcessHandle.of(Long.parseLong(words[0]))
          .filter(ProcessHandle::isAlive)
          .filter(process -> words.length == 2 && startOf(process).equals(words[1]));
    } catch (NoSuchFileException | NumberFormatException e) {
      return Optional.empty(); // it ended in order, or was killed while it wrote
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
