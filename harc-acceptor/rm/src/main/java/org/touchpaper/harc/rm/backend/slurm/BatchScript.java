package org.touchpaper.harc.rm.backend.slurm;

import java.util.List;
import java.util.stream.Collectors;
import org.touchpaper.harc.rm.run.JobArgumentTemplate;
import org.touchpaper.harc.rm.run.Run;

/**
 * The batch script of a run, which the batch shell reads from sbatch's standard input. Its first
 * act is to make the run's directory, which is atomic on shared storage and marks the start: a
 * second copy of the job, whoever submitted it, ends at once. It passes TERM on to the application
 * as the application's own signal, and records the exit code. Job control ({@code set -m}) gives
 * the application a process group, and the signals that a shell otherwise ignores in the
 * background. Slurm sets the number of processes when the job is submitted, and not again when the
 * job gets more or fewer nodes.
 *
 * <p>A relay starts before the application, beside it, and with an environment of its own. It is
 * ended after the application. The application goes on without it if it fails, and the script
 * records its exit code. Each has a process group, which may hold a launcher and what that started.
 */
final class BatchScript {
  /** The file of the job's id, in the run's directory. */
  static final String JOB_FILE = ".touchpaper-job";

  /** The file of the exit code, in the run's directory. */
  static final String EXIT_FILE = ".touchpaper-exit";

  /** The file of a relay's output, in the run's directory. */
  static final String RELAY_OUTPUT_FILE = "relay.out";

  /** The file of the exit code of a relay that failed, in the run's directory. */
  static final String RELAY_EXIT_FILE = ".touchpaper-relay-exit";

  /** The variables of the numbers that the job got. */
  private static final String NODES = "touchpaper_nodes";

  private static final String PROCESSES = "touchpaper_processes";

  /** A relay may print what its viewers received; then it is killed. */
  private static final String RELAY_END =
      """
      kill -TERM -- "-$touchpaper_relay" 2>/dev/null
      for _ in {1..50}; do kill -0 -- "-$touchpaper_relay" 2>/dev/null || break; sleep 0.1; done
      kill -KILL -- "-$touchpaper_relay" 2>/dev/null\
      """;

  private BatchScript() {}

  static String of(Run run) {
    var job = run.job();
    return """
    #!/bin/bash
    set -m
    child=
    trap '' PIPE
    trap 'if [ -n "$child" ]; then kill -%1$s -- "-$child"; fi' TERM
    umask 022
    if [ "$(id -u)" = 0 ] || [ "$(id -g)" = 0 ]; then echo 'refused: this would run as root'; exit 97; fi
    cd -- %2$s || exit 97
    if ! mkdir -- %3$s; then
      if [ -O %3$s ] && [ ! -L %3$s ]; then echo 'this run was started before; this copy does nothing'; exit 0; fi
      echo 'refused: the directory of this run belongs to another account'; exit 97
    fi
    cd -- %3$s || exit 97
    echo "$SLURM_JOB_ID" > %4$s
    if [ -n "$SLURM_NTASKS_PER_NODE" ]; then
      export SLURM_NTASKS=$((SLURM_JOB_NUM_NODES * SLURM_NTASKS_PER_NODE)); export SLURM_NPROCS=$SLURM_NTASKS
    fi
    %8$s=${SLURM_JOB_NUM_NODES:-%10$d}; %9$s=$((%8$s * %11$d))
    HOME=$(getent passwd "$(id -u)" | cut -d: -f6); export HOME
    %12$s
    %5$s
    %6$s &
    child=$!
    wait "$child"; code=$?
    while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done
    echo "$code" > %7$s.new && mv %7$s.new %7$s
    %13$s
    exit "$code"
    """
        .formatted(
            job.signal(),
            quoted(job.directory()),
            quoted(run.jobName()),
            JOB_FILE,
            job.environment().entrySet().stream()
                .map(variable -> "export " + variable.getKey() + "=" + quoted(variable.getValue()))
                .sorted()
                .collect(Collectors.joining("\n")),
            quotedWords(job.command()),
            EXIT_FILE,
            NODES,
            PROCESSES,
            job.nodes(),
            job.processesPerNode(),
            job.relay().isEmpty() ? "" : relayStart(job.relay()),
            job.relay().isEmpty() ? "" : RELAY_END);
  }

  /** The subshell outlives the signal that ends the relay, and knows by it that it was asked to. */
  private static String relayStart(List<JobArgumentTemplate> relay) {
    return """
    (
      ended=; trap 'ended=yes' TERM
      %s; code=$?
      if [ "$code" != 0 ] && [ -z "$ended" ]; then echo "$code" > %2$s.new && mv %2$s.new %2$s; fi
    ) > %3$s 2>&1 < /dev/null &
    touchpaper_relay=$!\
    """
        .formatted(quotedWords(relay), RELAY_EXIT_FILE, RELAY_OUTPUT_FILE);
  }

  private static String quotedWords(List<JobArgumentTemplate> words) {
    return words.stream().map(BatchScript::quoted).collect(Collectors.joining(" "));
  }

  /** The numbers stand outside the single quotes. */
  private static String quoted(JobArgumentTemplate text) {
    return new JobArgumentTemplate(quoted(text.text()), text.hasPlaceholders())
        .with("'\"$" + NODES + "\"'", "'\"$" + PROCESSES + "\"'");
  }

  /** Nothing is special between single quotes. */
  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
