package org.touchpaper.harc.rm.backend.slurm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmAccessSettings;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.job.BatchJob;
import org.touchpaper.harc.rm.backend.slurm.job.BatchJobStatus;
import org.touchpaper.harc.rm.backend.slurm.job.SlurmJobController;
import org.touchpaper.harc.rm.run.JobLauncher;
import org.touchpaper.harc.rm.run.Run;
import org.touchpaper.harc.rm.run.RunBooking;

/**
 * Submits runs into their bookings' reservations, under their owners' accounts. Slurm starts and
 * ends the job with the reservation, also if this process is dead then.
 */
final class SlurmJobLauncher implements JobLauncher {
  private static final int MAX_LINES = 20;

  /** How many of these a relay has: it says little, and an application may say much. */
  private static final int MAX_RELAY_LINES = 5;

  private static final int MAX_LINE_LENGTH = 200;

  /** How much of the output's end is read. */
  private static final int MAX_OUTPUT_BYTES = 8192;

  private final SlurmJobController jobs;
  private final SlurmController slurm;
  private final Clock clock;

  SlurmJobLauncher(SlurmJobController jobs, SlurmController slurm, Clock clock) {
    this.jobs = jobs;
    this.slurm = slurm;
    this.clock = clock;
  }

  static SlurmJobLauncher of(SlurmAccessSettings access, SlurmController slurm, Clock clock) {
    return new SlurmJobLauncher(SlurmJobController.of(access, slurm, clock), slurm, clock);
  }

  @Override
  public Optional<String> problem(String account) {
    return slurm.problem();
  }

  @Override
  public boolean isAnswering() {
    return slurm.problem().isEmpty();
  }

  @Override
  public boolean startsBySchedule() {
    return true;
  }

  @Override
  public Submission submit(Run run, RunBooking booking) {
    var job = run.job();
    return jobs.submit(
        new BatchJob(
            run.jobName(),
            run.account(),
            booking.reservation(),
            job.directory(),
            booking.nodes().size(),
            job.processesPerNode(),
            job.coresPerProcess(),
            minutes(start(booking), booking),
            booking.schedule().startTime(),
            job.graceSeconds(),
            BatchScript.of(run)));
  }

  /**
   * The job's time limit: one minute beyond the booking's end, at which Slurm ends it, because
   * Slurm counts in minutes and sends the signal before the limit up to a minute early.
   */
  private static long minutes(Instant from, RunBooking booking) {
    var rest = Duration.between(from, booking.schedule().endTime());
    return Math.max(0, Math.ceilDiv(rest.toSeconds(), 60)) + 1;
  }

  /** The earliest time at which a job of the booking can start. */
  private Instant start(RunBooking booking) {
    var now = clock.instant();
    var start = booking.schedule().startTime();
    return start.isAfter(now) ? start : now;
  }

  /** The job that made the start marker, if one did: another copy ends without doing anything. */
  @Override
  public Optional<Job> find(Run run) {
    var started = startedJob(run);
    var known = run.jobId() == null ? "" : run.jobId();
    if (!started.isEmpty() || !known.isEmpty()) {
      return Stream.of(started, known)
          .filter(id -> !id.isEmpty())
          .flatMap(id -> find(run, id).stream())
          .findFirst();
    }
    var found = listIds(run).stream().flatMap(id -> find(run, id).stream()).toList();
    var chosen =
        found.stream()
            .filter(job -> job.state() == RunState.ACTIVE)
            .findFirst()
            .or(() -> found.stream().filter(job -> !job.state().isFinal()).findFirst())
            .or(() -> found.stream().findFirst());
    chosen.ifPresent(job ->
        found.stream()
            .filter(other -> !other.id().equals(job.id()))
            .filter(other -> !other.state().isFinal())
            .forEach(other -> cancel(run, other.id())));
    return chosen;
  }

  private static String startedJob(Run run) {
    if (!hasStarted(run)) {
      return "";
    }
    var id = firstLine(directory(run).resolve(BatchScript.JOB_FILE));
    return id.matches("\\d{1,10}") ? id : "";
  }

  /** Every account may write beside it: a directory of another account is no start marker. */
  private static boolean hasStarted(Run run) {
    var own = directory(run);
    try {
      return Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(own, LinkOption.NOFOLLOW_LINKS).getName().equals(run.account());
    } catch (IOException e) {
      return false; // it was removed just now
    }
  }

  private static Path directory(Run run) {
    return Path.of(run.job().directory()).resolve(run.jobName());
  }

  private List<String> listIds(Run run) {
    return jobs.listIds(run.jobName(), run.account());
  }

  private Optional<Job> find(Run run, String id) {
    return findStatus(run, id).map(status -> withRelay(run, job(id, status)));
  }

  /** A relay that failed is no failure of its job, but its viewers are to know. */
  private static Job withRelay(Run run, Job job) {
    var code =
        run.job().relay().isEmpty() || job.state() != RunState.ACTIVE || !hasStarted(run)
            ? ""
            : firstLine(directory(run).resolve(BatchScript.RELAY_EXIT_FILE));
    return code.matches("\\d{1,3}")
        ? job.withReason(
            "its relay has failed with exit code "
                + code
                + ": viewers cannot connect; to watch it, stop it and launch it again")
        : job;
  }

  /**
   * What Slurm says about the job, if it is still the run's: it may have given the id to another.
   */
  private Optional<BatchJobStatus> findStatus(Run run, String id) {
    return jobs.find(id).filter(status -> status.belongsTo(run.jobName(), run.account()));
  }

