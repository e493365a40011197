package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.reservation.Histories;

/** A database that goes away at the worst moment: what the caller is told stays true. */
class BooksTest {

  @Test
  void whatCouldNotBeOpenedDidNothing() {
    var away = away(() -> books(true).first(() -> "done"));
    assertThat(away).hasMessageContaining("did nothing").hasMessageContaining("Idempotency-Key");
  }

  /** The commit may have come through before the connection broke. */
  @Test
  void whatWasBegunMayHaveBeenDone() {
    for (var away :
        new DatabaseAway[] {
          away(() -> books(false).first(() -> "done")),
          away(() -> books(false).inTransaction(() -> "done")),
          away(() -> books(true).inTransaction(() -> "done")),
          away(() -> books(false).get(UUID.randomUUID()))
        }) {
      assertThat(away).hasMessageContaining("not known").hasMessageContaining("Idempotency-Key");
    }
  }

  private static DatabaseAway away(Runnable call) {
    return catchThrowableOfType(DatabaseAway.class, call::run);
  }

  private static Books books(boolean unreachable) {
    return new Books(
        away(CoAllocations.class),
        away(Histories.class),
        new TransactionTemplate(new Away(unreachable)),
        _ -> {},
        Clock.systemUTC());
  }

  private static <T> T away(Class<T> repository) {
    return repository.cast(
        Proxy.newProxyInstance(
            repository.getClassLoader(),
            new Class<?>[] {repository},
            (_, _, _) -> {
              throw new DataAccessResourceFailureException("connection refused");
            }));
  }

  private record Away(boolean unreachable) implements PlatformTransactionManager {
    @Override
    public TransactionStatus getTransaction(
        @org.jspecify.annotations.Nullable TransactionDefinition definition) {
      if (unreachable) {
        throw new CannotCreateTransactionException("no connection came free");
      }
      return new SimpleTransactionStatus();
    }

    @Override
    public void commit(TransactionStatus status) {
      throw new TransactionSystemException("the connection broke");
    }

    @Override
    public void rollback(TransactionStatus status) {}
  }
}
