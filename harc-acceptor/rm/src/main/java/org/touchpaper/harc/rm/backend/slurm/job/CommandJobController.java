package org.touchpaper.harc.rm.backend.slurm.job;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.touchpaper.harc.rm.backend.slurm.client.HostListParser;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmCommands;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmCommands.CommandResult;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.run.JobLauncher.Submission;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/** Through Slurm's commands: sbatch(1), squeue(1), scontrol(1), scancel(1) of 22.05 or later. */
final class CommandJobController implements SlurmJobController {
  private static final Pattern SUBMITTED = Pattern.compile("(?m)^(\\d+)(;\\S+)?$");
  private static final Pattern IDENTITY = Pattern.compile("uid=(\\d+)\\S* gid=(\\d+)");
  private static final String UNKNOWN_JOB = "Invalid job id specified";

  private final SlurmCommands commands;
  private final SlurmController slurm;

  CommandJobController(SlurmCommands commands, SlurmController slurm) {
    this.commands = commands;
    this.slurm = slurm;
  }

  @Override
  public Submission submit(BatchJob job) {
    var identity = run(beside(commands.sbatch(), "id"), List.of(job.account()), "");
    var ids = IDENTITY.matcher(identity.output());
    if (!identity.isSuccess() || !ids.find()) {
      return new Submission.Refused("account " + job.account() + ": " + firstLine(identity));
    }
    if (ids.group(1).equals("0") || ids.group(2).equals("0")) {
      return new Submission.Refused(job.account() + " has root's rights: nothing is launched");
    }
    var arguments =
        List.of(
            "--parsable",
            "--uid=" + ids.group(1),
            "--gid=" + ids.group(2), // without it the job has root's group
            "--reservation=" + job.reservation(),
            "--job-name=" + job.name(),
            "--chdir=" + job.directory(),
            "--output=" + job.output(),
            "--no-requeue",
            "--nodes=" + job.nodes(),
            "--ntasks-per-node=" + job.processesPerNode(),
            "--cpus-per-task=" + job.coresPerProcess(),
            "--time=" + job.minutes(),
            "--begin=" + text(job.begin()),
            "--signal=B:TERM@" + job.graceSeconds());
    var result = run(commands.sbatch(), arguments, job.script());
    var id = SUBMITTED.matcher(result.output());
    return result.isSuccess() && id.find()
        ? new Submission.Submitted(id.group(1))
        : new Submission.Refused("sbatch: " + firstLine(result));
  }

  /** The program's command line with another program in its place. */
  private static List<String> beside(List<String> program, String other) {
    var commandLine = new ArrayList<>(program);
    commandLine.set(commandLine.size() - 1, other);
    return commandLine;
  }

  @Override
  public List<String> listIds(String name, String account) {
    var result =
        requireSuccess(
            run(
                commands.squeue(),
                List.of(
                    "--noheader",
                    "--states=all",
                    "--name=" + name,
                    "--user=" + account,
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

  @Override
  public Optional<BatchJobStatus> find(String id) {
    var result = run(commands.scontrol(), List.of("-o", "show", "job", id), "");
    if (!result.isSuccess() && result.output().contains(UNKNOWN_JOB)) {
      return Optional.empty();
    }
    return Optional.of(parse(requireSuccess(result).output()));
  }

  private static BatchJobStatus parse(String text) {
    var state = field(text, "JobState");
    var exit = field(text, "ExitCode").split(":", 2);
    var nodes = field(text, "NodeList");
    return new BatchJobStatus(
        field(text, "JobName"),
        field(text, "UserId").replaceFirst("\\(.*", ""),
        state,
        field(text, "Reason"),
        exit[0].matches("\\d+") ? Integer.valueOf(exit[0]) : null,
        exit.length == 2 && exit[1].matches("\\d+") ? Integer.parseInt(exit[1]) : 0,
        nodes.isEmpty() || nodes.equals("(null)") ? List.of() : HostListParser.expand(nodes),
        time(field(text, "StartTime")),
        BatchJobStatus.isDetached(state, field(text, "Reservation")));
  }

  private static String field(String text, String name) {
    var matcher = Pattern.compile("(?:^| )" + name + "=(\\S*)").matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static String text(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
        .truncatedTo(ChronoUnit.SECONDS)
        .format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
  }

  private static Optional<Instant> time(String utc) {
    try {
      return Optional.of(LocalDateTime.parse(utc).toInstant(ZoneOffset.UTC));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  @Override
  public void terminate(String id, String name, String account) {
    scancel(id, name, account, List.of("--batch", "--signal=TERM"));
  }

  @Override
  public void cancel(String id, String name, String account) {
    scancel(id, name, account, List.of());
  }

  private void scancel(String id, String name, String account, List<String> options) {
    var arguments = new ArrayList<>(options);
    arguments.addAll(List.of("--name=" + name, "--user=" + account, id));
    requireSuccess(run(commands.scancel(), arguments, ""));
  }

  @Override
  public Optional<String> reshape(
      String id, int nodes, int processes, long minutes, Instant begin) {
    return update(
        id,
        "NumNodes=%d-%d".formatted(nodes, nodes), // without the second, only the minimum changes
        "NumTasks=" + processes,
        "TimeLimit=" + minutes,
        "StartTime=" + text(begin));
  }

  @Override
  public Optional<String> limit(String id, long minutes) {
    return update(id, "TimeLimit=" + minutes);
  }

  @Override
  public Optional<String> attach(String id, String reservation) {
    var refusal = update(id, "ReservationName=" + reservation);
    return refusal.isPresent() ? refusal : change(List.of("release", id));
  }

  private Optional<String> update(String id, String... changes) {
    var arguments = new ArrayList<>(List.of("update", "JobId=" + id));
    arguments.addAll(List.of(changes));
    return change(arguments);
  }

  /** What scontrol says without success is Slurm's own answer if slurmctld answers. */
  private Optional<String> change(List<String> arguments) {
    var result = run(commands.scontrol(), arguments, "");
    if (result.isSuccess()) {
      return Optional.empty();
    }
    slurm.bootTime();
    return Optional.of("scontrol: " + firstLine(result));
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
