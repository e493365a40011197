package org.touchpaper.harc.rm.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/**
 * Starts processes on this machine. It is naive: whoever submits twice gets two, so that a test
 * sees whether somebody does.
 */
public final class LocalLauncher implements JobLauncher {
  private final Map<String, Process> jobs = new ConcurrentHashMap<>();
  private final Map<String, Process> relays = new ConcurrentHashMap<>();
  private final Map<String, List<String>> nodes = new ConcurrentHashMap<>();
  private final boolean startsBySchedule;
  private volatile boolean isFailing;
  private volatile boolean isAnswering = true;
  private volatile boolean isListing;
  private volatile Optional<String> refusal = Optional.empty();

  public LocalLauncher(boolean startsBySchedule) {
    this.startsBySchedule = startsBySchedule;
  }

  /** From now on it fails, as a site's command may, or works again. */
  public void fail(boolean fails) {
    isFailing = fails;
  }

  /** From now on it adapts no job to its booking, for that reason; empty: it does. */
  public void refuse(Optional<String> reason) {
    refusal = reason;
  }

  /** From now on the machine answers nothing, as while slurmctld is down, or answers again. */
  public void answer(boolean answers) {
    isAnswering = answers;
    isFailing = !answers;
  }

  /** From now on another caller waits for the list of its jobs, or no longer. */
  public void list(boolean lists) {
    isListing = lists;
  }

  @Override
  public Optional<String> problem(String account) {
    return Optional.empty();
  }

  @Override
  public boolean isAnswering() {
    return isAnswering;
  }

  @Override
  public boolean startsBySchedule() {
    return startsBySchedule;
  }

  @Override
  public Submission submit(Run run, RunBooking booking) {
    try {
      var own = Path.of(run.job().directory()).resolve(run.jobName());
      Files.createDirectories(own);
      var process =
          new ProcessBuilder(run.job().commandOn(booking.nodes().size()))
              .directory(own.toFile())
              .redirectErrorStream(true)
              .redirectOutput(own.resolve("output").toFile())
              .start();
      startRelay(run, booking, own, process);
      jobs.put(run.jobName(), process);
      nodes.put(run.jobName(), booking.nodes());
      return new Submission.Submitted(Long.toString(process.pid()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void startRelay(Run run, RunBooking booking, Path own, Process engine)
      throws IOException {
    var command = run.job().relayOn(booking.nodes().size());
    if (!command.isEmpty()) {
      var relay =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(own.resolve("relay").toFile())
              .start();
      relays.put(run.jobName(), relay);
      var _ = engine.onExit().thenRun(relay::destroy);
    }
  }

  @Override
  public Optional<Job> find(Run run) {
    if (isFailing) {
      throw new SchedulerUnreachableException("launch-run status: it ended with status 1");
    }
    if (isListing) {
      throw new JobListingPendingException("the jobs are not listed yet", new TimeoutException());
    }
    return Optional.ofNullable(jobs.get(run.jobName()))
        .map(process ->
            new Job(
                Long.toString(process.pid()),
                state(process),
                nodes.getOrDefault(run.jobName(), List.of()),
                null,
                process.isAlive() ? null : process.exitValue(),
                process.isAlive() ? relayProblem(run) : null,
                false));
  }

  private @Nullable String relayProblem(Run run) {
    return Optional.ofNullable(relays.get(run.jobName()))
        .filter(relay -> !relay.isAlive())
        .map(relay ->
            "its relay has failed with exit code %d: viewers cannot connect; to watch it, stop it and launch it again"
                .formatted(relay.exitValue()))
        .orElse(null);
  }

  private static RunState state(Process process) {
    return process.isAlive()
        ? RunState.ACTIVE
        : process.exitValue() == 0 ? RunState.COMPLETED : RunState.FAILED;
  }

  @Override
  public Progress progress(Run run) {
    var own = Path.of(run.job().directory()).resolve(run.jobName());
    try {
      if (!Files.exists(own.resolve("output"))) {
        return Progress.NONE;
      }
      var lines = new ArrayList<>(Files.readAllLines(own.resolve("output")));
      if (Files.exists(own.resolve("relay"))) {
        Files.readAllLines(own.resolve("relay")).forEach(line -> lines.add("relay: " + line));
      }
      return new Progress(true, null, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void signal(Run run) {
    Optional.ofNullable(jobs.get(run.jobName())).ifPresent(Process::destroy);
  }

  @Override
  public void cancel(Run run) {
    Optional.ofNullable(jobs.get(run.jobName())).ifPresent(Process::destroyForcibly);
  }

  @Override
  public Optional<String> adjust(Run run, RunBooking booking) {
    return refusal;
  }

  public void close() {
    jobs.values().forEach(Process::destroyForcibly);
    relays.values().forEach(Process::destroyForcibly);
  }
}
