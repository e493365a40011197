package org.touchpaper.harc.rm.backend.units;

import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.CrashInjector;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.LocalSchedulerClockContract;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.segment.connection.Schedule;

class UnitSchedulerContractTest extends LocalSchedulerClockContract {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final CrashInjector crashes = new CrashInjector();
  private final UnitsUnderTest units = new UnitsUnderTest();

  @BeforeEach
  void freshDatabase() {
    units.start(STORE.database());
  }

  @Override
  protected LocalScheduler newScheduler() {
    return units.newScheduler(crashes.wrap(STORE.database()));
  }

  @Override
  protected BookingAction.Make small(String bookingId) {
    return UnitsUnderTest.tape(bookingId, 20, TestRequests.minutes(0, 60));
  }

  @Override
  protected BookingAction.Make large(String bookingId) {
    return UnitsUnderTest.tape(bookingId, UnitsUnderTest.TAPE, TestRequests.minutes(0, 60));
  }

  @Override
  protected BookingAction.Make small(String bookingId, Schedule schedule) {
    return UnitsUnderTest.tape(bookingId, 20, schedule);
  }

  @Override
  protected BookingAction.Make large(String bookingId, Schedule schedule) {
    return UnitsUnderTest.tape(bookingId, UnitsUnderTest.TAPE, schedule);
  }

  @Override
  protected void setClock(Instant instant) {
    units.clock.set(instant);
  }

  /** Nothing is ever due: the state follows from the clock. */
  @Override
  protected void turnTo(Instant instant) {
    units.clock.set(instant);
  }

  @Override
  protected Optional<Boolean> isOpen(String bookingId) {
    return Optional.empty();
  }

  @Override
  protected String bookingId(int n) {
    return "copy-" + n;
  }

  @Override
  protected LocalScheduler startOn(DataSource database) {
    return units.start(database);
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
