package org.touchpaper.lab.result;

import java.util.List;

/**
 * A run that the product launched in a booking of lightpath and nodes.
 *
 * @param booking its id
 * @param states through which it went, with those of its parts
 * @param path what the path check found before the viewer connected
 * @param jobEnded whether the job was gone after the booking's end
 * @param pathEnded whether packets passed until then, and no longer
 */
public record BookedRun(
    String booking,
    List<String> states,
    String jobId,
    List<String> nodes,
    String endpoint,
    PathCheckSummary path,
    boolean jobEnded,
    boolean pathEnded) {

  public BookedRun {
    states = List.copyOf(states);
    nodes = List.copyOf(nodes);
  }
}
