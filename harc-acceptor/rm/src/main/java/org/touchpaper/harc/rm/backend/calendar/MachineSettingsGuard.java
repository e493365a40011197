package org.touchpaper.harc.rm.backend.calendar;

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

  /**
   * Verifies and records the machine's settings, in the database transaction that has locked the
   * machine.
   *
   * @throws IllegalStateException if assigned nodes are not this machine's, or have other names on
   *     it
   */
  void verifyAndRecord(Machine machine) {
    var bookings =
        jdbc.sql("select count(distinct booking_id) from node_assignment")
            .query(Long.class)
            .single();
    if (bookings > 0) {
      refuseOtherMachine(machine, bookings);
      refuseSmallerMachine(machine, bookings);
    }
    jdbc.sql(
            "insert into machine_settings (name, node_name) values (?, ?) on conflict (only_row)"
                + " do update set name = excluded.name, node_name = excluded.node_name")
        .param(machine.name())
        .param(machine.nodeName())
        .update();
  }

  private void refuseOtherMachine(Machine machine, long bookings) {
    jdbc.sql(
            "select name, node_name from machine_settings"
                + " where only_row and (name, node_name) <> (?, ?)")
        .param(machine.name())
        .param(machine.nodeName())
        .query((row, _) -> new RecordedSettings(row.getString("name"), row.getString("node_name")))
        .optional()
        .ifPresent(recorded -> {
          throw new IllegalStateException(
              ("bookings in this database that have not ended (%d) have nodes of %s, named %s, but"
                      + " touchpaper.rm.calendar.cluster and node-name are %s and %s: restore the settings"
                      + " until those have ended or are cancelled, or give %s its own database")
                  .formatted(
                      bookings,
                      recorded.name(),
                      recorded.nodeName(),
                      machine.name(),
                      machine.nodeName(),
                      machine.name()));
        });
  }

  private void refuseSmallerMachine(Machine machine, long bookings) {
    jdbc.sql("select max(node) from node_assignment where node <> all(?) having count(*) > 0")
        .param(machine.nodes().toArray(String[]::new))
        .query(String.class)
        .optional()
        .ifPresent(node -> {
          throw new IllegalStateException(
              ("bookings that have not ended (%d) of %s have nodes up to %s, but"
                      + " touchpaper.rm.calendar.nodes is %d: restore the setting until those have ended or"
                      + " are cancelled")
                  .formatted(bookings, machine.name(), node, machine.nodeCount()));
        });
  }
}
