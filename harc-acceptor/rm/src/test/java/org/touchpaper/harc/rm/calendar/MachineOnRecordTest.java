package org.touchpaper.harc.rm.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.owner.Accounts;
import org.touchpaper.platform.time.SettableClock;
import tools.jackson.databind.json.JsonMapper;

/** A calendar that is started again with other settings: nodes are on record by their numbers. */
class MachineOnRecordTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  @TempDir Path directory;
  private final SettableClock clock = SettableClock.at(Ask.NINE.minusSeconds(3600));
  private final Transaction run = Ask.transaction("t.1", Ask.nodes("run", 4, Ask.minutes(0, 60)));

  @BeforeEach
  void aRunOnFourOfEight() {
    commit(started("newton", 8, "newton%03d"), run);
  }

  private CalendarHouse started(String cluster, int nodes, String nodeName) {
    var accounts = new Accounts(Map.of("anne@ucl", "aa1"), Set.of("manchester"));
    var jdbc = JdbcClient.create(STORE.database());
    var json = new JsonMapper();
    var house =
        new CalendarHouse(
            new Machine(cluster, nodes, nodeName, accounts),
            directory,
            new MachineCommand(List.of(), Duration.ofMinutes(1)),
            new Answers(jdbc, json, clock),
            (_, _) -> {},
            jdbc,
            json,
            new TransactionTemplate(new JdbcTransactionManager(STORE.database())),
            clock);
    house.restart();
    return house;
  }

  private static void commit(CalendarHouse house, Transaction transaction) {
    house.calendar().prepare(transaction);
    house.calendar().commit(transaction);
  }

  /** It used to fail, as if somebody on the machine had changed what is up. */
  @ParameterizedTest
  @CsvSource({
    "newton, 8, grace%d,    'newton, called newton%03d', cluster and node-name are newton and grace%d now: set them back",
    "grace,  8, newton%03d, 'newton, called newton%03d', give grace a database of its own",
    "newton, 3, newton%03d, nodes up to number 4,        touchpaper.rm.calendar.nodes is 3 now: set it back",
  })
  void whatRunsIsNotTakenForAnotherMachines(
      String cluster, int nodes, String nodeName, String has, String remedy) {
    clock.set(Ask.NINE);
    started("newton", 8, "newton%03d").look("run");
    assertThatThrownBy(() -> started(cluster, nodes, nodeName))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("not over (1) ", has, remedy);
    var asBefore = started("newton", 8, "newton%03d");
    asBefore.look("run");
    assertThat(part(asBefore).state()).isEqualTo(Part.State.ACTIVE);
    assertThat(part(asBefore).path()).startsWith("newton001").hasSize(4);
  }

  @Test
  void moreNodesAreThereToBePromised() {
    var grown = started("newton", 16, "newton%03d");
    commit(grown, Ask.transaction("t.2", Ask.nodes("more", 12, Ask.minutes(0, 60))));
    assertThat(part(grown).path()).startsWith("newton001").hasSize(4);
  }

  @Test
  void whatIsOverIsNobodysNodes() {
    commit(started("newton", 8, "newton%03d"), Ask.transaction("t.2", new Action.Cancel("run")));
    started("newton", 2, "n%d");
    started("grace", 1, "grace");
  }

  private Part part(CalendarHouse house) {
    return house.calendar().query(run).getFirst();
  }
}
