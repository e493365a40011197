package org.touchpaper.bench.rest;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * An exclusion constraint of a table.
 *
 * @param table with its schema
 * @param definition what follows its name in SQL
 */
record ExclusionConstraint(String table, String name, String definition) {

  private static final String LIST =
      """
      SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE contype = 'x' AND conparentid = 0
      """;

  static List<ExclusionConstraint> list(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(LIST)) {
      var constraints = new ArrayList<ExclusionConstraint>();
      while (rows.next()) {
        constraints.add(
            new ExclusionConstraint(rows.getString(1), rows.getString(2), rows.getString(3)));
      }
      return List.copyOf(constraints);
    }
  }

  void drop(Connection connection) throws SQLException {
    execute(connection, "DROP CONSTRAINT " + name);
  }

  void add(Connection connection) throws SQLException {
    execute(connection, "ADD CONSTRAINT %s %s".formatted(name, definition));
  }

  private void execute(Connection connection, String change) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("ALTER TABLE %s %s".formatted(table, change));
    }
  }
}
