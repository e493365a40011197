package org.touchpaper.platform.health;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/**
 * Checks that the database accepts a connection and answers on it. It does not use the service's
 * pool, where it would wait for the service's other work.
 */
final class DatabaseHealthCheck implements HealthCheck {

  private static final String TIMEOUT_SECONDS = "1";

  private final JdbcConnectionDetails database;

  DatabaseHealthCheck(JdbcConnectionDetails database) {
    this.database = database;
  }

  @Override
  public String name() {
    return "database";
  }

  @Override
  public Health check() {
    try (var connection =
        DriverManager.getConnection(database.getJdbcUrl(), connectionProperties())) {
      return connection.isValid(1) ? Health.up("answers") : Health.waiting("does not answer");
    } catch (SQLException e) {
      return Health.waiting("cannot be reached");
    }
  }

  /** The names are pgjdbc's. */
  private Properties connectionProperties() {
    var properties = new Properties();
    properties.setProperty("user", Objects.requireNonNullElse(database.getUsername(), ""));
    properties.setProperty("password", Objects.requireNonNullElse(database.getPassword(), ""));
    properties.setProperty("connectTimeout", TIMEOUT_SECONDS);
    properties.setProperty("socketTimeout", TIMEOUT_SECONDS);
    return properties;
  }
}
