package org.touchpaper.segment.persistence;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Schedule;

/** Maps values to columns: instants in UTC, schedules as two columns, lists as arrays. */
public final class ColumnMapping {

  private ColumnMapping() {}

  public static OffsetDateTime toColumn(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  static @Nullable public OffsetDateTime toColumnOrNull(@Nullable Instant instant) {
    return instant == null ? null : toColumn(instant);
  }

  static @Nullable public Instant instant(ResultSet row, String column) throws SQLException {
    var time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  static @Nullable public Schedule schedule(ResultSet row, String starts, String ends)
      throws SQLException {
    var from = instant(row, starts);
    var to = instant(row, ends);
    return from == null || to == null ? null : new Schedule(from, to);
  }

  public static List<String> strings(ResultSet row, String column) throws SQLException {
    Array array = row.getArray(column);
    return array == null ? List.of() : List.of((String[]) array.getArray());
  }

  public static String[] array(List<String> values) {
    return values.toArray(String[]::new);
  }
}
