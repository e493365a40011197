package org.touchpaper.harc.rm.backend.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.backend.units.UnitsUnderTest.tape;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;

/** A store that is restarted with other capacities, which must cover its bookings. */
class UnitSettingsGuardTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final UnitsUnderTest units = new UnitsUnderTest();

  /** From nine on 300 of tape, 200 of them for an hour; 100 more in the second hour alone. */
  @BeforeEach
  void threeRuns() {
    start(Map.of("tape", 500, "microscope", 1));
    commit(
        TestRequests.transaction(
            "t.1",
            tape("short", 200, TestRequests.minutes(0, 60)),
            tape("long", 100, TestRequests.minutes(0, 120)),
            tape("late", 100, TestRequests.minutes(60, 120))));
  }

  private void start(Map<String, Integer> settings) {
    units.start(STORE.database(), settings);
  }

  private void commit(Transaction transaction) {
    var scheduler = units.newScheduler(STORE.database());
    assertThat(scheduler.prepare(transaction)).isInstanceOf(PrepareResult.Held.class);
    scheduler.commit(transaction);
  }

  private void assertRefused(Map<String, Integer> settings, String... words) {
    for (var time = 0; time < 2; time++) {
      assertThatThrownBy(() -> start(settings))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContainingAll(words);
    }
  }

  @Test
  void theCapacityMustCoverThePeak() {
    assertRefused(
        Map.of("tape", 299, "microscope", 1),
        "up to 300 of tape of store at once, of a recorded capacity of 500",
        "touchpaper.rm.generic.units.tape is 299: set it to at least 300");
    start(Map.of("tape", 300));
  }

  @Test
  void aBookedUnitMustBeConfigured() {
    assertRefused(Map.of("microscope", 1), "touchpaper.rm.generic.units.tape is missing:");
    start(Map.of("tape", 500));
    var work = new ResourceRequest.Units("store", "microscope", 1);
    commit(
        TestRequests.transaction(
            "t.2", new BookingAction.Make("scan", TestRequests.minutes(0, 60), work)));
    assertRefused(Map.of("tape", 500), "1 of microscope", "units.microscope is missing:");
  }

  /** Ended and cancelled bookings need no capacity. */
  @Test
  void onlyPresentAndFutureBookingsCount() {
    units.clock.set(TestRequests.NINE_O_CLOCK.plusSeconds(3600));
    assertRefused(Map.of("tape", 199), "up to 200 of tape");
    start(Map.of("tape", 200));
    commit(TestRequests.transaction("t.2", new BookingAction.Cancel("long")));
    start(Map.of("tape", 100));
    units.clock.set(TestRequests.NINE_O_CLOCK.plusSeconds(7200));
    start(Map.of("microscope", 1));
  }

  /** Of a booking and its held modification only the larger counts. */
  @Test
  void aHeldModificationCounts() {
    var more =
        TestRequests.transaction(
            "t.2",
            new BookingAction.Modify(
                "long", null, new ResourceRequest.Units("store", "tape", 150)));
    assertThat(units.newScheduler(STORE.database()).prepare(more))
        .isInstanceOf(PrepareResult.Held.class);
    assertRefused(Map.of("tape", 349), "up to 350 of tape");
    start(Map.of("tape", 350));
  }
}
