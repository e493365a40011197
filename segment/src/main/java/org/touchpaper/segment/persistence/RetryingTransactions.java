package org.touchpaper.segment.persistence;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs work in a database transaction, and repeats it after a conflict with another transaction.
 */
public final class RetryingTransactions {

  private static final int MAX_ATTEMPTS = 5;

  private final TransactionTemplate template;
  private final TransactionTemplate readTemplate;

  public RetryingTransactions(PlatformTransactionManager manager) {
    this.template = new TransactionTemplate(manager);
    this.readTemplate = new TransactionTemplate(manager);
    readTemplate.setReadOnly(true);
  }

  /**
   * Runs work, and repeats it after a constraint violation by a concurrent booking, a deadlock or a
   * serialization failure. Each attempt is rolled back completely; the next one sees what the other
   * transaction wrote.
   */
  public <T extends @Nullable Object> T execute(Supplier<T> work) {
    for (var attempt = 1; ; attempt++) {
      try {
        return template.execute(_ -> work.get());
      } catch (DataIntegrityViolationException | ConcurrencyFailureException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Runs work once, in a transaction in which the database refuses to write or lock a row. */
  public <T> T read(Supplier<T> work) {
    return Objects.requireNonNull(readTemplate.execute(_ -> work.get()));
  }

  public void run(Runnable work) {
    execute(() -> {
      work.run();
      return Boolean.TRUE;
    });
  }
}
