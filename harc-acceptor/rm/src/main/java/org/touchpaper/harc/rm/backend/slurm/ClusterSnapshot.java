package org.touchpaper.harc.rm.backend.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.touchpaper.harc.rm.backend.slurm.client.Recurrence;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmNode;
import org.touchpaper.harc.rm.booking.BookingRepository;
import org.touchpaper.harc.rm.booking.NodeCapacityTimetable;
import org.touchpaper.harc.rm.booking.NodeCapacityTimetable.BusyNode;
import org.touchpaper.segment.connection.Schedule;

/**
 * The state of Slurm's nodes: which are usable, and what others occupy.
 *
 * @param nodeCount the number of nodes, usable or not
 * @param usableNodes the names of the usable nodes
 * @param externalUses others' reservations and running jobs
 */
record ClusterSnapshot(int nodeCount, List<String> usableNodes, List<ExternalUse> externalUses) {
  ClusterSnapshot {
    usableNodes = List.copyOf(usableNodes);
    externalUses = List.copyOf(externalUses);
  }

  /** For transactions that need nothing of Slurm. */
  static final ClusterSnapshot EMPTY = new ClusterSnapshot(0, List.of(), List.of());

  /** A use by others, once or recurring. */
  record ExternalUse(List<String> nodes, Schedule nextSchedule, Recurrence recurrence) {
    List<BusyNode> assignments(Schedule window) {
      return recurrence.occurrences(nextSchedule, window).stream()
          .flatMap(during -> nodes.stream().map(node -> new BusyNode(node, during)))
          .toList();
    }
  }

  /** Reads it from Slurm, without what our own records cover. */
  static ClusterSnapshot fetch(Cluster cluster, SlurmController slurm, BookingRepository bookings) {
    var nodes =
        slurm.listNodes().stream()
            .filter(node ->
                cluster.partition().isEmpty() || node.partitions().contains(cluster.partition()))
            .toList();
    var reservations = slurm.listReservations();
    var jobs = slurm.listRunningJobs();
    var diff = ReservationBookingMatcher.of(cluster, bookings, reservations, jobs);
    var externalUses = new ArrayList<ExternalUse>();
    for (var reservation : reservations) {
      if (!diff.isOnRecord(reservation)) {
        externalUses.add(
            new ExternalUse(reservation.nodes(), reservation.schedule(), reservation.recurrence()));
      }
    }
    for (var job : jobs) {
      if (!diff.isOnRecord(job)) {
        externalUses.add(new ExternalUse(job.nodes(), job.limit(), Recurrence.NONE));
      }
    }
    var usableNodes = nodes.stream().filter(SlurmNode::isUsable).map(SlurmNode::name).toList();
    return new ClusterSnapshot(nodes.size(), usableNodes, externalUses);
  }

  /** The availability in a window, given our own assignments. */
  NodeCapacityTimetable availability(List<BusyNode> assignments, Schedule window) {
    var externalAssignments =
        externalUses.stream().flatMap(use -> use.assignments(window).stream());
    return new NodeCapacityTimetable(
        usableNodes, Stream.concat(externalAssignments, assignments.stream()).toList());
  }

  /** {@code ; 2 of 4 are down or drained}, for a refusal; empty if none is. */
  String unusableNote() {
    var count = nodeCount - usableNodes.size();
    return count == 0 ? "" : "; " + count + " of " + nodeCount + " are down or drained";
  }
}
