package org.touchpaper.harc.rm.backend.units;

import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.booking.PreparedTransactions;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.RequestedResources;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.json.JsonMapper;

/** A store with 500 of tape and one microscope, with a settable clock. */
final class UnitsUnderTest {
  static final int TAPE = 500;

  final SettableClock clock = SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));

  UnitScheduler newScheduler(DataSource database) {
    return newScheduler(database, Map.of("tape", TAPE, "microscope", 1));
  }

  /** With other settings. */
  UnitScheduler newScheduler(DataSource database, Map<String, Integer> units) {
    var jdbc = JdbcClient.create(database);
    return new UnitScheduler(
        new Facility("store", units, Set.of("manchester")),
        jdbc,
        new PreparedTransactions(jdbc, new JsonMapper(), clock),
        new TransactionTemplate(new JdbcTransactionManager(database)),
        clock);
  }

  static BookingAction.Make tape(String bookingId, int amount, Schedule schedule) {
    return new BookingAction.Make(
        bookingId, schedule, new RequestedResources.Units("store", "tape", amount));
  }
}
