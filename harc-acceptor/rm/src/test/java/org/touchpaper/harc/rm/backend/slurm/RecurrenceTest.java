package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.rm.backend.slurm.client.Recurrence;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Schedule;

/** Recurring reservations, of which Slurm shows only the next occurrence. */
class RecurrenceTest {
  /** A Tuesday. */
  private static final Schedule TUESDAY =
      new Schedule(Instant.parse("2026-12-01T08:00:00Z"), Instant.parse("2026-12-01T12:00:00Z"));

  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private static Schedule days(int from, int to) {
    var midnight = Instant.parse("2026-12-01T00:00:00Z");
    return new Schedule(midnight.plus(Duration.ofDays(from)), midnight.plus(Duration.ofDays(to)));
  }

  @ParameterizedTest
  @CsvSource({
    "NONE,    0, 15, 1",
    "DAILY,   0, 15, 15",
    "WEEKDAY, 0, 15, 11", // two weeks have ten, and the Tuesday after them
    "WEEKEND, 0, 15, 5", // the next one, and four days of two weekends
    "WEEKLY,  0, 15, 3",
    "WEEKLY,  14, 15, 2", // besides the next one
    "WEEKLY,  20, 21, 1",
    "HOURLY,  30, 31, 28", // those that began the evening before continue
    "DAILY,   0, 3650, 60",
  })
  void computesItsOccurrences(Recurrence recurrence, int from, int to, int times) {
    assertThat(recurrence.occurrences(TUESDAY, days(from, to)))
        .hasSize(times)
        .doesNotHaveDuplicates()
        .startsWith(TUESDAY)
        .allMatch(time -> time.duration().equals(TUESDAY.duration()));
  }

  @Test
  void isOneOfTheFlags() {
    assertThat(Recurrence.of(List.of("MAINT", "WEEKLY", "SPEC_NODES")))
        .isEqualTo(Recurrence.WEEKLY);
    assertThat(Recurrence.of(List.of("MAINT", "NO_WEEKLY"))).isEqualTo(Recurrence.NONE);
    assertThat(Recurrence.of(List.of())).isEqualTo(Recurrence.NONE);
  }

  /** Slurm itself would allow it: it ignores the maintenance of the week after next. */
  @Test
  void nodesOfARecurringMaintenanceAreNotBooked() {
    var clock = SettableClock.at(days(-1, 0).startTime());
    var simulatedSlurm = new SimulatedSlurm(clock);
    simulatedSlurm.create(
        new SlurmReservation(
            "maintenance",
            List.of("man1", "man2", "man3"),
            TUESDAY,
            List.of("root"),
            false,
            Recurrence.WEEKLY));
    var slurm = new SlurmUnderTest("man", STORE.database(), simulatedSlurm, clock);
    var window =
        new Schedule(
            days(14, 15).startTime(),
            TUESDAY.startTime().plus(Duration.ofDays(14)).plusSeconds(60));
    var refused =
        (Refused)
            slurm
                .newScheduler()
                .prepare(TestRequests.transaction("t.1", slurm.nodes("run-1", 2, window)));
    assertThat(refused.refusals().getFirst().refusal().nextFit())
        .isEqualTo(
            new Schedule(
                TUESDAY.endTime().plus(Duration.ofDays(14)),
                TUESDAY.endTime().plus(Duration.ofDays(14)).plus(window.duration())));
    var held =
        (Held)
            slurm
                .newScheduler()
                .prepare(TestRequests.transaction("t.2", slurm.nodes("run-2", 1, window)));
    assertThat(held.statuses().getFirst().path()).containsExactly("man4");
    var free =
        slurm
            .newScheduler()
            .queryAvailability(
                new ResourceAvailabilityQuery(TestRequests.ANNE, "man", days(21, 22), null, null))
            .steps();
    assertThat(free).extracting(step -> step.free()).containsExactly(4, 1, 4);
  }
}
