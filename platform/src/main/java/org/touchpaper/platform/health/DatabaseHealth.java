package org.touchpaper.platform.health;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/**
 * Whether the database takes a connection and answers on it. The service's pool is not asked: who
 * waits there waits for the service's other work as well.
 */
final class DatabaseHealth implements HealthPart {

  private static final String SECONDS = "1";

  private final JdbcConnectionDetails database;

  DatabaseHealth(JdbcConnectionDetails database) {
    this.database = database;
  }

  @Override
  public String name() {
    return "database";
  }

  @Override
  public Health look() {
    try (var connection = DriverManager.getConnection(database.getJdbcUrl(), access())) {
      return connection.isValid(1) ? Health.up("answers") : Health.waiting("does not answer");
    } catch (SQLException e) {
      return Health.waiting("cannot be reached");
    }
  }

  /** The names are pgjdbc's. */
  private Properties access() {
    var access = new Properties();
    access.setProperty("user", Objects.requireNonNullElse(database.getUsername(), ""));
    access.setProperty("password", Objects.requireNonNullElse(database.getPassword(), ""));
    access.setProperty("connectTimeout", SECONDS);
    access.setProperty("socketTimeout", SECONDS);
    return access;
  }
}
