package org.touchpaper.harc.rm.backend.slurm.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Slurm's commands as an operator of the cluster. Their environment is set directly before
 * them by {@code env}, because neither ssh nor sudo passes one on: {@code ssh head env TZ=UTC …
 * scontrol …}.
 *
 * @param scontrol the program and its first arguments, such as {@code sudo -u slurm scontrol}
 * @param scancel likewise
 * @param sbatch likewise; run as root, because only root submits jobs for others
 * @param squeue likewise
 * @param conf the cluster's slurm.conf; null for the machine's default
 * @param timeout after which a command is killed if possible; its effect is unknown then
 */
public record SlurmCommands(
    List<String> scontrol,
    List<String> scancel,
    List<String> sbatch,
    List<String> squeue,
    @Nullable Path conf,
    Duration timeout)
    implements SlurmAccessSettings {
  private static final Logger LOG = LoggerFactory.getLogger(SlurmCommands.class);
  private static final Set<String> SLURM_PROGRAMS =
      Set.of("scontrol", "scancel", "sbatch", "squeue");

  /** Arguments that no shell interprets, because the program may be run through ssh. */
  private static final Pattern SAFE_ARGUMENT = Pattern.compile("[A-Za-z0-9_.,:=+@%/\\[\\]-]*[$]?");

  public SlurmCommands {
    scontrol = List.copyOf(scontrol);
    scancel = List.copyOf(scancel);
    sbatch = List.copyOf(sbatch);
    squeue = List.copyOf(squeue);
  }

  /** With the programs for jobs that are on the path. */
  public SlurmCommands(
      List<String> scontrol, List<String> scancel, @Nullable Path conf, Duration timeout) {
    this(scontrol, scancel, List.of("sbatch"), List.of("squeue"), conf, timeout);
  }

  /** A command's output, both streams merged, and its exit status. */
  public record CommandResult(String commandLine, int status, String output) {
    public boolean isSuccess() {
      return status == 0;
    }

    String firstLine() {
      return output.lines().findFirst().orElse("status " + status);
    }
  }

  /**
   * Runs a command. It returns at the timeout even if the command cannot be killed, as one run by
   * sudo.
   */
  public CommandResult run(List<String> program, List<String> arguments) throws IOException {
    return run(program, arguments, "");
  }

  /**
   * As {@link #run(List, List)}, with a standard input. The program sees none of this process's
   * environment but its path, because Slurm passes sbatch's environment on to the job.
   */
  public CommandResult run(List<String> program, List<String> arguments, String input)
      throws IOException {
    for (var argument : arguments) {
      if (!SAFE_ARGUMENT.matcher(argument).matches()) {
        throw new IOException("argument rejected, because a shell might interpret it: " + argument);
      }
    }
    var commandLine = commandLine(program, arguments);
    var builder = new ProcessBuilder(commandLine).redirectErrorStream(true);
    if (!input.isEmpty()) {
      builder.environment().keySet().retainAll(List.of("PATH"));
    }
    var process = builder.start();
    try {
      try (var out = process.getOutputStream()) {
        out.write(input.getBytes(StandardCharsets.UTF_8));
      }
      var result = readResult(process, commandLine).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      LOG.debug("{} status={} {}", result.commandLine(), result.status(), result.firstLine());
      return result;
    } catch (TimeoutException e) {
      throw new IOException("no answer within " + timeout.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      kill(process);
    }
  }

  /** Reads the output on a separate thread, because it may stay open for ever. */
  private static Future<CommandResult> readResult(Process process, List<String> commandLine) {
    var task =
        new FutureTask<>(() -> {
          var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
          return new CommandResult(String.join(" ", commandLine), process.waitFor(), text.strip());
        });
    Thread.ofPlatform().daemon().name("output of " + commandLine.getFirst()).start(task);
    return task;
  }

  /** Puts the environment before Slurm's own program, or before a script with another name. */
  private List<String> commandLine(List<String> program, List<String> arguments) {
    var commandLine = new ArrayList<>(program);
    var position = commandLine.size() - 1;
    while (position > 0
        && !SLURM_PROGRAMS.contains(
            String.valueOf(Path.of(commandLine.get(position)).getFileName()))) {
      position--;
    }
    commandLine.addAll(position, environment());
    commandLine.addAll(arguments);
    return commandLine;
  }

  /** Makes the output independent of the cluster's time zone and time format. */
  private List<String> environment() {
    var assignments =
        new ArrayList<>(List.of("env", "TZ=UTC", "LC_ALL=C", "SLURM_TIME_FORMAT=standard"));
    if (conf != null) {
      assignments.add("SLURM_CONF=" + conf);
    }
    return assignments;
  }

  private static void kill(Process process) {
    if (!process.isAlive()) {
      return;
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
