package org.touchpaper.bench.rest;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Copies of bookings in the database of one service. An id is copied to the hash of itself and the
 * copy's number, so that the copies in different databases name each other as their originals do.
 */
final class DatabaseRowCopier implements AutoCloseable {

  private static final Pattern UUID =
      Pattern.compile("\\b\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\b");

  /** Events are kept for some days, and read by all subscribers. */
  private static final Set<String> NOT_COPIED = Set.of("event", "flyway_schema_history");

  private final Connection connection;
  private final List<String> tables;
  private final List<TableRowCopier> copies = new ArrayList<>();

  DatabaseRowCopier(Connection connection) throws SQLException {
    this.connection = connection;
    try (var statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica"); // a copy needs no checks
      statement.execute("SET timezone = 'UTC'");
    }
    this.tables =
        list(
                """
                SELECT table_schema || '.' || table_name FROM information_schema.tables
                 WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'network_rm') ORDER BY 1
                """)
            .stream()
            .filter(table -> !NOT_COPIED.contains(table.replaceFirst(".*\\.", "")))
            .toList();
  }

  private List<String> list(String query) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      var values = new ArrayList<String>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    }
  }

  private static String containsAny(Set<String> ids) {
    return ids.stream()
        .map(id -> "to_jsonb(t)::text LIKE '%" + id + "%'")
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  /** All ids in rows that contain one of some ids. */
  Set<String> findIdsBeside(Set<String> ids) throws SQLException {
    var found = new HashSet<String>();
    for (var table : tables) {
      for (var row :
          list("SELECT to_jsonb(t)::text FROM %s t WHERE %s".formatted(table, containsAny(ids)))) {
        UUID.matcher(row).results().forEach(match -> found.add(match.group()));
      }
    }
    return found;
  }

  /**
   * Keeps the present rows of bookings, which are copied.
   *
   * @param haveEnded whether they have ended, or are in the future
   * @param ids all ids of the bookings
   * @param instants where they start and end
   */
  void keepOriginals(boolean haveEnded, Set<String> ids, Set<Instant> instants)
      throws SQLException {
    var replacements = new HashMap<String, String>();
    for (var id : ids) {
      replacements.put(id, "md5('%s' || n)::uuid::text".formatted(id));
    }
    for (var instant : instants) {
      replacements.put(
          instant.toString(),
          "to_char(timestamptz '%s' + by, 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')".formatted(instant));
    }
    for (var table : tables) {
      var originals = "original_%s_%s".formatted(haveEnded, table.replace('.', '_'));
      try (var statement = connection.createStatement()) {
        var rows =
            statement.executeUpdate(
                "CREATE TEMPORARY TABLE %s AS SELECT * FROM %s t WHERE %s"
                    .formatted(originals, table, rowsOf(haveEnded, ids, table)));
        if (rows > 0) {
          copies.add(new TableRowCopier(haveEnded, table, originals, replacements));
        }
      }
    }
  }

  private static String rowsOf(boolean haveEnded, Set<String> ids, String table) {
    return switch (table.replaceFirst(".*\\.", "")) {
      // the changes of a ledger name no booking
      case "ledger_entry" -> haveEnded ? "starts_at <= now()" : "starts_at > now()";
      // nothing is due for a booking that has ended
      case "scheduled_tasks" -> haveEnded ? "false" : containsAny(ids);
      default -> containsAny(ids);
    };
  }

  /** Stores copies; that with number n is n times the spacing later than its original. */
  void copy(boolean haveEnded, int first, int last, Duration spacing) throws SQLException {
    connection.setAutoCommit(false);
    for (var table : copies) {
      if (table.haveEnded() == haveEnded) {
        table.insert(connection, first, last, spacing);
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  void analyze() throws SQLException {
    try (var statement = connection.createStatement()) {
      for (var table : tables) {
        statement.execute("VACUUM ANALYZE " + table);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
