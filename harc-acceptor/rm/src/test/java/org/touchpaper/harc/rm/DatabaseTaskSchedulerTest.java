package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.testhelper.ManualScheduler;
import com.github.kagkarlsson.scheduler.testhelper.TestHelper;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;

class DatabaseTaskSchedulerTest {
  private final DataSource database = TestDatabases.fresh().dataSource();
  private final SettableClock clock = SettableClock.at(TestRequests.NINE_O_CLOCK);
  private final com.github.kagkarlsson.scheduler.testhelper.SettableClock due =
      new com.github.kagkarlsson.scheduler.testhelper.SettableClock();
  private final List<String> runs = new ArrayList<>();
  private Runnable meanwhile = () -> {};

  /**
   * The running check has read the state at its beginning, and returns that no further check is
   * needed.
   */
  private Optional<Instant> run(String id) {
    runs.add(id);
    meanwhile.run();
    return Optional.empty();
  }

  private DatabaseTaskScheduler dueTask() {
    return new DatabaseTaskScheduler(SchedulerClient.Builder.create(database).build(), "thing");
  }

  private ManualScheduler scheduler() {
    due.set(clock.instant());
    Flyway.configure()
        .dataSource(database)
        .locations("classpath:platform/db/migration")
        .load()
        .migrate();
    return TestHelper.createManualScheduler(
            database, DatabaseTaskScheduler.task("thing", clock, this::run))
        .clock(due)
        .start();
  }

  @Test
  void aRequestDuringACheckCausesANewCheck() {
    var scheduler = scheduler();
    var another = scheduler();
    meanwhile =
        () -> {
          meanwhile = () -> {};
          dueTask().scheduleFresh("run-1", TestRequests.NINE_O_CLOCK);
          dueTask().scheduleFresh("run-1", TestRequests.NINE_O_CLOCK.plusSeconds(60));
          another.runAnyDueExecutions();
        };
    dueTask().scheduleFresh("run-1", TestRequests.NINE_O_CLOCK);
    scheduler.runAnyDueExecutions();
    assertThat(runs).as("never two at the same time").containsExactly("run-1");
    advance(scheduler, Duration.ofSeconds(2));
    assertThat(runs).containsExactly("run-1", "run-1");
    advance(scheduler, Duration.ofSeconds(60));
    assertThat(runs).containsExactly("run-1", "run-1", "run-1");
    assertThat(dueTask().scheduler().getScheduledExecutions()).isEmpty();
  }

  @Test
  void aLaterTimeDoesNotPostponeACheck() {
    var scheduler = scheduler();
    dueTask().scheduleFresh("run-1", TestRequests.NINE_O_CLOCK.plusSeconds(1));
    dueTask().scheduleFresh("run-1", TestRequests.NINE_O_CLOCK.plusSeconds(3600));
    advance(scheduler, Duration.ofSeconds(1));
    assertThat(runs).containsExactly("run-1");
  }

  @Test
  void aRequestMovesThePlannedCheckAndLeavesNoOtherRow() {
    var scheduler = scheduler();
    dueTask().scheduleFresh("run-1", TestRequests.NINE_O_CLOCK.plusSeconds(60));
    dueTask().scheduleFresh("run-1", TestRequests.NINE_O_CLOCK.plusSeconds(10));
    dueTask().schedule("run-2", TestRequests.NINE_O_CLOCK);
    scheduler.runAnyDueExecutions();
    assertThat(runs).containsExactly("run-2");
    advance(scheduler, Duration.ofSeconds(10));
    assertThat(runs).containsExactly("run-2", "run-1");
    assertThat(dueTask().scheduler().getScheduledExecutions()).isEmpty();
  }

  /** The library reads the row, waits for the picker's lock, and then finds another version. */
  @Test
  void aCheckThatBeginsWhileItIsMovedCausesANewCheck() throws Exception {
    scheduler();
    dueTask().scheduleFresh("run-1", TestRequests.NINE_O_CLOCK.plusSeconds(60));
    try (var picker = database.getConnection();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      picker.setAutoCommit(false);
      try (var pick = picker.createStatement()) {
        pick.executeUpdate("update scheduled_tasks set picked = true, version = version + 1");
      }
      var request =
          threads.submit(() -> dueTask().scheduleFresh("run-1", TestRequests.NINE_O_CLOCK));
      Awaitility.await().until(this::isSomebodyWaitingForALock);
      picker.commit();
      request.get();
    }
    assertThat(dueTask().scheduler().getScheduledExecutions())
        .as("the request has a row of its own")
        .hasSize(1);
  }

  private boolean isSomebodyWaitingForALock() throws SQLException {
    try (var connection = database.getConnection();
        var query = connection.createStatement();
        var rows =
            query.executeQuery(
                "select count(*) from pg_stat_activity where datname = current_database()"
                    + " and wait_event_type = 'Lock'")) {
      return rows.next() && rows.getInt(1) > 0;
    }
  }

  /** Clients choose booking ids. */
  @Test
  void anItemWithAnyIdIsChecked() {
    var scheduler = scheduler();
    var odd = List.of("call/" + UUID.randomUUID() + "/run-1", "thing/run-1", "call/", "a\nb");
    odd.forEach(id -> dueTask().scheduleFresh(id, TestRequests.NINE_O_CLOCK));
    scheduler.runAnyDueExecutions();
    assertThat(runs).containsExactlyInAnyOrderElementsOf(odd);
    assertThat(dueTask().scheduler().getScheduledExecutions()).isEmpty();
  }

  /** A request row first reschedules the item's row, which is due then. */
  private void advance(ManualScheduler scheduler, Duration time) {
    clock.set(clock.instant().plus(time));
    due.set(clock.instant());
    scheduler.runAnyDueExecutions();
    scheduler.runAnyDueExecutions();
  }
}
