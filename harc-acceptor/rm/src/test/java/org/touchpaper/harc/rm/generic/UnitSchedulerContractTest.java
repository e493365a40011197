package org.touchpaper.harc.rm.generic;

import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Crashes;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.LocalSchedulerClockContract;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.segment.connection.Schedule;

class UnitSchedulerContractTest extends LocalSchedulerClockContract {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final Crashes crashes = new Crashes();
  private final UnitsUnderTest units = new UnitsUnderTest();

  @BeforeEach
  void freshDatabase() {
    units.start(STORE.database()).open();
  }

  @Override
  protected LocalScheduler start() {
    return units.start(crashes.around(STORE.database()));
  }

  @Override
  protected Action.Make modest(String ident) {
    return UnitsUnderTest.tape(ident, 20, Ask.minutes(0, 60));
  }

  @Override
  protected Action.Make greedy(String ident) {
    return UnitsUnderTest.tape(ident, UnitsUnderTest.TAPE, Ask.minutes(0, 60));
  }

  @Override
  protected Action.Make modest(String ident, Schedule schedule) {
    return UnitsUnderTest.tape(ident, 20, schedule);
  }

  @Override
  protected Action.Make greedy(String ident, Schedule schedule) {
    return UnitsUnderTest.tape(ident, UnitsUnderTest.TAPE, schedule);
  }

  @Override
  protected void setClock(Instant instant) {
    units.clock.set(instant);
  }

  /** Nothing is ever due: whether it is up is the clock's to say. */
  @Override
  protected void turnTo(Instant instant) {
    units.clock.set(instant);
  }

  @Override
  protected Optional<Boolean> isOpen(String ident) {
    return Optional.empty();
  }

  @Override
  protected String ident(int n) {
    return "copy-" + n;
  }

  @Override
  protected LocalScheduler startOn(DataSource database) {
    var scheduler = units.start(database);
    scheduler.open();
    return scheduler;
  }

  /** There is nothing to do. */
  @Override
  protected void lookAround(DataSource database) {}

  @Override
  protected Store store() {
    return STORE;
  }

  @Override
  protected Crashes crashes() {
    return crashes;
  }
}
