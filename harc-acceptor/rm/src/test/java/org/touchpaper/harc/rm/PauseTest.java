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
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.vote.VoterByHand;
import org.touchpaper.harc.rm.vote.WillingScheduler;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;

/** How often a voter comes back to what is prepared and not decided, through the rows it leaves. */
class PauseTest {
  private final HikariDataSource database = pool();
  private final SettableClock clock = SettableClock.at(Ask.NINE);
  private final com.github.kagkarlsson.scheduler.testhelper.SettableClock due =
      new com.github.kagkarlsson.scheduler.testhelper.SettableClock();
  private final SchedulerClient rows = SchedulerClient.Builder.create(database).build();
  private final WillingScheduler scheduler = new WillingScheduler();
  private final VoterByHand voter =
      new VoterByHand(database, scheduler, new DueRow(rows, "transaction")::afreshAt, clock);
  private final ManualScheduler looks =
      TestHelper.createManualScheduler(
              database, DueRow.task("transaction", clock, id -> voter.goOn(id)))
          .clock(due)
          .build();

  /** To connect anew for each look would take most of the test's time. */
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
    looks.start();
  }

  /** Acceptors that are away may be away with thousands: nobody asks each second for ever. */
  @Test
  void anHourOverdueItHasAskedAsSeldomAsTheMachineSays() {
    prepared();
    var end = clock.instant().plus(Duration.ofHours(1));
    for (var next = next(); next.isBefore(end); next = next()) {
      lookAt(next);
      assertThat(voter.questions()).isLessThan(150);
    }
    assertThat(voter.questions()).as("a minute apart at most").isGreaterThan(50);
  }

  /**
   * The look that hears it is going on, and has said when the next is: in a minute. However late it
   * was decided, what is decided is told as soon as it can be.
   */
  @Test
  void whatIsDecidedAfterAnHourIsToldAgainAndAgainAtOnceToASchedulerThatDoesNotAnswer() {
    var run = prepared();
    var end = clock.instant().plus(Duration.ofHours(1));
    for (var next = next(); next.isBefore(end); next = next()) {
      lookAt(next);
    }
    scheduler.silent = 4;
    voter.acceptorsKnow(run, Decision.COMMIT);
    lookAt(next());
    assertThat(voter.isCarriedOut(run)).isFalse();
    var heard = clock.instant();
    while (!voter.isCarriedOut(run)) {
      lookAt(next());
      assertThat(clock.instant()).isBefore(heard.plusSeconds(10));
    }
    assertThat(scheduler.told).containsExactly("commit t.1");
    while (!rows.getScheduledExecutions().isEmpty()) {
      lookAt(next());
      assertThat(clock.instant())
          .as("nothing is looked at for ever")
          .isBefore(heard.plusSeconds(300));
    }
  }

  private Message.Prepare prepared() {
    var run = voter.prepare("t.1", Ask.nodes("run", 1, Ask.minutes(0, 60)));
    voter.work();
    return run;
  }

  private Instant next() {
    return rows.getScheduledExecutions().stream()
        .map(ScheduledExecution::getExecutionTime)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** Never before its time, and a little later at least: time goes on. */
  private void lookAt(Instant time) {
    var then = time.isAfter(clock.instant()) ? time : clock.instant().plusMillis(1);
    clock.set(then);
    due.set(then);
    looks.runAnyDueExecutions();
  }
}
