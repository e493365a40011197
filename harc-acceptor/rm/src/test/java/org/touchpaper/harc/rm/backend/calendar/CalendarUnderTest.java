package org.touchpaper.harc.rm.backend.calendar;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.booking.BackendResourceScheduler;
import org.touchpaper.harc.rm.booking.BackendSynchronizer;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.harc.rm.run.RunService;
import org.touchpaper.harc.rm.scheduler.DurableTimer;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.platform.time.SettableClock;
import tools.jackson.databind.json.JsonMapper;

/** A calendar of eight nodes with its own database and directory and a settable clock. */
final class CalendarUnderTest {
  static final int NODES = 8;

  final SettableClock clock = SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));
  final Map<String, Instant> scheduledChecks = new TreeMap<>();
  final MachineAllocationFiles files;
  private final DataSource database;
  private final Path directory;
  private final Machine machine =
      new Machine(
          "newton",
          NODES,
          "newton%03d",
          new AccountMapping(Map.of("anne@ucl", "aa1"), Set.of("manchester")));
  private SiteHookCommand siteHook = new SiteHookCommand(List.of(), Duration.ofMinutes(1));

  CalendarUnderTest(DataSource database, Path directory) {
    this.database = database;
    this.directory = directory;
    this.files =
        new MachineAllocationFiles(directory, JsonMapper.shared(), JdbcClient.create(database));
  }

  void runCommand(String... words) {
    siteHook = new SiteHookCommand(List.of(words), Duration.ofMinutes(1));
  }

  /** As after a restart: all its state is in the database. */
  BackendResourceScheduler newScheduler() {
    return newScheduler(database, scheduledChecks::put);
  }

  BackendResourceScheduler newScheduler(DataSource dataSource, DurableTimer timer) {
    var jdbc = JdbcClient.create(dataSource);
    return new BackendResourceScheduler(
        new CalendarBackend(
            machine, directory, siteHook, Optional.empty(), jdbc, JsonMapper.shared(), clock),
        jdbc,
        JsonMapper.shared(),
        new TransactionTemplate(new JdbcTransactionManager(dataSource)),
        timer,
        clock);
  }

  /** With launches. */
  BackendResourceScheduler newScheduler(DataSource dataSource, RunService runs) {
    var jdbc = JdbcClient.create(dataSource);
    return new BackendResourceScheduler(
        new CalendarBackend(
            machine, directory, siteHook, Optional.of(runs), jdbc, JsonMapper.shared(), clock),
        jdbc,
        JsonMapper.shared(),
        new TransactionTemplate(new JdbcTransactionManager(dataSource)),
        scheduledChecks::put,
        clock);
  }

  BackendSynchronizer synchronizer() {
    return newScheduler().synchronizer();
  }

  /** Recovers as at the start of the service. */
  void restart() {
    newScheduler().resume();
  }

  /** Sets the clock and does what is due by then. */
  void turnTo(Instant instant) {
    turnTo(instant, database);
  }

  void turnTo(Instant instant, DataSource crashing) {
    clock.set(instant);
    for (var bookingId : List.copyOf(scheduledChecks.keySet())) {
      while (scheduledChecks.containsKey(bookingId)
          && !scheduledChecks.get(bookingId).isAfter(instant)) {
        newScheduler(crashing, scheduledChecks::put)
            .synchronizer()
            .check(bookingId)
            .ifPresentOrElse(
                next -> scheduledChecks.put(bookingId, next),
                () -> scheduledChecks.remove(bookingId));
      }
    }
  }
}
