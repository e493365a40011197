package org.touchpaper.harc.rm.backend.calendar;

import static org.touchpaper.harc.rm.scheduler.TestRequests.minutes;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.booking.BackendPresenceMode;
import org.touchpaper.harc.rm.booking.BookingRepository;
import org.touchpaper.harc.rm.booking.NodeAssignmentRepository;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;

/** Four nodes of newton from nine to ten past, held: the start of the scenarios. */
abstract class AllocationTestBase {
  private static ResourceManagerDatabase store;

  @BeforeAll
  static void open() {
    store = ResourceManagerDatabase.fresh();
  }

  @AfterAll
  static void close() {
    store.close();
  }

  @TempDir Path directory;
  @TempDir Path scratch;
  CalendarUnderTest calendar;
  final Transaction run =
      TestRequests.transaction("t.1", TestRequests.nodes("run", 4, minutes(0, 10)));

  @BeforeEach
  void prepared() {
    store.empty();
    calendar = new CalendarUnderTest(store.database(), directory);
    calendar.newScheduler().prepare(run);
  }

  static BookingRepository bookings() {
    var jdbc = JdbcClient.create(store.database());
    return new BookingRepository(
        jdbc, BackendPresenceMode.FROM_START, new NodeAssignmentRepository(jdbc));
  }

  static DataSource database() {
    return store.database();
  }

  final ActionStatusDetails part() {
    return calendar.newScheduler().queryStatuses(run).getFirst();
  }

  /** The minimum of free nodes during the booking. */
  final int leastFree() {
    return calendar.newScheduler().queryAvailability(question(0, 10)).steps().stream()
        .mapToInt(step -> step.free())
        .min()
        .orElseThrow();
  }

  static ResourceAvailabilityQuery question(int from, int to) {
    return new ResourceAvailabilityQuery(
        TestRequests.ANNE, "newton", minutes(from, to), null, null);
  }
}
