package org.touchpaper.harc.rm.calendar;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Whether the directory of allocation files has ever been there. */
final class DirectoryOnRecord {
  private final JdbcClient jdbc;

  DirectoryOnRecord(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  boolean hasBeenThere() {
    return jdbc.sql("select exists (select from allocation_directory where only_row)")
        .query(Boolean.class)
        .single();
  }

  void isThere() {
    jdbc.sql("insert into allocation_directory default values on conflict (only_row) do nothing")
        .update();
  }
}
