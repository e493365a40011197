package org.touchpaper.harc.rm.backend.calendar;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.rm.booking.BookingScheduler;
import org.touchpaper.harc.rm.run.JobLauncher;
import org.touchpaper.harc.rm.run.LocalLauncher;
import org.touchpaper.harc.rm.run.RunContract;
import org.touchpaper.harc.rm.run.RunService;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;

/** Runs on a machine whose calendar the resource manager keeps, as processes on this machine. */
class CalendarRunTest extends RunContract {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final LocalLauncher launcher = new LocalLauncher(false);
  private final CalendarUnderTest calendar;

  CalendarRunTest(@TempDir Path allocations) {
    calendar = new CalendarUnderTest(STORE.database(), allocations);
  }

  @AfterEach
  void close() {
    launcher.close();
  }

  @Override
  protected String resource() {
    return "newton";
  }

  @Override
  protected Clock clock() {
    return calendar.clock;
  }

  @Override
  protected DataSource database() {
    return STORE.database();
  }

  @Override
  protected JobLauncher newLauncher() {
    return launcher;
  }

  @Override
  protected BookingScheduler newScheduler(DataSource crashing, RunService runs) {
    return calendar.newScheduler(crashing, runs);
  }

  @Override
  protected void turnTo(Instant time) {
    calendar.clock.set(time);
    for (var bookingId : List.copyOf(calendar.scheduledChecks.keySet())) {
      newScheduler().synchronizer().check(bookingId);
    }
  }
}
