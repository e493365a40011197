package org.touchpaper.harc.rm.calendar;

import java.util.List;
import org.touchpaper.segment.connection.Schedule;

/**
 * What an allocation is to become if the transaction that holds the change is committed.
 *
 * @param ident the booking's name
 * @param transaction the HARC transaction that holds the change
 * @param nodes the nodes' numbers, from 1
 * @param schedule when
 */
record Amendment(String ident, String transaction, List<Integer> nodes, Schedule schedule) {
  Amendment {
    nodes = List.copyOf(nodes);
  }
}
