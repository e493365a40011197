package org.touchpaper.harc.rm.run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RunState;

/**
 * What launches the jobs of runs on a machine. All operations are idempotent; one whose outcome is
 * unknown throws {@link org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException} and is
 * repeated. A job is identified by its run's name, its account and, once known, its id, all of
 * which are compared before a job is touched.
 */
public interface JobLauncher {

  /**
   * Why nothing can be launched under that account; empty if it can. Asked before the vote,
   * possibly in a database transaction: it must be quick.
   */
  Optional<String> problem(String account);

  /** Returns false while the machine answers no request at all, so that its jobs are not known. */
  boolean isAnswering();

  /** Returns true if jobs can be submitted before their booking starts. */
  boolean startsBySchedule();

  /** Submits the job of a run of which {@link #find} and {@link #progress} know nothing. */
  Submission submit(Run run, RunBooking booking);

  /** The run's job; empty if the machine does not know it, or no longer. */
  Optional<Job> find(Run run);

  /** What the job itself has left in the run's directory. */
  Progress progress(Run run);

  /** Sends the run's signal to its job. */
  void signal(Run run);

  /** Ends every job of the run that has not ended. */
  void cancel(Run run);

  /**
   * Adapts a submitted job to its booking, as far as the machine can; returns the machine's
   * refusal, if any.
   */
  Optional<String> adjust(Run run, RunBooking booking);

  /** The result of a submission. */
  sealed interface Submission {
    /** There is a job. */
    record Submitted(String jobId) implements Submission {}

    /** There is none, for that reason. */
    record Refused(String reason) implements Submission {}
  }

  /**
   * A job as the machine reports it.
   *
   * @param state never {@link RunState#NEW}
   * @param nodes empty until it is started
   * @param startedAt when it was started by the machine's clock; null if it was not, or the machine
   *     does not tell
   * @param exitCode null until it has ended
   * @param reason why it waits or failed; null if the machine gives no reason
   * @param isDetached true if it waits and has lost its reservation
   */
  record Job(
      String id,
      RunState state,
      List<String> nodes,
      @Nullable Instant startedAt,
      @Nullable Integer exitCode,
      @Nullable String reason,
      boolean isDetached) {
    public Job {
      nodes = List.copyOf(nodes);
    }

    /** The same with a reason, if the machine gives none. */
    public Job withReason(String other) {
      return new Job(
          id, state, nodes, startedAt, exitCode, reason == null ? other : reason, isDetached);
    }
  }

  /**
   * What a job has left behind.
   *
   * @param isStarted true if there is a start marker
   * @param exitCode null if it has not recorded one
   * @param output the last lines of its output
   */
  record Progress(boolean isStarted, @Nullable Integer exitCode, List<String> output) {
    public static final Progress NONE = new Progress(false, null, List.of());

    public Progress {
      output = List.copyOf(output);
    }
  }
}
