package org.touchpaper.harc.rm.backend.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.touchpaper.harc.rm.booking.BackendResourceScheduler;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.platform.time.SettableClock;
import tools.jackson.databind.json.JsonMapper;

/** A calendar that is restarted with other settings, although nodes are stored by number. */
class MachineSettingsGuardTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  @TempDir Path directory;
  private final SettableClock clock =
      SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));
  private final Transaction run =
      TestRequests.transaction("t.1", TestRequests.nodes("run", 4, TestRequests.minutes(0, 60)));

  @BeforeEach
  void aRunOnFourOfEight() {
    commit(newScheduler("newton", 8, "newton%03d"), run);
  }

  private BackendResourceScheduler newScheduler(String cluster, int nodes, String nodeName) {
    var accounts = new AccountMapping(Map.of("anne@ucl", "aa1"), Set.of("manchester"));
    var jdbc = JdbcClient.create(STORE.database());
    var json = JsonMapper.shared();
    var scheduler =
        new BackendResourceScheduler(
            new CalendarBackend(
                new Machine(cluster, nodes, nodeName, accounts),
                directory,
                new SiteHookCommand(List.of(), Duration.ofMinutes(1)),
                Optional.empty(),
                jdbc,
                json,
                clock),
            jdbc,
            json,
            new TransactionTemplate(new JdbcTransactionManager(STORE.database())),
            (_, _) -> {},
            clock);
    scheduler.resume();
    return scheduler;
  }

  private static void commit(BackendResourceScheduler scheduler, Transaction transaction) {
    scheduler.prepare(transaction);
    scheduler.commit(transaction);
  }

  /** Otherwise the booking would fail, as if a third party had changed its file. */
  @ParameterizedTest
  @CsvSource({
    "newton, 8, grace%d,    'newton, named newton%03d', cluster and node-name are newton and grace%d: restore the settings",
    "grace,  8, newton%03d, 'newton, named newton%03d', give grace its own database",
    "newton, 3, newton%03d, nodes up to newton004,        touchpaper.rm.calendar.nodes is 3: restore the setting",
  })
  void refusesSettingsThatDoNotMatchAssignedNodes(
      String cluster, int nodes, String nodeName, String has, String remedy) {
    clock.set(TestRequests.NINE_O_CLOCK);
    newScheduler("newton", 8, "newton%03d").synchronizer().check("run");
    assertThatThrownBy(() -> newScheduler(cluster, nodes, nodeName))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("have not ended (1) ", has, remedy);
    var asBefore = newScheduler("newton", 8, "newton%03d");
    asBefore.synchronizer().check("run");
    assertThat(part(asBefore).state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(part(asBefore).path()).startsWith("newton001").hasSize(4);
  }

  @Test
  void addedNodesCanBeBooked() {
    var grown = newScheduler("newton", 16, "newton%03d");
    commit(
        grown,
        TestRequests.transaction(
            "t.2", TestRequests.nodes("more", 12, TestRequests.minutes(0, 60))));
    assertThat(part(grown).path()).startsWith("newton001").hasSize(4);
  }

  @Test
  void finishedBookingsDoNotRestrictTheSettings() {
    commit(
        newScheduler("newton", 8, "newton%03d"),
        TestRequests.transaction("t.2", new BookingAction.Cancel("run")));
    newScheduler("newton", 2, "n%d");
    newScheduler("grace", 1, "grace");
  }

  private ActionStatusDetails part(BackendResourceScheduler scheduler) {
    return scheduler.queryStatuses(run).getFirst();
  }
}
