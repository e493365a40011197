package org.touchpaper.segment.kit;

import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.platform.postgres.TestDatabases;

/** The tables of a ledger on a database of their own, and transactions over them. */
public final class LedgerTables {

  private final JdbcTemplate jdbc;
  private final TransactionTemplate inTransaction;

  private LedgerTables(DataSource database) {
    this.jdbc = new JdbcTemplate(database);
    this.inTransaction = new TransactionTemplate(new DataSourceTransactionManager(database));
  }

  public static LedgerTables create() {
    var database = TestDatabases.fresh().pool();
    Flyway.configure()
        .dataSource(database)
        .locations("classpath:segment/ledger/migration")
        .load()
        .migrate();
    return new LedgerTables(database);
  }

  /** Nothing is booked any more. */
  public void empty() {
    jdbc.execute("truncate ledger_resource, ledger_claim, ledger_entry, ledger_exclusive");
  }

  public JdbcTemplate jdbc() {
    return jdbc;
  }

  /** What the work returns, once it is committed. */
  public <T> T committed(Supplier<T> work) {
    return Objects.requireNonNull(inTransaction.execute(_ -> work.get()));
  }

  public void commit(Runnable work) {
    inTransaction.executeWithoutResult(_ -> work.run());
  }

  public void rollBack(Runnable work) {
    inTransaction.executeWithoutResult(status -> {
      work.run();
      status.setRollbackOnly();
    });
  }
}
