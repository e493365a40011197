package org.touchpaper.harc.rm.backend.calendar;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The site's own command, run when an allocation starts and when it ends. An active allocation that
 * loses nodes ends and starts again; one that gains nodes or time only starts again. The command
 * must be idempotent: it is repeated after a failure, and after a crash before its success was
 * recorded.
 *
 * @param command the program and its first arguments; empty for none
 * @param timeout after which it is killed and counts as failed
 */
public record SiteHookCommand(List<String> command, Duration timeout) {
  public SiteHookCommand {
    command = List.copyOf(command);
  }

  /** Runs it with the event and the allocation's file; returns the problem, if it failed. */
  Optional<String> run(String event, Path file) {
    return command.isEmpty() ? Optional.empty() : runWith(event, file);
  }

  private Optional<String> runWith(String event, Path file) {
    var commandLine = new ArrayList<>(command);
    commandLine.add(event);
    commandLine.add(file.toString());
    try {
      var process =
          new ProcessBuilder(commandLine)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      return outcome(process);
    } catch (IOException e) {
      return Optional.of(command.getFirst() + " cannot be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(command.getFirst() + " was interrupted");
    }
  }

  private Optional<String> outcome(Process process) throws InterruptedException {
    if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      return Optional.of(command.getFirst() + " did not end within " + timeout.toSeconds() + " s");
    }
    return process.exitValue() == 0
        ? Optional.empty()
        : Optional.of(command.getFirst() + " ended with status " + process.exitValue());
  }
}
