package org.touchpaper.harc.rm.slurm;

import java.util.List;
import org.touchpaper.segment.connection.Schedule;

/**
 * A job that holds nodes: Slurm reserves them for nobody else before its time limit has come.
 *
 * @param reservation in which it runs; empty if in none
 * @param nodes where it runs
 * @param limit from its start to its time limit; to the end of time without one
 */
record SlurmJob(String reservation, List<String> nodes, Schedule limit) {
  SlurmJob {
    nodes = List.copyOf(nodes);
  }
}
