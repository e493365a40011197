package org.touchpaper.platform.crash;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.touchpaper.platform.crash.CrashPoint.Moment;

/**
 * A data source that a crashed service can neither read nor write; its open transactions roll back.
 */
final class CrashDataSource extends DelegatingDataSource {

  /** The calls that still take effect after a crash: the server ends the transactions. */
  private static final Set<String> AFTER_DEATH =
      Set.of("rollback", "close", "isClosed", "abort", "hashCode", "equals", "toString", "unwrap");

  private final CrashSwitch crash;

  CrashDataSource(DataSource database, CrashSwitch crash) {
    super(database);
    this.crash = crash;
  }

  @Override
  public Connection getConnection() throws SQLException {
    crash.failIfCrashed("connect");
    return proxy(Connection.class, new InterceptedObject(obtainTargetDataSource().getConnection()));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            CrashDataSource.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private final class InterceptedObject implements InvocationHandler {
    private final Connection connection;

    InterceptedObject(Connection connection) {
      this.connection = connection;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args)
        throws Throwable {
      if (!AFTER_DEATH.contains(method.getName())) {
        crash.failIfCrashed(method.getName());
      }
      if (method.getName().equals("commit")) {
        return committing("commit", () -> call(connection, method, args));
      }
      var result = call(connection, method, args);
      return switch (result) {
        case CallableStatement s ->
            proxy(CallableStatement.class, new InterceptedStatement(s, args));
        case PreparedStatement s ->
            proxy(PreparedStatement.class, new InterceptedStatement(s, args));
        case Statement s -> proxy(Statement.class, new InterceptedStatement(s, args));
        case null, default -> result;
      };
    }

    private final class InterceptedStatement implements InvocationHandler {
      private final Statement statement;
      private final String prepared;

      InterceptedStatement(Statement statement, Object @Nullable [] args) {
        this.statement = statement;
        this.prepared = args != null && args[0] instanceof String sql ? sql : "";
      }

      @Override
      public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args)
          throws Throwable {
        if (!AFTER_DEATH.contains(method.getName())) {
          crash.failIfCrashed(method.getName());
        }
        var sql = args != null && args[0] instanceof String text ? text : prepared;
        return method.getName().startsWith("execute") && connection.getAutoCommit() && writes(sql)
            ? committing(sql, () -> call(statement, method, args))
            : call(statement, method, args);
      }
    }
  }

  /** A statement outside a transaction is its own transaction. */
  private static boolean writes(String sql) {
    var verb = sql.stripLeading().toLowerCase(Locale.ROOT);
    return !verb.startsWith("select") && !verb.startsWith("set") && !verb.startsWith("show");
  }

  private @Nullable Object committing(String what, Call call) throws Throwable {
    crash.pass(Moment.BEFORE_COMMIT, what);
    var result = call.run();
    crash.pass(Moment.AFTER_COMMIT, what);
    return result;
  }

  private interface Call {
    @Nullable Object run() throws Throwable;
  }

  private static @Nullable Object call(Object target, Method method, Object @Nullable [] args)
      throws Throwable {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
