package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Schedule;

/** Reservations that come again, of which Slurm shows the next time alone. */
class RecurrenceTest {
  /** A Tuesday. */
  private static final Schedule TUESDAY =
      new Schedule(Instant.parse("2026-12-01T08:00:00Z"), Instant.parse("2026-12-01T12:00:00Z"));

  @RegisterExtension private static final Store STORE = Store.fresh();

  private static Schedule days(int from, int to) {
    var midnight = Instant.parse("2026-12-01T00:00:00Z");
    return new Schedule(midnight.plus(Duration.ofDays(from)), midnight.plus(Duration.ofDays(to)));
  }

  @ParameterizedTest
  @CsvSource({
    "NONE,    0, 15, 1",
    "DAILY,   0, 15, 15",
    "WEEKDAY, 0, 15, 11", // two weeks have ten, and the Tuesday after them
    "WEEKEND, 0, 15, 5", // the one that is shown, and four days of two weekends
    "WEEKLY,  0, 15, 3",
    "WEEKLY,  14, 15, 2", // beside the next one
    "WEEKLY,  20, 21, 1",
    "HOURLY,  30, 31, 28", // those that began the evening before go on
    "DAILY,   0, 3650, 60",
  })
  void takesPlaceAgainAndAgain(Recurrence recurrence, int from, int to, int times) {
    assertThat(recurrence.times(TUESDAY, days(from, to)))
        .hasSize(times)
        .doesNotHaveDuplicates()
        .startsWith(TUESDAY)
        .allMatch(time -> time.length().equals(TUESDAY.length()));
  }

  @Test
  void isOneOfTheFlags() {
    assertThat(Recurrence.of(List.of("MAINT", "WEEKLY", "SPEC_NODES")))
        .isEqualTo(Recurrence.WEEKLY);
    assertThat(Recurrence.of(List.of("MAINT", "NO_WEEKLY"))).isEqualTo(Recurrence.NONE);
    assertThat(Recurrence.of(List.of())).isEqualTo(Recurrence.NONE);
  }

  /** Slurm lets one be made there: that of the week after next is in nobody's way yet. */
  @Test
  void noNodeIsPromisedForAMaintenanceThatComesAgain() {
    var clock = SettableClock.at(days(-1, 0).startTime());
    var paper = new PaperSlurm(clock);
    paper.create(
        new SlurmReservation(
            "maintenance",
            List.of("man1", "man2", "man3"),
            TUESDAY,
            List.of("root"),
            false,
            Recurrence.WEEKLY));
    var slurm = new SlurmUnderTest("man", STORE.database(), paper, clock);
    var then =
        new Schedule(
            days(14, 15).startTime(),
            TUESDAY.startTime().plus(Duration.ofDays(14)).plusSeconds(60));
    var refused =
        (Refused) slurm.start().prepare(Ask.transaction("t.1", slurm.nodes("run-1", 2, then)));
    assertThat(refused.reasons().getFirst().refusal().nextFit())
        .isEqualTo(
            new Schedule(
                TUESDAY.endTime().plus(Duration.ofDays(14)),
                TUESDAY.endTime().plus(Duration.ofDays(14)).plus(then.length())));
    var one = (Held) slurm.start().prepare(Ask.transaction("t.2", slurm.nodes("run-2", 1, then)));
    assertThat(one.parts().getFirst().path()).containsExactly("man4");
    var free =
        slurm
            .start()
            .timetable(new FreeTimeQuestion(Ask.ANNE, "man", days(21, 22), null, null))
            .steps();
    assertThat(free).extracting(step -> step.free()).containsExactly(4, 1, 4);
  }
}
