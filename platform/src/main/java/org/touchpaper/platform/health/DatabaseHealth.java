package org.touchpaper.platform.health;

import java.sql.SQLException;
import javax.sql.DataSource;

/** Whether the database answers. */
final class DatabaseHealth implements HealthPart {

  private final DataSource database;

  DatabaseHealth(DataSource database) {
    this.database = database;
  }

  @Override
  public String name() {
    return "database";
  }

  @Override
  public Health look() {
    try (var connection = database.getConnection()) {
      return connection.isValid(1) ? Health.up("answers") : Health.waiting("does not answer");
    } catch (SQLException e) {
      return Health.waiting("cannot be reached");
    }
  }
}
