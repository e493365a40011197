package org.touchpaper.harc.rm.generic;

import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.json.JsonMapper;

/** A store with 500 of tape and one microscope, with a clock to turn. */
final class UnitsUnderTest {
  static final int TAPE = 500;

  final SettableClock clock = SettableClock.at(Ask.NINE.minusSeconds(3600));

  UnitScheduler start(DataSource database) {
    return start(database, Map.of("tape", TAPE, "microscope", 1));
  }

  /** With other settings. */
  UnitScheduler start(DataSource database, Map<String, Integer> units) {
    var jdbc = JdbcClient.create(database);
    return new UnitScheduler(
        new Facility("store", units, Set.of("manchester")),
        jdbc,
        new Answers(jdbc, new JsonMapper(), clock),
        new TransactionTemplate(new JdbcTransactionManager(database)),
        clock);
  }

  static Action.Make tape(String ident, int amount, Schedule schedule) {
    return new Action.Make(ident, schedule, new Work.Units("store", "tape", amount));
  }
}
