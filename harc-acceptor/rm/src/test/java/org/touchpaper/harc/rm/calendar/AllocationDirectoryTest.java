package org.touchpaper.harc.rm.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.local.Ask.NINE;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.owner.Accounts;
import org.touchpaper.platform.postgres.TestDatabases;
import tools.jackson.databind.json.JsonMapper;

/** Where a machine's allocation files are kept is made once, and expected from then on. */
class AllocationDirectoryTest extends RunUnderTest {

  /** As when the resource manager is started. */
  private void restart() {
    var jdbc = JdbcClient.create(database());
    var json = new JsonMapper();
    new CalendarHouse(
            new Machine(
                "newton",
                CalendarUnderTest.NODES,
                "newton%03d",
                new Accounts(Map.of("anne@ucl", "aa1"), Set.of("manchester"))),
            directory,
            new MachineCommand(List.of(), Duration.ofMinutes(1)),
            new Answers(jdbc, json, calendar.clock),
            calendar.agenda::put,
            jdbc,
            json,
            new TransactionTemplate(new JdbcTransactionManager(database())),
            calendar.clock)
        .restart();
  }

  @Test
  void theFirstStartEverMakesIt() throws IOException {
    Files.delete(directory);
    restart();
    assertThat(directory).isEmptyDirectory();
  }

  /** Under the mount point of a file system that is away the machine would be told nothing. */
  @Test
  void whereItIsAwayBeforeAnythingIsUpNoneIsMadeInItsPlace() throws IOException {
    restart();
    calendar.start().commit(run);
    var away = Files.move(directory, scratch.resolve("away"));
    restart();
    calendar.turnTo(NINE);
    calendar.turnTo(NINE.plusSeconds(300));
    assertThat(directory).doesNotExist();
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
    assertThat(part().problem()).contains("cannot find " + directory, "mount it", "make it");
    Files.move(away, directory);
    calendar.turnTo(NINE.plusSeconds(301));
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
    assertThat(part().problem()).isNull();
  }

  /** What is cancelled while it starts, before it has a file, is cleared all the same. */
  @Test
  void oneThatCouldNotBeMadeIsMadeAsSoonAsItCanBe() throws IOException {
    Files.delete(directory);
    Files.writeString(directory, "in the way");
    restart();
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    assertThat(part().problem()).contains("cannot make " + directory);
    var cancel = Ask.transaction("t.2", new Action.Cancel("run"));
    calendar.start().prepare(cancel);
    calendar.start().commit(cancel);
    calendar.turnTo(NINE.plusSeconds(1));
    assertThat(part().released()).isFalse();
    Files.delete(directory);
    calendar.turnTo(NINE.plusSeconds(2));
    assertThat(directory).isEmptyDirectory();
    assertThat(part().state()).isEqualTo(Part.State.CANCELLED);
    assertThat(part().released()).isTrue();
  }

  /** Builds before made it with the first file, and wrote down nothing about it. */
  @ParameterizedTest
  @CsvSource({"COMMITTED, false", "CANCELLED, false", "ACTIVE, true", "ENDED, true"})
  void afterAnUpgradeItIsExpectedWhereThereEverWasAFile(String state, boolean hasBeenThere) {
    var old = TestDatabases.fresh().dataSource();
    var flyway = Flyway.configure().dataSource(old).locations("classpath:rm/db/migration");
    flyway.target("320").load().migrate();
    var jdbc = JdbcClient.create(old);
    jdbc.sql(
            "insert into allocation (ident, transaction_id, action_index, holder, nodes, starts_at,"
                + " ends_at, state) values ('run', 't.1', 0, 'aa1', '{1}', now(),"
                + " now() + interval '1 hour', ?)")
        .param(state)
        .update();
    flyway.target("latest").load().migrate();
    assertThat(new DirectoryOnRecord(jdbc).hasBeenThere()).isEqualTo(hasBeenThere);
  }
}
