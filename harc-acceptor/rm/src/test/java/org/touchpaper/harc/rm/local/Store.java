package org.touchpaper.harc.rm.local;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.postgres.TestDatabases;

/** A resource manager's database for one test class, emptied before each test. */
public final class Store implements AutoCloseable {
  private final HikariDataSource pool;

  private Store(HikariDataSource pool) {
    this.pool = pool;
  }

  /** Five connections, as a service has. */
  public static Store fresh() {
    var config = new HikariConfig();
    config.setDataSource(TestDatabases.fresh().dataSource());
    config.setMaximumPoolSize(5);
    config.setMinimumIdle(1);
    var store = new Store(new HikariDataSource(config));
    Flyway.configure()
        .dataSource(store.pool)
        .locations("classpath:rm/db/migration")
        .load()
        .migrate();
    return store;
  }

  public DataSource database() {
    return pool;
  }

  public void empty() {
    JdbcClient.create(pool)
        .sql(
            "truncate ledger, answer, machine, amendment, promised_node, allocation, lightpath,"
                + " slurm_amendment, slurm_promised_node, slurm_booking, unit_taken, unit_booking, unit,"
                + " booking_owner")
        .update();
  }

  @Override
  public void close() {
    pool.close();
  }
}
