package org.touchpaper.harc.rm.backend.slurm.client;

import java.util.List;
import org.touchpaper.segment.connection.Schedule;

/**
 * A job that occupies nodes: Slurm reserves them for nobody else until the job's time limit.
 *
 * @param reservation the reservation it runs in; empty for none
 * @param nodes the nodes it runs on
 * @param limit from its start to its time limit; without one, to the end of time
 */
public record SlurmJob(String reservation, List<String> nodes, Schedule limit) {
  public SlurmJob {
    nodes = List.copyOf(nodes);
  }
}
