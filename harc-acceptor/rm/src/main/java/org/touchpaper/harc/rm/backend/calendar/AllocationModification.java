package org.touchpaper.harc.rm.backend.calendar;

import java.util.List;
import org.touchpaper.segment.connection.Schedule;

/**
 * What an allocation becomes if the transaction that holds the change commits.
 *
 * @param bookingId the booking's id
 * @param transaction the HARC transaction that holds the change
 * @param nodes the nodes' numbers, from 1
 * @param schedule when
 */
record AllocationModification(
    String bookingId, String transaction, List<Integer> nodes, Schedule schedule) {
  AllocationModification {
    nodes = List.copyOf(nodes);
  }
}
