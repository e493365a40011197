package org.touchpaper.segment.provider;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Schedule;

/** How values of the field lie in columns: instants in UTC, schedules as two of them, lists. */
final class Columns {

  private Columns() {}

  static OffsetDateTime time(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  static @Nullable OffsetDateTime timeOrNull(@Nullable Instant instant) {
    return instant == null ? null : time(instant);
  }

  static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    var time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  static @Nullable Schedule schedule(ResultSet row, String starts, String ends)
      throws SQLException {
    var from = instant(row, starts);
    var to = instant(row, ends);
    return from == null || to == null ? null : new Schedule(from, to);
  }

  static List<String> texts(ResultSet row, String column) throws SQLException {
    Array array = row.getArray(column);
    return array == null ? List.of() : List.of((String[]) array.getArray());
  }

  static String[] array(List<String> texts) {
    return texts.toArray(String[]::new);
  }
}
