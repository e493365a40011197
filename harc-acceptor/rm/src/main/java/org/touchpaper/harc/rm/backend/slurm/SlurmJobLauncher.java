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
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.rm.backend.slurm.client.HostList;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmAccess;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmCommands;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmCommands.CommandResult;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdAccess;
import org.touchpaper.harc.rm.run.JobLauncher;
import org.touchpaper.harc.rm.run.Run;
import org.touchpaper.harc.rm.run.RunBooking;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/**
 * Submits runs into their bookings' reservations, under their owners' accounts, through Slurm's
 * commands (sbatch(1), squeue(1), scontrol(1), scancel(1) of 22.05). Slurm starts and ends the job
 * with the reservation, also if this process is dead then.
 */
final class SlurmJobLauncher implements JobLauncher {
  private static final Pattern SUBMITTED = Pattern.compile("(?m)^(\\d+)(;\\S+)?$");
  private static final Pattern IDENTITY = Pattern.compile("uid=(\\d+)\\S* gid=(\\d+)");
  private static final String UNKNOWN_JOB = "Invalid job id specified";

  /** The state of a job that waits for ever, because its reservation is gone. */
  private static final String RESERVATION_DELETED = "RESV_DEL_HOLD";

  private static final int MAX_LINES = 20;
  private static final int MAX_LINE_LENGTH = 200;

  /** How much of the output's end is read. */
  private static final int MAX_OUTPUT_BYTES = 8192;

  private final SlurmCommands commands;
  private final SlurmController slurm;
  private final Clock clock;

  SlurmJobLauncher(SlurmCommands commands, SlurmController slurm, Clock clock) {
    this.commands = commands;
    this.slurm = slurm;
    this.clock = clock;
  }

  static JobLauncher of(SlurmAccess access, SlurmController slurm, Clock clock) {
    return switch (access) {
      case SlurmCommands commands -> new SlurmJobLauncher(commands, slurm, clock);
      case SlurmrestdAccess _ ->
          JobLauncher.unavailable(
              "jobs are launched through Slurm's commands only, and this resource manager uses slurmrestd");
    };
  }

  @Override
  public Optional<String> problem(String account) {
    return slurm.problem();
  }

  @Override
  public boolean startsBySchedule() {
    return true;
  }

  @Override
  public Submission submit(Run run, RunBooking booking) {
    var identity = run(commands.sbatch(), "id", List.of(run.account()));
    var ids = IDENTITY.matcher(identity.output());
    if (!identity.isSuccess() || !ids.find()) {
      return new Submission.Refused("account " + run.account() + ": " + firstLine(identity));
    }
    if (ids.group(1).equals("0") || ids.group(2).equals("0")) {
      return new Submission.Refused(run.account() + " has root's rights: nothing is launched");
    }
    var job = run.job();
    var arguments =
        List.of(
            "--parsable",
            "--uid=" + ids.group(1),
            "--gid=" + ids.group(2), // without it the job has root's group
            "--reservation=" + booking.reservation(),
            "--job-name=" + run.jobName(),
            "--chdir=" + job.directory(),
            "--output=" + job.directory() + "/" + run.jobName() + "-%j.out",
            "--no-requeue",
            "--nodes=" + booking.nodes().size(),
            "--ntasks-per-node=" + job.processesPerNode(),
            "--cpus-per-task=" + job.coresPerProcess(),
            "--time=" + minutes(start(booking), booking),
            "--signal=B:TERM@" + job.graceSeconds());
    var result = run(commands.sbatch(), arguments, BatchScript.of(run));
    var id = SUBMITTED.matcher(result.output());
    return result.isSuccess() && id.find()
        ? new Submission.Submitted(id.group(1))
        : new Submission.Refused("sbatch: " + firstLine(result));
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
            .forEach(other -> cancel(run, other.id(), List.of())));
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

  /** The ids of all jobs with its name and account, the oldest first. */
  private List<String> listIds(Run run) {
    var result =
        requireSuccess(
            run(
                commands.squeue(),
                List.of(
                    "--noheader",
                    "--states=all",
                    "--name=" + run.jobName(),
                    "--user=" + run.account(),
                    "--format=%A"),
                ""));
    return result
        .output()
        .lines()
        .map(String::strip)
        .filter(line -> line.matches("\\d+"))
        .sorted((a, b) -> Long.compare(Long.parseLong(a), Long.parseLong(b)))
        .toList();
  }

  private Optional<Job> find(Run run, String id) {
    return show(run, id).map(text -> job(id, text));
  }

  /**
   * What Slurm says about the job, if it is still the run's: it may have given the id to another.
   */
  private Optional<String> show(Run run, String id) {
    var result = run(commands.scontrol(), List.of("-o", "show", "job", id), "");
    if (!result.isSuccess() && result.output().contains(UNKNOWN_JOB)) {
      return Optional.empty();
    }
    return Optional.of(requireSuccess(result).output())
        .filter(text -> run.jobName().equals(field(text, "JobName")))
        .filter(text -> field(text, "UserId").startsWith(run.account() + "("));
  }

