package org.touchpaper.harc.rm.backend.calendar;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.rm.run.JobLauncher;
import org.touchpaper.harc.rm.run.Run;
import org.touchpaper.harc.rm.run.RunBooking;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Launches through the site's own command: {@code COMMAND launch|status|stop} with a JSON object on
 * its standard input. It prints a JSON object, and ends with status 0 if it did what was asked. It
 * must be idempotent: the name identifies the job, and a job that was launched before, even one
 * that has ended, is never launched again.
 *
 * @param command the program and its first arguments; empty for none
 * @param timeout after which it is killed; its effect is unknown then
 */
public record SiteCommandJobLauncher(List<String> command, Duration timeout, JsonMapper json)
    implements JobLauncher {
  public SiteCommandJobLauncher {
    command = List.copyOf(command);
  }

  /** What the command is told about a run. */
  private record Request(
      String name,
      @Nullable String id,
      String account,
      List<String> command,
      List<String> relay,
      Map<String, String> environment,
      String directory,
      @Nullable Integer port,
      int processesPerNode,
      int coresPerProcess,
      List<String> nodes,
      @Nullable Instant endTime,
      @Nullable String signal) {

    private static Request of(Run run, @Nullable RunBooking booking, @Nullable String signal) {
      var job = run.job();
      var nodes = booking == null ? run.status().nodes() : booking.nodes();
      var count = nodes.isEmpty() ? job.nodes() : nodes.size();
      return new Request(
          run.jobName(),
          run.jobId(),
          run.account(),
          job.commandOn(count),
          job.relayOn(count),
          job.environmentOn(count),
          job.directory(),
          job.port(),
          job.processesPerNode(),
          job.coresPerProcess(),
          nodes,
          booking == null ? null : booking.schedule().endTime(),
          signal);
    }
  }

  /** What the command prints; all are optional, and without a state there is no such job. */
  private record Response(
      @Nullable String id,
      @Nullable String state,
      @Nullable List<String> nodes,
      @Nullable Integer exitCode,
      @Nullable String message,
      @Nullable List<String> output) {}

  @Override
  public Optional<String> problem(String account) {
    return command.isEmpty()
        ? Optional.of("this machine has no command that launches (touchpaper.rm.calendar.launcher)")
        : Optional.empty();
  }

  @Override
  public boolean isAnswering() {
    return true; // a command that fails is all there is
  }

  @Override
  public boolean startsBySchedule() {
    return false;
  }

  @Override
  public Submission submit(Run run, RunBooking booking) {
    var response = call("launch", Request.of(run, booking, null));
    return response.id() == null
        ? new Submission.Refused(
            response.message() == null ? "the site's command gave no job id" : response.message())
        : new Submission.Submitted(response.id());
  }

  @Override
  public Optional<Job> find(Run run) {
    var response = call("status", Request.of(run, null, null));
    var state = response.state();
    return state == null
        ? Optional.empty()
        : Optional.of(
            new Job(
                response.id() == null ? run.jobName() : response.id(),
                state(state),
                orEmpty(response.nodes()),
                null,
                response.exitCode(),
                response.message(),
                false));
  }

  private RunState state(String name) {
    try {
      return RunState.ofWireName(name);
    } catch (IllegalArgumentException e) {
      throw unreachable("it printed the unknown state " + name, e);
    }
  }

  @Override
  public Progress progress(Run run) {
    var response = call("status", Request.of(run, null, null));
    return new Progress(
        response.state() != null,
        response.exitCode(),
        orEmpty(response.output()).stream().limit(20).toList());
  }

  private static List<String> orEmpty(@Nullable List<String> list) {
    return list == null ? List.of() : list;
  }

  @Override
  public void signal(Run run) {
    call("stop", Request.of(run, null, run.job().signal()));
  }

  @Override
  public void cancel(Run run) {
    call("stop", Request.of(run, null, "KILL"));
  }

  /** The site's allocation file tells it what has changed. */
  @Override
  public Optional<String> adjust(Run run, RunBooking booking) {
    return Optional.empty();
  }

  private Response call(String verb, Request request) {
    if (command.isEmpty()) {
      throw new SchedulerUnreachableException(
          "the command that launched "
              + request.name()
              + " is no longer set"
              + " (touchpaper.rm.calendar.launcher): set it again, or its job cannot be ended");
    }
    var commandLine = new ArrayList<>(command);
    commandLine.add(verb);
    try {
      var process =
          new ProcessBuilder(commandLine).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      try {
        return read(process, request);
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (IOException | JacksonException | ExecutionException | TimeoutException e) {
      throw unreachable(verb + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(verb + " was interrupted", e);
    }
  }

  private Response read(Process process, Request request)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    var task =
        new FutureTask<>(() -> {
          try (var in = process.getOutputStream()) {
            in.write(json.writeValueAsString(request).getBytes(StandardCharsets.UTF_8));
          }
          return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        });
    Thread.ofVirtual().start(task);
    var printed = task.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new TimeoutException("it closed its output, but does not end");
    }
    if (process.exitValue() != 0) {
      throw new IOException("it ended with status " + process.exitValue());
    }
    return json.readValue(printed, Response.class);
  }

  private SchedulerUnreachableException unreachable(String reason, Throwable cause) {
    return new SchedulerUnreachableException(command.getFirst() + " " + reason, cause);
  }
}
