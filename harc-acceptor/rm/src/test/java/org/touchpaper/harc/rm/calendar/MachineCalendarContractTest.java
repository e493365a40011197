package org.touchpaper.harc.rm.calendar;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Crashes;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.LocalSchedulerContract;
import org.touchpaper.platform.postgres.TestDatabases;

class MachineCalendarContractTest extends LocalSchedulerContract {
  @TempDir private Path directory;
  private final Crashes crashes = new Crashes();
  private DataSource database;
  private CalendarUnderTest calendar;

  @BeforeEach
  void freshDatabase() {
    database = TestDatabases.fresh().dataSource();
    calendar = new CalendarUnderTest(database, directory);
  }

  @Override
  protected LocalScheduler start() {
    return calendar.start(
        crashes.around(database),
        (ident, when) -> crashes.write("agenda", () -> calendar.agenda.put(ident, when)));
  }

  @Override
  protected Action.Make modest(String ident) {
    return Ask.nodes(ident, 1, Ask.minutes(0, 60));
  }

  @Override
  protected Action.Make greedy(String ident) {
    return Ask.nodes(ident, CalendarUnderTest.NODES, Ask.minutes(0, 60));
  }

  @Override
  protected String ident(int n) {
    return "run-" + n;
  }

  @Override
  protected Crashes crashes() {
    return crashes;
  }
}
