package org.touchpaper.harc.rm.backend.calendar;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Records that the directory of allocation files has existed. */
final class AllocationDirectoryMarker {
  private final JdbcClient jdbc;

  AllocationDirectoryMarker(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  boolean isSet() {
    return jdbc.sql("select exists (select from allocation_directory where only_row)")
        .query(Boolean.class)
        .single();
  }

  void set() {
    jdbc.sql("insert into allocation_directory default values on conflict (only_row) do nothing")
        .update();
  }
}
