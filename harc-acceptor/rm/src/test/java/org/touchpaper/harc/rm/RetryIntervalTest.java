package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.ScheduledExecution;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.testhelper.ManualScheduler;
import com.github.kagkarlsson.scheduler.testhelper.TestHelper;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.voting.ManualVoter;
import org.touchpaper.harc.rm.voting.StubScheduler;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;

/**
 * The intervals at which a voter checks prepared, undecided transactions, through its db-scheduler
 * rows.
 */
class RetryIntervalTest {
  private final HikariDataSource database = pool();
  private final SettableClock clock = SettableClock.at(TestRequests.NINE_O_CLOCK);
  private final com.github.kagkarlsson.scheduler.testhelper.SettableClock due =
      new com.github.kagkarlsson.scheduler.testhelper.SettableClock();
  private final SchedulerClient rows = SchedulerClient.Builder.create(database).build();
  private final StubScheduler scheduler = new StubScheduler();
  private final ManualVoter voter =
      new ManualVoter(
          database,
          scheduler,
          new DatabaseTaskScheduler(rows, "transaction")::scheduleFresh,
          clock);
  private final ManualScheduler dueTasks =
      TestHelper.createManualScheduler(
              database, DatabaseTaskScheduler.task("transaction", clock, id -> voter.advance(id)))
          .clock(due)
          .build();

  /** A new connection for each check would take most of the test's time. */
  private static HikariDataSource pool() {
    var pool = new HikariDataSource();
    pool.setDataSource(TestDatabases.fresh().dataSource());
    pool.setMaximumPoolSize(3);
    return pool;
  }

  @AfterEach
  void close() {
    database.close();
  }

  @BeforeEach
  void migrate() {
    Flyway.configure()
        .dataSource(database)
        .locations("classpath:platform/db/migration", "classpath:rm/db/migration")
        .load()
        .migrate();
    dueTasks.start();
  }

  /**
   * Unreachable acceptors may leave thousands of undecided transactions, which must not be queried
   * every second for ever.
   */
  @Test
  void queriesAnOverdueTransactionAtGrowingIntervals() {
    prepareAndVote();
    var end = clock.instant().plus(Duration.ofHours(1));
    for (var time = nextExecution(); time.isBefore(end); time = nextExecution()) {
      runAt(time);
      assertThat(voter.questions()).isLessThan(150);
    }
    assertThat(voter.questions()).as("a minute apart at most").isGreaterThan(50);
  }

  /**
   * The check that receives the decision has already set the next check a minute later. However
   * late the decision comes, it is applied as soon as possible.
   */
  @Test
  void aLateDecisionIsRetriedAtShortIntervalsWhileTheSchedulerDoesNotAnswer() {
    var run = prepareAndVote();
    var end = clock.instant().plus(Duration.ofHours(1));
    for (var time = nextExecution(); time.isBefore(end); time = nextExecution()) {
      runAt(time);
    }
    scheduler.unreachableCount = 4;
    voter.setKnownOutcome(run, Decision.COMMIT);
    runAt(nextExecution());
    assertThat(voter.isCarriedOut(run)).isFalse();
    var decidedAt = clock.instant();
    while (!voter.isCarriedOut(run)) {
      runAt(nextExecution());
      assertThat(clock.instant()).isBefore(decidedAt.plusSeconds(10));
    }
    assertThat(scheduler.decisions).containsExactly("commit t.1");
    while (!rows.getScheduledExecutions().isEmpty()) {
      runAt(nextExecution());
      assertThat(clock.instant())
          .as("nothing is checked for ever")
          .isBefore(decidedAt.plusSeconds(300));
    }
  }

  private Message.Prepare prepareAndVote() {
    var run = voter.prepare("t.1", TestRequests.nodes("run", 1, TestRequests.minutes(0, 60)));
    voter.runTasks();
    return run;
  }

  private Instant nextExecution() {
    return rows.getScheduledExecutions().stream()
        .map(ScheduledExecution::getExecutionTime)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** Never before its time, and always later than before: time advances. */
  private void runAt(Instant time) {
    var executionTime = time.isAfter(clock.instant()) ? time : clock.instant().plusMillis(1);
    clock.set(executionTime);
    due.set(executionTime);
    dueTasks.runAnyDueExecutions();
  }
}
