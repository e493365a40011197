package org.touchpaper.harc.rm.backend.calendar;

import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Checks that the configured machine is the one whose nodes are assigned. With other settings
 * active bookings would have nodes that the machine does not have.
 */
final class MachineSettingsGuard {
  private final JdbcClient jdbc;

  MachineSettingsGuard(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  private record RecordedSettings(String name, String nodeName) {}

  /** The number of bookings with assigned nodes, and the nodes that the machine does not have. */
  private record AssignmentSummary(long bookings, List<String> missingNodes) {}

  /**
   * Verifies and records the machine's settings, in the database transaction that has locked the
   * machine.
   *
   * @throws IllegalStateException if assigned nodes are not this machine's, or have other names on
   *     it
   */
  void verifyAndRecord(Machine machine) {
    var assignments = summarizeAssignments(machine);
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
    if (!assignments.missingNodes().isEmpty()) {
      throw new IllegalStateException(
          ("bookings that have not ended (%d) of %s have nodes up to %s, but"
                  + " touchpaper.rm.calendar.nodes is %d: restore the setting until those have ended or"
                  + " are cancelled")
              .formatted(
                  assignments.bookings(),
                  machine.name(),
                  assignments.missingNodes().getLast(),
                  machine.nodeCount()));
    }
  }

  private Optional<RecordedSettings> findRecorded() {
    return jdbc.sql("select name, node_name from machine_settings")
        .query((row, _) -> new RecordedSettings(row.getString("name"), row.getString("node_name")))
        .optional();
  }

  private AssignmentSummary summarizeAssignments(Machine machine) {
    return jdbc.sql(
            "select count(distinct booking_id) as bookings, coalesce(array_agg(distinct node order by node)"
                + " filter (where node <> all(?)), '{}') as missing from node_assignment")
        .param(machine.nodes().toArray(String[]::new))
        .query((row, _) ->
            new AssignmentSummary(
                row.getLong("bookings"), List.of((String[]) row.getArray("missing").getArray())))
        .single();
  }
}
