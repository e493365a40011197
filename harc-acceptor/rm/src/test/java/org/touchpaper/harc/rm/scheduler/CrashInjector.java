package org.touchpaper.harc.rm.scheduler;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Simulates a process crash at a chosen write, before or after it: later work does not happen.
 * Every database commit and every wrapped call counts as a write.
 */
public final class CrashInjector {
  private int remainingWrites;
  private Predicate<String> isCounted = _ -> true;
  private boolean afterWrite;
  private boolean hasCrashed;

  /** Thrown at the crash. An Error, so that handlers of exceptions do not continue. */
  public static final class Killed extends Error {
    Killed(String where) {
      super(where);
    }
  }

  /** Crashes at the nth write from here. */
  public synchronized void arm(int nth, boolean afterTheWrite) {
    remainingWrites = nth;
    isCounted = _ -> true;
    afterWrite = afterTheWrite;
    hasCrashed = false;
  }

  /** Crashes at the next write of that name. */
  public synchronized void armAt(String what, boolean afterTheWrite) {
    arm(1, afterTheWrite);
    isCounted = what::equals;
  }

  /** Stops crashing; returns true if it crashed since it was armed. */
  public synchronized boolean disarm() {
    remainingWrites = 0;
    return hasCrashed;
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
    var crashesHere = crashesAt(what);
    if (crashesHere && !afterWrite) {
      throw new Killed("before " + what);
    }
    var result = write.call();
    if (crashesHere) {
      throw new Killed("after " + what);
    }
    return result;
  }

  /** Writes may be made side by side. */
  private synchronized boolean crashesAt(String what) {
    var crashesHere = remainingWrites > 0 && isCounted.test(what) && --remainingWrites == 0;
    hasCrashed |= crashesHere;
    return crashesHere;
  }

  /** A data source whose commits count as writes. */
  public DataSource wrap(DataSource database) {
    return proxy(
        DataSource.class,
        (method, args) -> {
          var result = call(database, method, args);
          return result instanceof Connection connection ? wrap(connection) : result;
        });
  }

  private Connection wrap(Connection connection) {
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
            CrashInjector.class.getClassLoader(),
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
