package org.touchpaper.segment.kit;

import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.platform.postgres.TestDatabases;

/** The tables of a capacity ledger in a database of their own, with transactions. */
public final class LedgerTestDatabase {

  private final JdbcTemplate jdbc;
  private final TransactionTemplate inTransaction;

  private LedgerTestDatabase(DataSource database) {
    this.jdbc = new JdbcTemplate(database);
    this.inTransaction = new TransactionTemplate(new DataSourceTransactionManager(database));
  }

  public static LedgerTestDatabase create() {
    var database = TestDatabases.fresh().pool();
    Flyway.configure()
        .dataSource(database)
        .locations("classpath:segment/capacity/migration")
        .load()
        .migrate();
    return new LedgerTestDatabase(database);
  }

  /** Removes all bookings. */
  public void empty() {
    jdbc.execute("truncate ledger_resource, ledger_claim, ledger_entry, ledger_exclusive");
  }

  public JdbcTemplate jdbc() {
    return jdbc;
  }

  /** Runs work in a transaction and returns its result. */
  public <T> T inTransaction(Supplier<T> work) {
    return Objects.requireNonNull(inTransaction.execute(_ -> work.get()));
  }

  /** Runs work in a transaction in which the database refuses to write or lock a row. */
  public <T> T inReadOnlyTransaction(Supplier<T> work) {
    var readOnly =
        new TransactionTemplate(Objects.requireNonNull(inTransaction.getTransactionManager()));
    readOnly.setReadOnly(true);
    return Objects.requireNonNull(readOnly.execute(_ -> work.get()));
  }

  public void runInTransaction(Runnable work) {
    inTransaction.executeWithoutResult(_ -> work.run());
  }

  public void rollBack(Runnable work) {
    inTransaction.executeWithoutResult(status -> {
      work.run();
      status.setRollbackOnly();
    });
  }
}
