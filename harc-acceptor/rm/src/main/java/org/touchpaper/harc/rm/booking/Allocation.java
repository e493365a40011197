package org.touchpaper.harc.rm.booking;

import java.util.ArrayList;
import java.util.List;
import org.touchpaper.segment.connection.Schedule;

/**
 * What a booking has, and when.
 *
 * @param items the names of the nodes, or the name of the unit
 * @param amount the number of nodes, or the amount of the unit
 */
public record Allocation(List<String> items, int amount, Schedule schedule) {
  public Allocation {
    items = List.copyOf(items);
  }

  public static Allocation ofNodes(List<String> nodes, Schedule schedule) {
    return new Allocation(nodes, nodes.size(), schedule);
  }

  /** What this has in addition to the other: no node twice at one time. */
  List<Allocation> beyond(Allocation other) {
    var pieces = new ArrayList<Allocation>();
    var kept = items.stream().filter(other.items::contains).toList();
    var added = items.stream().filter(node -> !other.items.contains(node)).toList();
    if (!added.isEmpty()) {
      pieces.add(ofNodes(added, schedule));
    }
    if (!kept.isEmpty()) {
      schedule.minus(other.schedule).forEach(period -> pieces.add(ofNodes(kept, period)));
    }
    return pieces;
  }
}
