package org.touchpaper.harc.rm.calendar;

import static org.touchpaper.harc.rm.local.Ask.minutes;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;

/** Four nodes of newton from nine to ten past, held: where the stories of a run begin. */
abstract class RunUnderTest {
  private static Store store;

  @BeforeAll
  static void open() {
    store = Store.fresh();
  }

  @AfterAll
  static void close() {
    store.close();
  }

  @TempDir Path directory;
  @TempDir Path scratch;
  CalendarUnderTest calendar;
  final Transaction run = Ask.transaction("t.1", Ask.nodes("run", 4, minutes(0, 10)));

  @BeforeEach
  void prepared() {
    store.empty();
    calendar = new CalendarUnderTest(store.database(), directory);
    calendar.start().prepare(run);
  }

  /** As the resource manager writes it down. */
  static Allocations allocations() {
    return new Allocations(JdbcClient.create(store.database()));
  }

  static DataSource database() {
    return store.database();
  }

  final Part part() {
    return calendar.start().query(run).getFirst();
  }

  /** How many nodes are free, at least, while it runs. */
  final int leastFree() {
    return calendar.start().timetable(question(0, 10)).steps().stream()
        .mapToInt(step -> step.free())
        .min()
        .orElseThrow();
  }

  static FreeTimeQuestion question(int from, int to) {
    return new FreeTimeQuestion(Ask.ANNE, "newton", minutes(from, to), null, null);
  }
}
