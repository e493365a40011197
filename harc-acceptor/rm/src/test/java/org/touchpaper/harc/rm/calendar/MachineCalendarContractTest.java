package org.touchpaper.harc.rm.calendar;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Crashes;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.LocalSchedulerClockContract;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.segment.connection.Schedule;

class MachineCalendarContractTest extends LocalSchedulerClockContract {
  @RegisterExtension private static final Store STORE = Store.fresh();

  @TempDir private Path directory;
  private final Crashes crashes = new Crashes();
  private CalendarUnderTest calendar;

  @BeforeEach
  void freshDatabase() {
    calendar = new CalendarUnderTest(STORE.database(), directory);
  }

  @Override
  protected LocalScheduler start() {
    return calendar.start(
        crashes.around(STORE.database()),
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
  protected Action.Make modest(String ident, Schedule schedule) {
    return Ask.nodes(ident, 1, schedule);
  }

  @Override
  protected Action.Make greedy(String ident, Schedule schedule) {
    return Ask.nodes(ident, CalendarUnderTest.NODES, schedule);
  }

  @Override
  protected void setClock(Instant instant) {
    calendar.clock.set(instant);
  }

  @Override
  protected void turnTo(Instant instant) {
    calendar.turnTo(instant, crashes.around(STORE.database()));
  }

  @Override
  protected void restarted() {
    calendar.restart();
  }

  @Override
  protected Optional<Boolean> isOpen(String ident) {
    return Optional.of(Files.exists(calendar.files.fileOf(ident)));
  }

  @Override
  protected String ident(int n) {
    return "run-" + n;
  }

  @Override
  protected LocalScheduler startOn(DataSource database) {
    return calendar.start(database, calendar.agenda::put);
  }

  @Override
  protected void lookAround(DataSource database) {
    new CalendarUnderTest(database, directory).restart();
    calendar.turnTo(Ask.NINE, database);
  }

  @Override
  protected Store store() {
    return STORE;
  }

  @Override
  protected Crashes crashes() {
    return crashes;
  }
}
