package org.touchpaper.harc.rm.calendar;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.answer.Answers;
import tools.jackson.databind.json.JsonMapper;

/** A machine's calendar put together: what promises its nodes, and what keeps the promises. */
public final class CalendarHouse {
  private static final Logger LOG = LoggerFactory.getLogger(CalendarHouse.class);

  private final MachineCalendar calendar;
  private final AllocationKeeper keeper;
  private final Machine machine;
  private final MachineOnRecord machineOnRecord;
  private final Allocations allocations;
  private final AllocationFiles files;
  private final TransactionOperations database;
  private final Agenda agenda;
  private final Clock clock;

  public CalendarHouse(
      Machine machine,
      Path directory,
      MachineCommand command,
      Answers answers,
      Agenda agenda,
      JdbcClient jdbc,
      JsonMapper json,
      TransactionOperations database,
      Clock clock) {
    this.machine = machine;
    this.machineOnRecord = new MachineOnRecord(jdbc);
    this.allocations = new Allocations(jdbc);
    this.database = database;
    this.agenda = agenda;
    this.clock = clock;
    this.files = new AllocationFiles(directory, json, new DirectoryOnRecord(jdbc));
    this.calendar = new MachineCalendar(machine, allocations, answers, database, agenda, clock);
    this.keeper =
        new AllocationKeeper(machine, allocations, files, command, database, agenda, clock);
  }

  public MachineCalendar calendar() {
    return calendar;
  }

  /** Does what is due for an allocation; answers when to look again, or nothing if never. */
  public Optional<Instant> look(String ident) {
    return keeper.look(ident);
  }

  /**
   * Takes up, after a restart, whatever may have come due or been interrupted.
   *
   * @throws IllegalStateException if what is promised is not of the machine that is configured now
   */
  public void restart() {
    database.executeWithoutResult(_ -> {
      allocations.lock(machine);
      machineOnRecord.expect(machine);
    });
    expectDirectory();
    allocations.listPending().forEach(ident -> agenda.lookAt(ident, clock.instant()));
  }

  /** Whoever looks at the log need not wait for the first start to see that it is away. */
  private void expectDirectory() {
    try {
      files.expectDirectory();
    } catch (UncheckedIOException e) {
      LOG.warn("machine={} {}", machine.name(), e.getMessage());
    }
  }
}