  private static Job job(String id, String text) {
    var slurmState = field(text, "JobState");
    var reason = field(text, "Reason");
    var isDetached = slurmState.equals(RESERVATION_DELETED);
    var state = state(slurmState, reason);
    var exit = field(text, "ExitCode").split(":", 2);
    var code = exit.length == 2 && exit[0].matches("\\d+") ? Integer.valueOf(exit[0]) : null;
    var nodes = field(text, "NodeList");
    return new Job(
        id,
        state,
        nodes.isEmpty() || nodes.equals("(null)") ? List.of() : HostList.expand(nodes),
        state.isFinal() ? code : null,
        message(state, slurmState, reason, exit),
        isDetached);
  }

  private static @Nullable String message(
      RunState state, String slurmState, String reason, String[] exit) {
    return switch (state) {
      case HELD -> "Slurm: " + slurmState + ", " + reason;
      case FAILED ->
          exit.length == 2 && !exit[1].equals("0")
              ? "Slurm: %s, signal %s".formatted(slurmState, exit[1])
              : "Slurm: %s, %s".formatted(slurmState, reason);
      case CANCELED -> "Slurm: " + slurmState;
      case NEW, QUEUED, ACTIVE, COMPLETED -> null;
    };
  }

  /** The words of the IRI Facility API for Slurm's (squeue(1), job state codes). */
  private static RunState state(String slurmState, String reason) {
    return switch (slurmState) {
      case "PENDING" -> isWaiting(reason) ? RunState.QUEUED : RunState.HELD;
      case "CONFIGURING" -> RunState.QUEUED;
      case "SUSPENDED", "STOPPED", "REQUEUE_HOLD", "SPECIAL_EXIT", RESERVATION_DELETED ->
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

  private static String field(String text, String name) {
    var matcher = Pattern.compile("(?:^| )" + name + "=(\\S*)").matcher(text);
    return matcher.find() ? matcher.group(1) : "";
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
        id == null ? List.of() : lastLines(own.resolveSibling(run.jobName() + "-" + id + ".out")));
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
      var lines = text.lines().toList();
      return lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size()).stream()
          .map(line -> line.substring(0, Math.min(line.length(), MAX_LINE_LENGTH)))
          .toList();
    } catch (IOException e) {
      return List.of("the output cannot be read: " + e.getMessage());
    }
  }

  @Override
  public void signal(Run run) {
    if (run.jobId() != null) {
      cancel(run, run.jobId(), List.of("--batch", "--signal=TERM"));
    }
  }

  @Override
  public void cancel(Run run) {
    for (var id : listIds(run)) {
      if (find(run, id).filter(job -> !job.state().isFinal()).isPresent()) {
        cancel(run, id, List.of());
      }
    }
  }

  /** scancel touches the job only if id, name and account all match. */
  private void cancel(Run run, String id, List<String> options) {
    var arguments = new ArrayList<>(options);
    arguments.addAll(List.of("--name=" + run.jobName(), "--user=" + run.account(), id));
    requireSuccess(run(commands.scancel(), arguments, ""));
  }

  /**
   * A job that runs keeps its nodes: Slurm only takes nodes away from it, and applications break.
   */
  @Override
  public void adjust(Run run, RunBooking booking) {
    var id = run.jobId();
    var text = id == null ? Optional.<String>empty() : show(run, id);
    if (id == null || text.isEmpty()) {
      return;
    }
    var job = job(id, text.get());
    var isPending = job.state() == RunState.QUEUED || job.state() == RunState.HELD;
    if (isPending) {
      update(id, "NumNodes=" + booking.nodes().size());
    }
    var from = isPending ? start(booking) : parseTime(field(text.get(), "StartTime"));
    update(id, "TimeLimit=" + minutes(from, booking));
    if (job.isDetached()) {
      update(id, "ReservationName=" + booking.reservation());
      requireSuccess(run(commands.scontrol(), List.of("release", id), ""));
    }
  }

  private Instant parseTime(String utc) {
    try {
      return LocalDateTime.parse(utc).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException e) {
      return clock.instant();
    }
  }

  private void update(String id, String change) {
    requireSuccess(run(commands.scontrol(), List.of("update", "JobId=" + id, change), ""));
  }

  private CommandResult run(List<String> slurmProgram, String other, List<String> arguments) {
    var program = new ArrayList<>(slurmProgram);
    program.set(program.size() - 1, other);
    return run(program, arguments, "");
  }

  private CommandResult run(List<String> program, List<String> arguments, String input) {
    slurm
        .problem()
        .ifPresent(problem -> {
          throw new SchedulerUnreachableException(problem);
        });
    try {
      return commands.run(program, arguments, input);
    } catch (IOException e) {
      throw new SchedulerUnreachableException(program.getLast() + ": " + e.getMessage(), e);
    }
  }

  private static CommandResult requireSuccess(CommandResult result) {
    if (!result.isSuccess()) {
      throw new SchedulerUnreachableException(result.commandLine() + ": " + firstLine(result));
    }
    return result;
  }

  private static String firstLine(CommandResult result) {
    return result.output().lines().findFirst().orElse("status " + result.status());
  }
}
