package org.touchpaper.harc.rm.calendar;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The centre's own command, run when an allocation starts and when it ends; one that gives up nodes
 * while it is up ends and starts, one that gets more or lasts longer only starts again. It must be
 * harmless to repeat: a failure, or a crash before its success was noted, runs it again.
 *
 * @param words the program and its first arguments; empty if the centre has none
 * @param timeout after which it is killed, and counts as failed
 */
public record MachineCommand(List<String> words, Duration timeout) {
  public MachineCommand {
    words = List.copyOf(words);
  }

  /** Runs it with what happens and the allocation's file; the problem, if it failed. */
  Optional<String> run(String what, Path file) {
    return words.isEmpty() ? Optional.empty() : runWith(what, file);
  }

  private Optional<String> runWith(String what, Path file) {
    var line = new ArrayList<>(words);
    line.add(what);
    line.add(file.toString());
    try {
      var process =
          new ProcessBuilder(line)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      return outcome(process);
    } catch (IOException e) {
      return Optional.of(words.getFirst() + " could not be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(words.getFirst() + " was interrupted");
    }
  }

  private Optional<String> outcome(Process process) throws InterruptedException {
    if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      return Optional.of(words.getFirst() + " did not end within " + timeout.toSeconds() + " s");
    }
    return process.exitValue() == 0
        ? Optional.empty()
        : Optional.of(words.getFirst() + " ended with status " + process.exitValue());
  }
}
