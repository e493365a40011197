package org.touchpaper.bench.pages;

import java.sql.Connection;
import java.sql.SQLException;

/** Fills a BAR's database with copies of the bookings that it has. */
final class BookingCopies {

  private static final String COLUMNS =
      """
      SELECT string_agg(column_name, ', ') FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = ? AND is_generated = 'NEVER'
      """;

  private BookingCopies() {}

  /**
   * Stores bookings every five minutes, nine of ten in the past: as many co-allocations as
   * lightpaths alone, each a copy of the oldest.
   */
  static void store(Connection database, int count) throws SQLException {
    copy(database, count / 2, "co_allocation", "id", "state", "owner_name");
    copy(database, count - count / 2, "reservation", "connection_id", "phase", "owner");
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

  private static String columnsOf(Connection database, String table) throws SQLException {
    try (var statement = database.prepareStatement(COLUMNS)) {
      statement.setString(1, table);
      try (var row = statement.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }

  private static void copy(
      Connection database, int count, String table, String id, String state, String owner)
      throws SQLException {
    // nothing is due for a copy, so that the services do no work for it
    var copy =
        """
        INSERT INTO %1$s (%5$s)
        SELECT %5$s
          FROM generate_series(1, ?) AS n,
               LATERAL (SELECT now() + (n - ? * 0.9) * interval '5 minutes') AS t(starts),
               LATERAL jsonb_populate_record(
                 (SELECT original FROM %1$s AS original ORDER BY created_at LIMIT 1),
                 jsonb_build_object(
                   '%2$s', gen_random_uuid(), '%3$s', CASE WHEN starts < now() THEN 'ENDED' ELSE 'COMMITTED' END,
                   'description', 'copy ' || n, '%4$s', CASE WHEN n %% 10 = 0 THEN 'scientist' ELSE 'person-' || n %% 50 END,
                   'created_at', least(starts, now()), 'start_time', starts, 'end_time', starts + interval '30 minutes',
                   'idempotency_key', null, 'due_at', null, 'path_check_due_at', null)) AS copies
        """
            .formatted(table, id, state, owner, columnsOf(database, table));
    try (var statement = database.prepareStatement(copy)) {
      statement.setInt(1, count);
      statement.setInt(2, count);
      statement.executeUpdate();
    }
  }
}
