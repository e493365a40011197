package org.touchpaper.harc.rm.backend.network;

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
import org.touchpaper.harc.rm.booking.TransactionResultRepository;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.CrashInjector;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.LocalSchedulerClockContract;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.json.JsonMapper;

class NetworkSchedulerContractTest extends LocalSchedulerClockContract {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final CrashInjector crashes = new CrashInjector();
  private final SettableClock clock =
      SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));
  private final ScriptedBar bar = new ScriptedBar(clock);

  @Override
  protected LocalScheduler newScheduler() {
    return scheduler(crashes.wrap(STORE.database()), crashingSegment(bar), clock);
  }

  static NetworkScheduler scheduler(
      DataSource database, NetworkSegment segment, SettableClock clock) {
    var jdbc = JdbcClient.create(database);
    return new NetworkScheduler(
        "rm-network",
        segment,
        new NetworkSettings(TestLightpaths.HOSTS, Duration.ofSeconds(10), Set.of("manchester")),
        new LightpathVersionRepository(jdbc),
        new TransactionResultRepository(
            jdbc, JsonMapper.shared(), clock, NetworkScheduler::canonicalBookingId),
        new TransactionTemplate(new JdbcTransactionManager(database)),
        clock);
  }

  /**
   * Every message to the BAR is a write: the process crashes before it is sent, or before its
   * response.
   */
  private NetworkSegment crashingSegment(NetworkSegment target) {
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
  protected BookingAction.Make small(String bookingId) {
    return TestLightpaths.path(bookingId, 1);
  }

  @Override
  protected BookingAction.Make large(String bookingId) {
    return TestLightpaths.path(bookingId, ScriptedBar.CAPACITY);
  }

  @Override
  protected BookingAction.Make small(String bookingId, Schedule schedule) {
    return TestLightpaths.path(bookingId, 1, schedule);
  }

  @Override
  protected BookingAction.Make large(String bookingId, Schedule schedule) {
    return TestLightpaths.path(bookingId, ScriptedBar.CAPACITY, schedule);
  }

  @Override
  protected void setClock(Instant instant) {
    clock.set(instant);
  }

  /** The BAR's clock decides what is configured. */
  @Override
  protected void turnTo(Instant instant) {
    clock.set(instant);
  }

  @Override
  protected Optional<Boolean> isOpen(String bookingId) {
    return Optional.of(bar.isUp(ConnectionId.of(bookingId)));
  }

  @Override
  protected String bookingId(int n) {
    return TestLightpaths.bookingId(n);
  }

  @Override
  protected LocalScheduler startOn(DataSource database) {
    return scheduler(database, bar, clock);
  }

  /** There is nothing to do. */
  @Override
  protected void runDueWork(DataSource database) {}

  @Override
  protected ResourceManagerDatabase database() {
    return STORE;
  }

  @Override
  protected CrashInjector crashInjector() {
    return crashes;
  }
}
