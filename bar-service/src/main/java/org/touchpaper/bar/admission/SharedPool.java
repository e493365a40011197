package org.touchpaper.bar.admission;

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

/** A pool of which people never take the last connections, however many they are. */
final class SharedPool extends DelegatingDataSource {

  private final Semaphore forPeople;
  private final long patienceMillis;

  SharedPool(DataSource pool, int forPeople, long patienceMillis) {
    super(pool);
    this.forPeople = new Semaphore(forPeople, true);
    this.patienceMillis = patienceMillis;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return switch (Caller.here()) {
      case OTHER -> super.getConnection();
      case PERSON -> forAPerson();
    };
  }

  private Connection forAPerson() throws SQLException {
    acquire();
    try {
      return released(super.getConnection());
    } catch (SQLException | RuntimeException e) {
      forPeople.release();
      throw e;
    }
  }

  private void acquire() throws SQLException {
    try {
      if (!forPeople.tryAcquire(patienceMillis, TimeUnit.MILLISECONDS)) {
        throw new SQLTransientConnectionException("no connection came free in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted while waiting for a connection", e);
    }
  }

  /** The same connection, which gives its place back when it is closed. */
  private Connection released(Connection connection) {
    var open = new AtomicBoolean(true);
    return (Connection)
        Proxy.newProxyInstance(
            SharedPool.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              } finally {
                if (method.getName().equals("close") && open.getAndSet(false)) {
                  forPeople.release();
                }
              }
            });
  }
}
