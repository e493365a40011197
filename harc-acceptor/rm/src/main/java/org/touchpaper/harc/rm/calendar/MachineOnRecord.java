package org.touchpaper.harc.rm.calendar;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Which machine the nodes are of that are promised: they are on record by their numbers. Under
 * other settings the numbers would mean nodes that nobody was told of, or none at all, and what is
 * up would look as if somebody had changed it.
 */
final class MachineOnRecord {
  private final JdbcClient jdbc;

  MachineOnRecord(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  private record Known(String name, String nodeName) {}

  /** Of so many bookings nodes are promised, up to that number. */
  private record Promised(long bookings, int highestNode) {}

  /**
   * From here on this is the machine; in the database transaction that has locked it.
   *
   * @throws IllegalStateException if nodes are promised that are not this machine's, or have other
   *     names on it
   */
  void expect(Machine machine) {
    var promised = promised();
    if (promised.bookings() > 0) {
      known().ifPresent(known -> refuseAnother(machine, known, promised));
      refuseASmaller(machine, promised);
    }
    jdbc.sql(
            "insert into machine_on_record (name, node_name) values (?, ?) on conflict (only_row)"
                + " do update set name = excluded.name, node_name = excluded.node_name")
        .param(machine.name())
        .param(machine.nodeName())
        .update();
  }

  private static void refuseAnother(Machine machine, Known known, Promised promised) {
    if (!known.equals(new Known(machine.name(), machine.nodeName()))) {
      throw new IllegalStateException(
          ("bookings of this database that are not over (%d) have nodes of %s, called %s."
                  + " touchpaper.rm.calendar.cluster and node-name are %s and %s now: set them back until"
                  + " those have ended or are cancelled, or give %s a database of its own")
              .formatted(
                  promised.bookings(),
                  known.name(),
                  known.nodeName(),
                  machine.name(),
                  machine.nodeName(),
                  machine.name()));
    }
  }

  private static void refuseASmaller(Machine machine, Promised promised) {
    if (promised.highestNode() > machine.nodeCount()) {
      throw new IllegalStateException(
          ("bookings that are not over (%d) of %s have nodes up to number %d."
                  + " touchpaper.rm.calendar.nodes is %d now: set it back until those have ended or are"
                  + " cancelled")
              .formatted(
                  promised.bookings(),
                  machine.name(),
                  promised.highestNode(),
                  machine.nodeCount()));
    }
  }

  private Optional<Known> known() {
    return jdbc.sql("select name, node_name from machine_on_record")
        .query((row, _) -> new Known(row.getString("name"), row.getString("node_name")))
        .optional();
  }

  private Promised promised() {
    return jdbc.sql(
            "select count(distinct ident) as bookings, coalesce(max(node), 0) as highest"
                + " from promised_node")
        .query((row, _) -> new Promised(row.getLong("bookings"), row.getInt("highest")))
        .single();
  }
}
