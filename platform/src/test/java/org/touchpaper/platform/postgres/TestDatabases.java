package org.touchpaper.platform.postgres;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringApplication;
import org.touchpaper.platform.FreePort;

/**
 * One cluster for all tests of a module in one JVM, with a separate database for each test class.
 */
public final class TestDatabases {

  /** Tests do not simulate power failures, so commits need not reach the disk. */
  private static final Map<String, String> QUICK =
      Map.of("fsync", "off", "synchronous_commit", "off", "full_page_writes", "off");

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private TestDatabases() {}

  /** A new database. */
  public static TestDatabase fresh() {
    var name = "test_" + NUMBER.incrementAndGet();
    Shared.CLUSTER.createDatabase(name);
    return new TestDatabase(
        Shared.CLUSTER.url(name), Shared.CLUSTER.user(), Shared.CLUSTER.password());
  }

  /**
   * Started on first use and stopped with the JVM; databases of earlier runs are dropped. Parallel
   * JVMs of a module each have their own cluster.
   */
  private static final class Shared {
    static final EmbeddedCluster CLUSTER = start();

    private static EmbeddedCluster start() {
      var home =
          Path.of(System.getProperty("test.postgres", "target/test-postgres-1")).toAbsolutePath();
      var cluster =
          EmbeddedCluster.start(home, FreePort.find(), home.resolve("postgresql.log"), QUICK);
      SpringApplication.getShutdownHandlers().add(cluster::close); // after the contexts that use it
      try (var connection = cluster.connect("postgres");
          var statement = connection.createStatement()) {
        var leftOver = new ArrayList<String>();
        try (var found =
            statement.executeQuery(
                "select datname from pg_database where datname like 'test\\_%'")) {
          while (found.next()) {
            leftOver.add(found.getString(1));
          }
        }
        for (var name : leftOver) {
          statement.execute("drop database " + name + " with (force)");
        }
        return cluster;
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
