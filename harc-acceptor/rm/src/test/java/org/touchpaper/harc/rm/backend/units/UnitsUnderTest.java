package org.touchpaper.harc.rm.backend.units;

import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.booking.BackendResourceScheduler;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.json.JsonMapper;

/** A store with 500 of tape and one microscope, with a settable clock. */
final class UnitsUnderTest {
  static final int TAPE = 500;
  private static final Map<String, Integer> UNITS = Map.of("tape", TAPE, "microscope", 1);

  final SettableClock clock = SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));

  BackendResourceScheduler newScheduler(DataSource database) {
    return newScheduler(database, UNITS);
  }

  private BackendResourceScheduler newScheduler(DataSource database, Map<String, Integer> units) {
    var jdbc = JdbcClient.create(database);
    return new BackendResourceScheduler(
        new UnitBackend(new Facility("store", units, Set.of("manchester")), jdbc, clock),
        jdbc,
        JsonMapper.shared(),
        new TransactionTemplate(new JdbcTransactionManager(database)),
        (_, _) -> {},
        clock);
  }

  /** As at the start of the service. */
  BackendResourceScheduler start(DataSource database) {
    return start(database, UNITS);
  }

  /** With other settings. */
  BackendResourceScheduler start(DataSource database, Map<String, Integer> units) {
    var scheduler = newScheduler(database, units);
    scheduler.resume();
    return scheduler;
  }

  static BookingAction.Make tape(String bookingId, int amount, Schedule schedule) {
    return new BookingAction.Make(
        bookingId, schedule, new ResourceRequest.Units("store", "tape", amount));
  }
}
