package org.touchpaper.harc.rm.backend.slurm.job;

import java.time.Instant;

/**
 * A batch job to submit.
 *
 * @param name its name, safe in every shell
 * @param account the account under which it runs
 * @param reservation the reservation in which it runs
 * @param directory where it starts and where its output goes
 * @param nodes how many nodes it has
 * @param processesPerNode from 1
 * @param coresPerProcess from 1
 * @param minutes its time limit
 * @param begin before which it does not start, even if it has lost its reservation
 * @param graceSeconds how long before the limit the batch shell gets TERM
 * @param script the batch script
 */
public record BatchJob(
    String name,
    String account,
    String reservation,
    String directory,
    int nodes,
    int processesPerNode,
    int coresPerProcess,
    long minutes,
    Instant begin,
    int graceSeconds,
    String script) {

  /** The file for its output, where Slurm puts the job's id for {@code %j}. */
  String output() {
    return directory + "/" + name + "-%j.out";
  }
}
