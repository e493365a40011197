package org.touchpaper.harc.rm.backend.slurm;

import java.util.ArrayList;
import java.util.List;
import org.touchpaper.harc.rm.backend.slurm.SlurmNodeAssignments.NodeAssignment;
import org.touchpaper.segment.connection.Schedule;

/**
 * What a booking becomes if the transaction that holds the modification commits.
 *
 * @param bookingId the booking's id
 * @param transaction the transaction that holds the modification
 * @param nodes the nodes' names
 * @param schedule when, in whole seconds
 */
record SlurmBookingModification(
    String bookingId, String transaction, List<String> nodes, Schedule schedule) {
  SlurmBookingModification {
    nodes = List.copyOf(nodes);
  }

  /** Nodes for a period. */
  record NodePeriod(List<String> nodes, Schedule schedule) {
    List<NodeAssignment> assignments() {
      return nodes.stream().map(node -> new NodeAssignment(node, schedule)).toList();
    }
  }

  /** The pieces that it needs in addition to the booking; no node twice at one time. */
  List<NodePeriod> piecesBeyond(SlurmBooking booking) {
    var pieces = new ArrayList<NodePeriod>();
    var kept = nodes.stream().filter(booking.nodes()::contains).toList();
    var added = nodes.stream().filter(node -> !booking.nodes().contains(node)).toList();
    if (!added.isEmpty()) {
      pieces.add(new NodePeriod(added, schedule));
    }
    if (!kept.isEmpty()) {
      schedule
          .minus(booking.schedule())
          .forEach(period -> pieces.add(new NodePeriod(kept, period)));
    }
    return pieces;
  }
}
