package org.touchpaper.bar.coallocation.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.touchpaper.bar.coallocation.CoAllocationRepository;
import org.touchpaper.bar.history.HistoryRepository;
import org.touchpaper.bar.schedule.NextCheckScheduler;

/** The database fails at any moment; the message to the caller stays true. */
class CoAllocationStoreTest {

  @Test
  void aTransactionThatDidNotOpenDidNothing() {
    var exception =
        catchUnavailable(() -> storeWith(true).inTransactionOrUnavailable(() -> "done"));
    assertThat(exception)
        .hasMessageContaining("nothing was done")
        .hasMessageContaining("Idempotency-Key");
  }

  /** The commit may have succeeded before the connection failed. */
  @Test
  void aTransactionThatOpenedHasAnUnknownOutcome() {
    for (var exception :
        new DatabaseUnavailableException[] {
          catchUnavailable(() -> storeWith(false).inTransactionOrUnavailable(() -> "done")),
          catchUnavailable(() -> storeWith(false).inTransaction(() -> "done")),
          catchUnavailable(() -> storeWith(true).inTransaction(() -> "done")),
          catchUnavailable(() -> storeWith(false).get(UUID.randomUUID()))
        }) {
      assertThat(exception).hasMessageContaining("unknown").hasMessageContaining("Idempotency-Key");
    }
  }

  private static DatabaseUnavailableException catchUnavailable(Runnable call) {
    return catchThrowableOfType(DatabaseUnavailableException.class, call::run);
  }

  private static CoAllocationStore storeWith(boolean unreachable) {
    return new CoAllocationStore(
        catchUnavailable(CoAllocationRepository.class),
        catchUnavailable(HistoryRepository.class),
        (_, _) -> {},
        new UnavailableTransactionManager(unreachable),
        _ -> {},
        new NextCheckScheduler(
            "unused",
            () -> {
              throw new IllegalStateException("nothing is scheduled");
            },
            JdbcClient.create(
                new AbstractDataSource() {
                  @Override
                  public Connection getConnection() throws SQLException {
                    throw new SQLException("connection refused");
                  }

                  @Override
                  public Connection getConnection(String name, String password)
                      throws SQLException {
                    return getConnection();
                  }
                }),
            Clock.systemUTC()),
        Clock.systemUTC());
  }

  private static <T> T catchUnavailable(Class<T> repository) {
    return repository.cast(
        Proxy.newProxyInstance(
            repository.getClassLoader(),
            new Class<?>[] {repository},
            (_, _, _) -> {
              throw new DataAccessResourceFailureException("connection refused");
            }));
  }

  private record UnavailableTransactionManager(boolean unreachable)
      implements PlatformTransactionManager {
    @Override
    public TransactionStatus getTransaction(
        @org.jspecify.annotations.Nullable TransactionDefinition definition) {
      if (unreachable) {
        throw new CannotCreateTransactionException("no connection available");
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
