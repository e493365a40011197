package org.touchpaper.harc.rm.slurm;

import java.util.ArrayList;
import java.util.List;
import org.touchpaper.harc.rm.slurm.PromisedNodes.Promise;
import org.touchpaper.segment.connection.Schedule;

/**
 * What a booking is to become.
 *
 * @param ident the booking
 * @param transaction the transaction that holds the modification
 * @param nodes the nodes' names
 * @param schedule when, in whole seconds
 */
record Amendment(String ident, String transaction, List<String> nodes, Schedule schedule) {
  Amendment {
    nodes = List.copyOf(nodes);
  }

  /** Some nodes for some time. */
  record Piece(List<String> nodes, Schedule schedule) {
    List<Promise> promises() {
      return nodes.stream().map(node -> new Promise(node, schedule)).toList();
    }
  }

  /** What it needs beyond what the booking has: never the same node twice at one time. */
  List<Piece> beyond(Booking has) {
    var pieces = new ArrayList<Piece>();
    var kept = nodes.stream().filter(has.nodes()::contains).toList();
    var more = nodes.stream().filter(node -> !has.nodes().contains(node)).toList();
    if (!more.isEmpty()) {
      pieces.add(new Piece(more, schedule));
    }
    if (!kept.isEmpty()) {
      schedule.without(has.schedule()).forEach(time -> pieces.add(new Piece(kept, time)));
    }
    return pieces;
  }
}
