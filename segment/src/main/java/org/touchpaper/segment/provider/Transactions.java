package org.touchpaper.segment.provider;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs work in a database transaction; again, from the start, when another got in the way. */
final class Transactions {

  private static final int ATTEMPTS = 5;

  private final TransactionTemplate template;

  Transactions(PlatformTransactionManager manager) {
    this.template = new TransactionTemplate(manager);
  }

  /**
   * A constraint that refuses a double booking, a deadlock, a serialization failure: each is rolled
   * back whole, and the next attempt sees what the other wrote.
   */
  <T extends @Nullable Object> T write(Supplier<T> work) {
    for (var attempt = 1; ; attempt++) {
      try {
        return template.execute(_ -> work.get());
      } catch (DataIntegrityViolationException | ConcurrencyFailureException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  void run(Runnable work) {
    write(() -> {
      work.run();
      return Boolean.TRUE;
    });
  }
}
