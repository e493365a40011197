package org.touchpaper.harc.rm.generic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.generic.UnitsUnderTest.tape;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.local.Work;

/** A store that is started again with other settings: what it has promised, it has to have. */
class UnitsOnRecordTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final UnitsUnderTest units = new UnitsUnderTest();

  /** From nine on 300 of tape, 200 of them for an hour; 100 more in the second hour alone. */
  @BeforeEach
  void threeRuns() {
    start(Map.of("tape", 500, "microscope", 1));
    commit(
        Ask.transaction(
            "t.1",
            tape("short", 200, Ask.minutes(0, 60)),
            tape("long", 100, Ask.minutes(0, 120)),
            tape("late", 100, Ask.minutes(60, 120))));
  }

  private UnitScheduler start(Map<String, Integer> settings) {
    var scheduler = units.start(STORE.database(), settings);
    scheduler.open();
    return scheduler;
  }

  private void commit(Transaction transaction) {
    var scheduler = units.start(STORE.database());
    assertThat(scheduler.prepare(transaction)).isInstanceOf(HoldAnswer.Held.class);
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
  void whatIsPromisedAtOnceHasToBeThere() {
    assertRefused(
        Map.of("tape", 299, "microscope", 1),
        "up to 300 of tape of store at once, and there were 500",
        "touchpaper.rm.generic.units.tape is 299 now: set it to 300 at least");
    start(Map.of("tape", 300));
  }

  @Test
  void aUnitOfWhichSomethingIsPromisedIsNotLeftOut() {
    assertRefused(Map.of("microscope", 1), "touchpaper.rm.generic.units.tape is missing now");
    start(Map.of("tape", 500));
    var work = new Work.Units("store", "microscope", 1);
    commit(Ask.transaction("t.2", new Action.Make("look", Ask.minutes(0, 60), work)));
    assertRefused(Map.of("tape", 500), "1 of microscope", "units.microscope is missing now");
  }

  /** What is over, or cancelled, needs nothing any more. */
  @Test
  void onlyWhatIsToComeCounts() {
    units.clock.set(Ask.NINE.plusSeconds(3600));
    assertRefused(Map.of("tape", 199), "up to 200 of tape");
    start(Map.of("tape", 200));
    commit(Ask.transaction("t.2", new Action.Cancel("long")));
    start(Map.of("tape", 100));
    units.clock.set(Ask.NINE.plusSeconds(7200));
    start(Map.of("microscope", 1));
  }

  /** Of a booking and what it is about to become the more counts, not both. */
  @Test
  void aModificationThatIsHeldCounts() {
    var more =
        Ask.transaction(
            "t.2", new Action.Modify("long", null, new Work.Units("store", "tape", 150)));
    assertThat(units.start(STORE.database()).prepare(more)).isInstanceOf(HoldAnswer.Held.class);
    assertRefused(Map.of("tape", 349), "up to 350 of tape");
    start(Map.of("tape", 350));
  }
}
