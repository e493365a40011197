package org.touchpaper.harc.rm.scheduler;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.postgres.TestDatabases;

/** A resource manager's database for the test class that registers it, emptied before each test. */
public final class ResourceManagerDatabase
    implements AutoCloseable, BeforeEachCallback, AfterAllCallback {
  private final HikariDataSource pool;

  private ResourceManagerDatabase(HikariDataSource pool) {
    this.pool = pool;
  }

  /** Five connections, as a service has. */
  public static ResourceManagerDatabase fresh() {
    var store = new ResourceManagerDatabase(pool(TestDatabases.fresh().dataSource(), 5));
    migrate(store.pool);
    return store;
  }

  private static HikariDataSource pool(DataSource database, int connections) {
    var config = new HikariConfig();
    config.setDataSource(database);
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(1);
    return new HikariDataSource(config);
  }

  private static void migrate(DataSource database) {
    Flyway.configure().dataSource(database).locations("classpath:rm/db/migration").load().migrate();
  }

  /** The tables that a scenario scans sequentially although PostgreSQL avoids that if it can. */
  public static List<String> tablesScannedBy(Consumer<DataSource> scenario) {
    var database = TestDatabases.fresh().dataSource();
    JdbcClient.create(database)
        .sql(
            "do $$ begin execute format("
                + "'alter database %I set enable_seqscan = off', current_database()); end $$")
        .update();
    migrate(database);
    await().atMost(Duration.ofMinutes(1)).until(() -> isOnlySession(JdbcClient.create(database)));
    try (var store = new ResourceManagerDatabase(pool(database, 1))) {
      var jdbc = JdbcClient.create(store.database());
      var before = scans(jdbc);
      scenario.accept(store.database());
      var after = scans(jdbc);
      return after.entrySet().stream()
          .filter(table -> !table.getValue().equals(before.get(table.getKey())))
          .map(Map.Entry::getKey)
          .toList();
    }
  }

  /** A session's statistics are complete once it has ended. */
  private static boolean isOnlySession(JdbcClient jdbc) {
    return jdbc.sql(
            "select not exists (select from pg_stat_activity where datname = current_database()"
                + " and backend_type = 'client backend' and pid <> pg_backend_pid())")
        .query(Boolean.class)
        .single();
  }

  /** The number of sequential scans of each table. */
  private static Map<String, Long> scans(JdbcClient jdbc) {
    jdbc.sql("select pg_stat_force_next_flush()").query((_, _) -> true).single();
    var scans = new TreeMap<String, Long>();
    jdbc.sql("select relname, seq_scan from pg_stat_user_tables")
        .query(row -> {
          scans.put(row.getString("relname"), row.getLong("seq_scan"));
        });
    return scans;
  }

  public DataSource database() {
    return pool;
  }

  public void empty() {
    JdbcClient.create(pool)
        .sql(
            "truncate vote_record, retention_horizon, prepared_transaction, booking_owner, resource,"
                + " booking, run, amendment, node_assignment, machine_settings, allocation_directory,"
                + " lightpath, unit_allocation, unit")
        .update();
  }

  @Override
  public void beforeEach(ExtensionContext test) {
    empty();
  }

  @Override
  public void afterAll(ExtensionContext tests) {
    close();
  }

  @Override
  public void close() {
    pool.close();
  }
}
