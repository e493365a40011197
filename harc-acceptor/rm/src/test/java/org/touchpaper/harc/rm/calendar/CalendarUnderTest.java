package org.touchpaper.harc.rm.calendar;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.owner.Accounts;
import org.touchpaper.platform.time.SettableClock;
import tools.jackson.databind.json.JsonMapper;

/** A calendar of eight nodes on a database and a directory of its own, with a clock to turn. */
final class CalendarUnderTest {
  static final int NODES = 8;

  final SettableClock clock = SettableClock.at(Ask.NINE.minusSeconds(3600));
  final Map<String, Instant> agenda = new TreeMap<>();
  final AllocationFiles files;
  private final DataSource database;
  private final Machine machine =
      new Machine(
          "newton",
          NODES,
          "newton%03d",
          new Accounts(Map.of("anne@ucl", "aa1"), Set.of("manchester")));
  private MachineCommand command = new MachineCommand(List.of(), Duration.ofMinutes(1));

  CalendarUnderTest(DataSource database, Path directory) {
    this.database = database;
    var record = new DirectoryOnRecord(JdbcClient.create(database));
    this.files = new AllocationFiles(directory, new JsonMapper(), record);
  }

  void runCommand(String... words) {
    command = new MachineCommand(List.of(words), Duration.ofMinutes(1));
  }

  /** As after a restart: everything it knows is in the database. */
  MachineCalendar start() {
    return start(database, agenda::put);
  }

  MachineCalendar start(DataSource other, Agenda reminders) {
    var jdbc = JdbcClient.create(other);
    return new MachineCalendar(
        machine,
        new Allocations(jdbc),
        new Answers(jdbc, new JsonMapper(), clock),
        new TransactionTemplate(new JdbcTransactionManager(other)),
        reminders,
        clock);
  }

  AllocationKeeper keeper() {
    return keeper(database);
  }

  private AllocationKeeper keeper(DataSource database) {
    var jdbc = JdbcClient.create(database);
    return new AllocationKeeper(
        machine,
        new Allocations(jdbc),
        files,
        command,
        new TransactionTemplate(new JdbcTransactionManager(database)),
        agenda::put,
        clock);
  }

  /** As the service does when it is started. */
  void restart() {
    new Allocations(JdbcClient.create(database))
        .listPending()
        .forEach(ident -> agenda.put(ident, clock.instant()));
  }

  /** Turns the clock and does what has come due by then. */
  void turnTo(Instant instant) {
    turnTo(instant, database);
  }

  void turnTo(Instant instant, DataSource dying) {
    clock.set(instant);
    for (var ident : List.copyOf(agenda.keySet())) {
      while (agenda.containsKey(ident) && !agenda.get(ident).isAfter(instant)) {
        keeper(dying)
            .look(ident)
            .ifPresentOrElse(next -> agenda.put(ident, next), () -> agenda.remove(ident));
      }
    }
  }
}
