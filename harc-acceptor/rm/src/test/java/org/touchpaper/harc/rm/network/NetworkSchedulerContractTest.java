package org.touchpaper.harc.rm.network;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Crashes;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.LocalSchedulerClockContract;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.json.JsonMapper;

class NetworkSchedulerContractTest extends LocalSchedulerClockContract {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final Crashes crashes = new Crashes();
  private final SettableClock clock = SettableClock.at(Ask.NINE.minusSeconds(3600));
  private final ScriptedBar bar = new ScriptedBar(clock);

  @Override
  protected LocalScheduler start() {
    return scheduler(crashes.around(STORE.database()), dyingAround(bar), clock);
  }

  static NetworkScheduler scheduler(
      DataSource database, NetworkSegment segment, SettableClock clock) {
    var jdbc = JdbcClient.create(database);
    return new NetworkScheduler(
        "rm-network",
        segment,
        new Network(Paths.HOSTS, Duration.ofSeconds(10), Set.of("manchester")),
        new Lightpaths(jdbc),
        new Answers(jdbc, new JsonMapper(), clock, NetworkScheduler::bookingOf),
        new TransactionTemplate(new JdbcTransactionManager(database)),
        clock);
  }

  /**
   * Every message to the BAR is a write: the process dies before it is sent, or before the answer.
   */
  private NetworkSegment dyingAround(NetworkSegment target) {
    return (NetworkSegment)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {NetworkSegment.class},
            (_, method, args) ->
                method.getName().equals("query")
                    ? call(target, method, args)
                    : crashes.write(method.getName(), () -> call(target, method, args)));
  }

  private static Object call(NetworkSegment target, Method method, Object[] args) {
    try {
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw (RuntimeException) e.getCause();
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected Action.Make modest(String ident) {
    return Paths.path(ident, 1);
  }

  @Override
  protected Action.Make greedy(String ident) {
    return Paths.path(ident, ScriptedBar.CAPACITY);
  }

  @Override
  protected Action.Make modest(String ident, Schedule schedule) {
    return Paths.path(ident, 1, schedule);
  }

  @Override
  protected Action.Make greedy(String ident, Schedule schedule) {
    return Paths.path(ident, ScriptedBar.CAPACITY, schedule);
  }

  @Override
  protected void setClock(Instant instant) {
    clock.set(instant);
  }

  /** The clock of what is configured is the BAR's. */
  @Override
  protected void turnTo(Instant instant) {
    clock.set(instant);
  }

  @Override
  protected Optional<Boolean> isOpen(String ident) {
    return Optional.of(bar.isUp(ConnectionId.of(ident)));
  }

  @Override
  protected String ident(int n) {
    return Paths.ident(n);
  }

  @Override
  protected LocalScheduler startOn(DataSource database) {
    return scheduler(database, bar, clock);
  }

  /** There is nothing to do. */
  @Override
  protected void lookAround(DataSource database) {}

  @Override
  protected Store store() {
    return STORE;
  }

  @Override
  protected Crashes crashes() {
    return crashes;
  }
}
