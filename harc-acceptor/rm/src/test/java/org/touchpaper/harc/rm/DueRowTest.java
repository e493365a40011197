package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.testhelper.ManualScheduler;
import com.github.kagkarlsson.scheduler.testhelper.TestHelper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;

class DueRowTest {
  private final DataSource database = TestDatabases.fresh().dataSource();
  private final SettableClock clock = SettableClock.at(Ask.NINE);
  private final com.github.kagkarlsson.scheduler.testhelper.SettableClock due =
      new com.github.kagkarlsson.scheduler.testhelper.SettableClock();
  private final List<String> looks = new ArrayList<>();
  private Runnable meanwhile = () -> {};

  /** Its answer is that of what it read at its beginning: that it need never look again. */
  private Optional<Instant> look(String id) {
    looks.add(id);
    meanwhile.run();
    return Optional.empty();
  }

  private DueRow rows() {
    return new DueRow(SchedulerClient.Builder.create(database).build(), "thing");
  }

  private ManualScheduler scheduler() {
    due.set(clock.instant());
    Flyway.configure()
        .dataSource(database)
        .locations("classpath:platform/db/migration")
        .load()
        .migrate();
    return TestHelper.createManualScheduler(database, DueRow.task("thing", clock, this::look))
        .clock(due)
        .start();
  }

  @Test
  void whatIsCalledForDuringALookIsLookedAtAfresh() {
    var scheduler = scheduler();
    var another = scheduler();
    meanwhile =
        () -> {
          meanwhile = () -> {};
          rows().afreshAt("run-1", Ask.NINE);
          rows().afreshAt("run-1", Ask.NINE.plusSeconds(60));
          another.runAnyDueExecutions();
        };
    rows().afreshAt("run-1", Ask.NINE);
    scheduler.runAnyDueExecutions();
    assertThat(looks).as("never twice at a time").containsExactly("run-1");
    turn(scheduler, Duration.ofSeconds(2));
    assertThat(looks).containsExactly("run-1", "run-1");
    turn(scheduler, Duration.ofSeconds(60));
    assertThat(looks).containsExactly("run-1", "run-1", "run-1");
    assertThat(rows().scheduler().getScheduledExecutions()).isEmpty();
  }

  @Test
  void whoKnowsOfALaterTimePutsNothingOff() {
    var scheduler = scheduler();
    rows().afreshAt("run-1", Ask.NINE.plusSeconds(1));
    rows().afreshAt("run-1", Ask.NINE.plusSeconds(3600));
    turn(scheduler, Duration.ofSeconds(1));
    assertThat(looks).containsExactly("run-1");
  }

  @Test
  void aCallMovesWhatIsPlannedAndNothingElseIsLeft() {
    var scheduler = scheduler();
    rows().afreshAt("run-1", Ask.NINE.plusSeconds(60));
    rows().afreshAt("run-1", Ask.NINE.plusSeconds(10));
    rows().at("run-2", Ask.NINE);
    scheduler.runAnyDueExecutions();
    assertThat(looks).containsExactly("run-2");
    turn(scheduler, Duration.ofSeconds(10));
    assertThat(looks).containsExactly("run-2", "run-1");
    assertThat(rows().scheduler().getScheduledExecutions()).isEmpty();
  }

  /** Whoever books chooses what it is called. */
  @Test
  void whateverAThingIsCalledItIsLookedAt() {
    var scheduler = scheduler();
    var odd = List.of("call/" + UUID.randomUUID() + "/run-1", "thing/run-1", "call/", "a\nb");
    odd.forEach(id -> rows().afreshAt(id, Ask.NINE));
    scheduler.runAnyDueExecutions();
    assertThat(looks).containsExactlyInAnyOrderElementsOf(odd);
    assertThat(rows().scheduler().getScheduledExecutions()).isEmpty();
  }

  /** A call first wakes the row, which is due then. */
  private void turn(ManualScheduler scheduler, Duration time) {
    clock.set(clock.instant().plus(time));
    due.set(clock.instant());
    scheduler.runAnyDueExecutions();
    scheduler.runAnyDueExecutions();
  }
}
