package org.touchpaper.harc.rm.backend.slurm.job;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmAccessSettings;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmCommands;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdAccess;
import org.touchpaper.harc.rm.run.JobLauncher.Submission;

/**
 * Requests to slurmctld about batch jobs. Without a usable answer {@link
 * org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException} is thrown, and the effect is
 * unknown.
 */
public interface SlurmJobController {

  /**
   * The implementation for that access.
   *
   * @param slurm tells whether slurmctld answers
   */
  static SlurmJobController of(SlurmAccessSettings access, SlurmController slurm, Clock clock) {
    return switch (access) {
      case SlurmCommands commands -> new CommandJobController(commands, slurm);
      case SlurmrestdAccess rest -> new SlurmrestdJobController(rest, clock);
    };
  }

  /** Submits it under its account, never with root's rights. */
  Submission submit(BatchJob job);

  /** The ids of all jobs with that name and account, the oldest first. */
  List<String> listIds(String name, String account);

  /** The job with that id; empty if Slurm does not know it, or no longer. */
  Optional<BatchJobStatus> find(String id);

  /** Sends TERM to its batch shell, if id, name and account all match. */
  void terminate(String id, String name, String account);

  /** Ends it, if id, name and account all match. */
  void cancel(String id, String name, String account);

  /**
   * Changes a job that waits; returns Slurm's refusal, if any.
   *
   * @param processes on all nodes together
   * @param minutes its time limit
   * @param begin before which it does not start
   */
  Optional<String> reshape(String id, int nodes, int processes, long minutes, Instant begin);

  /** Changes its time limit; returns Slurm's refusal, if any. */
  Optional<String> limit(String id, long minutes);

  /**
   * Puts a detached job into that reservation, and lets it start; returns Slurm's refusal, if any.
   */
  Optional<String> attach(String id, String reservation);
}
