package org.touchpaper.bench.pages;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Fills a BAR's database with copies of the bookings that it has. */
final class BookingCopier {

  private static final String COLUMNS =
      """
      SELECT string_agg(column_name, ',' ORDER BY ordinal_position) FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = ? AND is_generated = 'NEVER'
      """;

  private static final String OLDEST =
      "(SELECT oldest FROM %1$s AS oldest WHERE description NOT LIKE 'copy %%' ORDER BY created_at LIMIT 1)";

  private BookingCopier() {}

  /**
   * Stores bookings every five minutes, nine of ten in the past: as many co-allocations as
   * lightpaths alone, each a copy of the oldest.
   */
  static void store(Connection database, int count) throws SQLException {
    copy(database, count / 2, "co_allocation", "id", "state", "owner_name");
    copy(database, count - count / 2, "reservation", "connection_id", "phase", "owner");
    copyRowsOfLightpaths(database, "revision");
    copyRowsOfLightpaths(database, "segment_hold");
    try (var statement = database.createStatement()) {
      statement.execute("VACUUM ANALYZE");
    }
  }

  /** Finds the co-allocation that the copies are made of. */
  static String findOldest(Connection database) throws SQLException {
    try (var statement = database.createStatement();
        var row =
            statement.executeQuery("SELECT id FROM co_allocation ORDER BY created_at LIMIT 1")) {
      row.next();
      return row.getString(1);
    }
  }

  private static List<String> columnsOf(Connection database, String table) throws SQLException {
    try (var statement = database.prepareStatement(COLUMNS)) {
      statement.setString(1, table);
      try (var row = statement.executeQuery()) {
        row.next();
        return List.of(row.getString(1).split(","));
      }
    }
  }

  private static void copy(
      Connection database, int count, String table, String id, String state, String owner)
      throws SQLException {
    // nothing is due for a copy, so that the services do no work for it
    var overrides =
        """
        jsonb_build_object(
          '%1$s', gen_random_uuid(), '%2$s', CASE WHEN starts < now() THEN 'ENDED' ELSE 'COMMITTED' END,
          'description', 'copy ' || n, '%3$s', CASE WHEN n %% 10 = 0 THEN 'scientist' ELSE 'person-' || n %% 50 END,
          'created_at', least(starts, now()), 'start_time', starts, 'end_time', starts + interval '30 minutes',
          'not_before', starts, 'not_after', starts + interval '30 minutes',
          'idempotency_key', null, 'due_at', null, 'path_check_due_at', null)
        """
            .formatted(id, state, owner);
    insert(
        database,
        table,
        """
        generate_series(1, %1$d) AS n,
        LATERAL (SELECT now() + (n - %1$d * 0.9) * interval '5 minutes') AS t(starts),
        LATERAL jsonb_populate_record(%2$s, %3$s) AS copied
        """
            .formatted(count, OLDEST.formatted(table), overrides));
  }

  /** Copies what a lightpath has in another table. */
  private static void copyRowsOfLightpaths(Connection database, String table) throws SQLException {
    insert(
        database,
        table,
        """
        reservation, %1$s AS original,
        LATERAL jsonb_populate_record(
          original,
          jsonb_build_object(
            'connection_id', reservation.connection_id, 'segment_id', gen_random_uuid(),
            'start_time', reservation.start_time, 'end_time', reservation.end_time)) AS copied
        WHERE reservation.description LIKE 'copy %%' AND original.connection_id = (%2$s).connection_id
        """
            .formatted(table, OLDEST.formatted("reservation")));
  }

  private static void insert(Connection database, String table, String copied) throws SQLException {
    var columns = columnsOf(database, table);
    try (var statement = database.createStatement()) {
      statement.executeUpdate(
          "INSERT INTO %s (%s) SELECT %s FROM %s"
              .formatted(
                  table,
                  String.join(", ", columns),
                  columns.stream()
                      .map(column -> "copied." + column)
                      .collect(Collectors.joining(", ")),
                  copied));
    }
  }
}
