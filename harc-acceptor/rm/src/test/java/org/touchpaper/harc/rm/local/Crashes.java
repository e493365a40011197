package org.touchpaper.harc.rm.local;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Kills a process at a chosen write, before the write is made or right after: what it would have
 * done next does not happen. Every database commit and every call that is wrapped counts.
 */
public final class Crashes {
  private int left;
  private boolean after;
  private boolean struck;

  /** Thrown where the process would have died, past whoever goes on after what merely fails. */
  public static final class Killed extends Error {
    Killed(String where) {
      super(where);
    }
  }

  /** Dies at the nth write from here. */
  public void arm(int nth, boolean afterTheWrite) {
    left = nth;
    after = afterTheWrite;
    struck = false;
  }

  /** Lets it live from here on; true if it died since it was armed. */
  public boolean disarm() {
    left = 0;
    return struck;
  }

  /** One write. */
  public <T> T write(String what, Supplier<T> write) {
    try {
      return writeOrFail(what, write::get);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private <T> T writeOrFail(String what, Callable<T> write) throws Exception {
    var now = left > 0 && --left == 0;
    struck |= now;
    if (now && !after) {
      throw new Killed("before " + what);
    }
    var result = write.call();
    if (now) {
      throw new Killed("after " + what);
    }
    return result;
  }

  /** A database whose commits are writes. */
  public DataSource around(DataSource database) {
    return proxy(
        DataSource.class,
        (method, args) -> {
          var result = call(database, method, args);
          return result instanceof Connection connection ? around(connection) : result;
        });
  }

  private Connection around(Connection connection) {
    return proxy(
        Connection.class,
        (method, args) ->
            method.getName().equals("commit")
                ? writeOrFail("a commit", () -> call(connection, method, args))
                : call(connection, method, args));
  }

  private interface Handler {
    Object handle(Method method, Object[] args) throws Exception;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            Crashes.class.getClassLoader(),
            new Class<?>[] {type},
            (_, method, args) -> handler.handle(method, args)));
  }

  private static Object call(Object target, Method method, Object[] args) throws Exception {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
