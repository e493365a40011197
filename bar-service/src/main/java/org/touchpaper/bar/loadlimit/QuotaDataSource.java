package org.touchpaper.bar.loadlimit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A {@code DataSource} that limits users to a quota, so that calls of peers and pollers always find
 * a connection.
 */
final class QuotaDataSource extends DelegatingDataSource {

  private final Semaphore personPermits;
  private final long timeoutMillis;

  QuotaDataSource(DataSource dataSource, int maxForPeople, long timeoutMillis) {
    super(dataSource);
    this.personPermits = new Semaphore(maxForPeople, true);
    this.timeoutMillis = timeoutMillis;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return switch (CurrentCallerType.current()) {
      case PEER_OR_INTERNAL -> super.getConnection();
      case PERSON -> getPersonConnection();
    };
  }

  private Connection getPersonConnection() throws SQLException {
    acquirePermit();
    try {
      return releasingOnClose(super.getConnection());
    } catch (SQLException | RuntimeException e) {
      personPermits.release();
      throw e;
    }
  }

  private void acquirePermit() throws SQLException {
    try {
      if (!personPermits.tryAcquire(timeoutMillis, TimeUnit.MILLISECONDS)) {
        throw new SQLTransientConnectionException(
            "no database connection became available in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted while waiting for a connection", e);
    }
  }

  /** Wraps a connection so that it returns its permit when closed. */
  private Connection releasingOnClose(Connection connection) {
    var isOpen = new AtomicBoolean(true);
    return (Connection)
        Proxy.newProxyInstance(
            QuotaDataSource.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              } finally {
                if (method.getName().equals("close") && isOpen.getAndSet(false)) {
                  personPermits.release();
                }
              }
            });
  }
}