  private static Job job(String id, BatchJobStatus status) {
    var state = state(status.state(), status.reason());
    return new Job(
        id,
        state,
        status.nodes(),
        state == RunState.ACTIVE ? status.start().orElse(null) : null,
        state.isFinal() ? status.exitCode() : null,
        message(state, status),
        status.isDetached());
  }

  private static @Nullable String message(RunState state, BatchJobStatus status) {
    return switch (state) {
      case HELD -> "Slurm: " + status.state() + ", " + status.reason();
      case FAILED ->
          status.signal() == 0
              ? "Slurm: %s, %s".formatted(status.state(), status.reason())
              : "Slurm: %s, signal %d".formatted(status.state(), status.signal());
      case CANCELED -> "Slurm: " + status.state();
      case NEW, QUEUED, ACTIVE, COMPLETED -> null;
    };
  }

  /** The words of the IRI Facility API for Slurm's (squeue(1), job state codes). */
  private static RunState state(String slurmState, String reason) {
    return switch (slurmState) {
      case "PENDING" -> isWaiting(reason) ? RunState.QUEUED : RunState.HELD;
      case "CONFIGURING" -> RunState.QUEUED;
      case "SUSPENDED",
          "STOPPED",
          "REQUEUE_HOLD",
          "SPECIAL_EXIT",
          BatchJobStatus.RESERVATION_DELETED ->
          RunState.HELD;
      case "RUNNING", "COMPLETING", "SIGNALING", "STAGE_OUT", "RESIZING" -> RunState.ACTIVE;
      case "COMPLETED" -> RunState.COMPLETED;
      case "CANCELLED", "PREEMPTED", "REVOKED" -> RunState.CANCELED;
      default -> RunState.FAILED;
    };
  }

  private static boolean isWaiting(String reason) {
    return List.of("None", "Reservation", "Resources", "Priority", "BeginTime", "Prolog")
        .contains(reason);
  }

  @Override
  public Progress progress(Run run) {
    var own = directory(run);
    var started = startedJob(run);
    var id = started.isEmpty() ? run.jobId() : started;
    var exit = hasStarted(run) ? firstLine(own.resolve(BatchScript.EXIT_FILE)) : "";
    return new Progress(
        hasStarted(run),
        exit.matches("\\d{1,3}") ? Integer.valueOf(exit) : null,
        id == null
            ? List.of()
            : output(run, own.resolveSibling(run.jobName() + "-" + id + ".out")));
  }

  /** The last lines of both: an application that prints much must not hide what its relay says. */
  private static List<String> output(Run run, Path file) {
    var relay =
        run.job().relay().isEmpty() || !hasStarted(run)
            ? List.<String>of()
            : last(
                MAX_RELAY_LINES, lastLines(directory(run).resolve(BatchScript.RELAY_OUTPUT_FILE)));
    return Stream.concat(
            last(MAX_LINES - relay.size(), lastLines(file)).stream(),
            relay.stream().map(line -> "relay: " + line))
        .toList();
  }

  private static List<String> last(int count, List<String> lines) {
    return lines.subList(Math.max(0, lines.size() - count), lines.size());
  }

  private static String firstLine(Path file) {
    return lastLines(file).stream().findFirst().orElse("");
  }

  /** The end of a file that the user owns: links are not followed, and only files are opened. */
  private static List<String> lastLines(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      var from = Math.max(0, channel.size() - MAX_OUTPUT_BYTES);
      var bytes = ByteBuffer.allocate(MAX_OUTPUT_BYTES);
      channel.read(bytes, from);
      var text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
      return last(MAX_LINES, text.lines().toList()).stream()
          .map(line -> line.substring(0, Math.min(line.length(), MAX_LINE_LENGTH)))
          .toList();
    } catch (IOException e) {
      return List.of("the output cannot be read: " + e.getMessage());
    }
  }

  @Override
  public void signal(Run run) {
    if (run.jobId() != null) {
      jobs.terminate(run.jobId(), run.jobName(), run.account());
    }
  }

  @Override
  public void cancel(Run run) {
    for (var id : listIds(run)) {
      if (find(run, id).filter(job -> !job.state().isFinal()).isPresent()) {
        cancel(run, id);
      }
    }
  }

  private void cancel(Run run, String id) {
    jobs.cancel(id, run.jobName(), run.account());
  }

  /**
   * A job that runs keeps its nodes: Slurm only takes nodes away from it, and applications break.
   */
  @Override
  public Optional<String> adjust(Run run, RunBooking booking) {
    var id = run.jobId();
    var status = id == null ? Optional.<BatchJobStatus>empty() : findStatus(run, id);
    if (id == null || status.isEmpty()) {
      return Optional.empty();
    }
    var job = job(id, status.get());
    var isPending = job.state() == RunState.QUEUED || job.state() == RunState.HELD;
    var nodes = booking.nodes().size();
    var refusal =
        isPending
            ? jobs.reshape(
                id,
                nodes,
                nodes * run.job().processesPerNode(),
                minutes(start(booking), booking),
                booking.schedule().startTime())
            : jobs.limit(id, minutes(status.get().start().orElseGet(clock::instant), booking));
    return refusal.isEmpty() && job.isDetached() ? jobs.attach(id, booking.reservation()) : refusal;
  }
}
