package org.touchpaper.harc.rm.backend.calendar;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Checks that the configured machine is the one whose nodes are assigned. Nodes are stored by their
 * numbers: with other settings a number would denote another node, or none, and active allocations
 * would look as if a third party had changed them.
 */
final class MachineSettingsGuard {
  private final JdbcClient jdbc;

  MachineSettingsGuard(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  private record RecordedSettings(String name, String nodeName) {}

  /** The number of bookings with assigned nodes, and the highest node number. */
  private record AssignmentSummary(long bookings, int highestNode) {}

  /**
   * Verifies and records the machine's settings, in the database transaction that has locked the
   * machine.
   *
   * @throws IllegalStateException if assigned nodes are not this machine's, or have other names on
   *     it
   */
  void verifyAndRecord(Machine machine) {
    var assignments = summarizeAssignments();
    if (assignments.bookings() > 0) {
      findRecorded().ifPresent(recorded -> refuseOtherMachine(machine, recorded, assignments));
      refuseSmallerMachine(machine, assignments);
    }
    jdbc.sql(
            "insert into machine_settings (name, node_name) values (?, ?) on conflict (only_row)"
                + " do update set name = excluded.name, node_name = excluded.node_name")
        .param(machine.name())
        .param(machine.nodeName())
        .update();
  }

  private static void refuseOtherMachine(
      Machine machine, RecordedSettings recorded, AssignmentSummary assignments) {
    if (!recorded.equals(new RecordedSettings(machine.name(), machine.nodeName()))) {
      throw new IllegalStateException(
          ("bookings in this database that have not ended (%d) have nodes of %s, named %s, but"
                  + " touchpaper.rm.calendar.cluster and node-name are %s and %s: restore the settings"
                  + " until those have ended or are cancelled, or give %s its own database")
              .formatted(
                  assignments.bookings(),
                  recorded.name(),
                  recorded.nodeName(),
                  machine.name(),
                  machine.nodeName(),
                  machine.name()));
    }
  }

  private static void refuseSmallerMachine(Machine machine, AssignmentSummary assignments) {
    if (assignments.highestNode() > machine.nodeCount()) {
      throw new IllegalStateException(
          ("bookings that have not ended (%d) of %s have nodes up to number %d, but"
                  + " touchpaper.rm.calendar.nodes is %d: restore the setting until those have ended or"
                  + " are cancelled")
              .formatted(
                  assignments.bookings(),
                  machine.name(),
                  assignments.highestNode(),
                  machine.nodeCount()));
    }
  }

  private Optional<RecordedSettings> findRecorded() {
    return jdbc.sql("select name, node_name from machine_settings")
        .query((row, _) -> new RecordedSettings(row.getString("name"), row.getString("node_name")))
        .optional();
  }

  private AssignmentSummary summarizeAssignments() {
    return jdbc.sql(
            "select count(distinct booking_id) as bookings, coalesce(max(node), 0) as highest"
                + " from node_assignment")
        .query((row, _) -> new AssignmentSummary(row.getLong("bookings"), row.getInt("highest")))
        .single();
  }
}
