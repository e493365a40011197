package org.touchpaper.bench.rest;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;

/**
 * Copies of the rows that some bookings have in one table.
 *
 * @param haveEnded whether the bookings have ended, or are in the future
 * @param table with its schema
 * @param originals the table that the rows are copied from
 * @param replacements an SQL expression for each text that is not copied as it is
 */
record TableRowCopier(
    boolean haveEnded, String table, String originals, Map<String, String> replacements) {

  private static final String COLUMNS =
      """
      SELECT column_name, CASE data_type WHEN 'ARRAY' THEN substr(udt_name, 2) || '[]' ELSE udt_name END
        FROM information_schema.columns
       WHERE table_schema || '.' || table_name = ? AND is_generated = 'NEVER' AND is_identity = 'NO'
         AND coalesce(column_default, '') !~ '^(nextval|pg_current_xact_id)'
       ORDER BY ordinal_position
      """;

  /** A transaction's request has a digest of all its texts except its id. */
  private static final String WITH_DIGEST = "request";

  /** Continues the numbers of a ledger's changes, which have no gaps. */
  private static final String NEXT_VERSION =
      "(SELECT version FROM ledger_resource WHERE id = o.resource)"
          + " + row_number() OVER (PARTITION BY o.resource ORDER BY n, o.version)";

  private static final String LAST_VERSION =
      """
      UPDATE ledger_resource SET version = entry.last
        FROM (SELECT resource, max(version) AS last FROM ledger_entry GROUP BY resource) AS entry
       WHERE entry.resource = ledger_resource.id
      """;

  private boolean isLedgerEntry() {
    return table.endsWith(".ledger_entry");
  }

  void insert(Connection connection, int first, int last, Duration spacing) throws SQLException {
    var names = new ArrayList<String>();
    var values = new ArrayList<String>();
    try (var columns = connection.prepareStatement(COLUMNS)) {
      columns.setString(1, table);
      try (var column = columns.executeQuery()) {
        while (column.next()) {
          names.add(column.getString(1));
          values.add(value(connection, column.getString(1), column.getString(2)));
        }
      }
    }
    try (var statement = connection.createStatement()) {
      statement.executeUpdate(
          "INSERT INTO %s (%s) SELECT %s FROM %s o, generate_series(%d, %d) n, LATERAL (SELECT n * interval '%d seconds') shift(by)"
              .formatted(
                  table,
                  String.join(", ", names),
                  String.join(", ", values),
                  originals,
                  first,
                  last,
                  spacing.toSeconds()));
      if (isLedgerEntry()) {
        statement.executeUpdate(LAST_VERSION);
      }
    }
  }

  private String value(Connection connection, String column, String type) throws SQLException {
    var original = "o." + column;
    if (isLedgerEntry() && column.equals("version")) {
      return NEXT_VERSION;
    }
    if (column.equals(WITH_DIGEST)) {
      return "jsonb_set(%s::jsonb, '{record,id}', (%s)::jsonb #> '{record,id}')::text"
          .formatted(original, replaceTexts(connection, column));
    }
    return switch (type) {
      case "uuid" -> "md5(%s::text || n)::uuid".formatted(original);
      // what was done for a booking in the future is not later for its copy
      case "timestamptz" ->
          "CASE WHEN by < interval '0' OR %1$s > now() THEN %1$s + by ELSE %1$s END"
              .formatted(original);
      case "tstzrange" -> "tstzrange(lower(%1$s) + by, upper(%1$s) + by)".formatted(original);
      case "text", "text[]", "jsonb" -> "%s::%s".formatted(replaceTexts(connection, column), type);
      default -> original;
    };
  }

  private String replaceTexts(Connection connection, String column) throws SQLException {
    var value = "o.%s::text".formatted(column);
    try (var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT coalesce(string_agg(%s::text, ' '), '') FROM %s"
                    .formatted(column, originals))) {
      row.next();
      var texts = row.getString(1);
      for (var replacement : replacements.entrySet()) {
        if (texts.contains(replacement.getKey())) {
          value =
              "replace(%s, '%s', %s)"
                  .formatted(value, replacement.getKey(), replacement.getValue());
        }
      }
    }
    return value;
  }
}
