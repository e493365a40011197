package org.touchpaper.harc.rm.backend.calendar;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.CrashInjector;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.LocalSchedulerClockContract;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.segment.connection.Schedule;

class CalendarSchedulerContractTest extends LocalSchedulerClockContract {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  @TempDir private Path directory;
  private final CrashInjector crashes = new CrashInjector();
  private CalendarUnderTest calendar;

  @BeforeEach
  void freshDatabase() {
    calendar = new CalendarUnderTest(STORE.database(), directory);
  }

  @Override
  protected LocalScheduler newScheduler() {
    return calendar.newScheduler(
        crashes.wrap(STORE.database()),
        (bookingId, when) ->
            crashes.write("scheduled check", () -> calendar.scheduledChecks.put(bookingId, when)));
  }

  @Override
  protected BookingAction.Make small(String bookingId) {
    return TestRequests.nodes(bookingId, 1, TestRequests.minutes(0, 60));
  }

  @Override
  protected BookingAction.Make large(String bookingId) {
    return TestRequests.nodes(bookingId, CalendarUnderTest.NODES, TestRequests.minutes(0, 60));
  }

  @Override
  protected BookingAction.Make small(String bookingId, Schedule schedule) {
    return TestRequests.nodes(bookingId, 1, schedule);
  }

  @Override
  protected BookingAction.Make large(String bookingId, Schedule schedule) {
    return TestRequests.nodes(bookingId, CalendarUnderTest.NODES, schedule);
  }

  @Override
  protected void setClock(Instant instant) {
    calendar.clock.set(instant);
  }

  @Override
  protected void turnTo(Instant instant) {
    calendar.turnTo(instant, crashes.wrap(STORE.database()));
  }

  @Override
  protected void afterRestart() {
    calendar.restart();
  }

  @Override
  protected Optional<Boolean> isOpen(String bookingId) {
    return Optional.of(Files.exists(calendar.files.fileOf(bookingId)));
  }

  @Override
  protected String bookingId(int n) {
    return "run-" + n;
  }

  @Override
  protected LocalScheduler startOn(DataSource database) {
    return calendar.newScheduler(database, calendar.scheduledChecks::put);
  }

  @Override
  protected void runDueWork(DataSource database) {
    new CalendarUnderTest(database, directory).restart();
    calendar.turnTo(TestRequests.NINE_O_CLOCK, database);
  }

  @Override
  protected ResourceManagerDatabase database() {
    return STORE;
  }

  @Override
  protected CrashInjector crashInjector() {
    return crashes;
  }
}
