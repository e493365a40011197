package org.touchpaper.bar.listing;

import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs statements that PostgreSQL plans for their values (custom plans; PostgreSQL, {@code
 * PREPARE}, notes). It would otherwise keep one plan for any value after some uses, but an index
 * helps only if a resource, a text or a time is rare.
 */
@Component
public class PostgresCustomPlanExecutor {

  private final JdbcClient sql;
  private final TransactionTemplate transaction;

  PostgresCustomPlanExecutor(JdbcClient sql, PlatformTransactionManager transactions) {
    this.sql = sql;
    this.transaction = new TransactionTemplate(transactions);
    this.transaction.setReadOnly(true);
  }

  /** Returns what statements read. */
  public <T> T read(Supplier<T> statements) {
    return Objects.requireNonNull(
        transaction.execute(_ -> {
          sql.sql("set local plan_cache_mode = force_custom_plan").update();
          return statements.get();
        }));
  }
}
