package org.touchpaper.harc.rm.generic;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Crashes;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.LocalSchedulerContract;
import org.touchpaper.harc.rm.local.Store;

class UnitSchedulerContractTest extends LocalSchedulerContract {
  private static final Store STORE = Store.fresh();

  @AfterAll
  static void close() {
    STORE.close();
  }

  private final Crashes crashes = new Crashes();
  private final UnitsUnderTest units = new UnitsUnderTest();

  @BeforeEach
  void freshDatabase() {
    STORE.empty();
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
  protected String ident(int n) {
    return "copy-" + n;
  }

  @Override
  protected Crashes crashes() {
    return crashes;
  }
}
