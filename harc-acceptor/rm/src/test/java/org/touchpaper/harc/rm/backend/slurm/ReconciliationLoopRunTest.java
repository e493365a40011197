package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.rm.booking.BookingLocks;
import org.touchpaper.harc.rm.run.ApplicationRegistry;
import org.touchpaper.harc.rm.run.JobLauncher;
import org.touchpaper.harc.rm.run.JobSpecification;
import org.touchpaper.harc.rm.run.Run;
import org.touchpaper.harc.rm.run.RunService;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.platform.time.SettableClock;
import tools.jackson.databind.json.JsonMapper;

/** Which ended jobs the reconciliation loop ends again after a start of slurmctld. */
class ReconciliationLoopRunTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private static final String ID = "run-1";

  private final SettableClock clock =
      SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));
  private final JdbcClient jdbc = JdbcClient.create(STORE.database());
  private final JsonMapper json = JsonMapper.shared();
  private final SimulatedSlurm simulatedSlurm = new SimulatedSlurm(clock);
  private final SlurmUnderTest slurm =
      new SlurmUnderTest("man", STORE.database(), simulatedSlurm, clock);
  private final BookingLocks locks = new BookingLocks(Duration.ZERO);
  private final ReconciliationLoop loop = newLoop();

  /** The bookings whose jobs were ended again. */
  private final List<String> endedAgain = new ArrayList<>();

  /** Those for which that fails. */
  private final Set<String> failing = new HashSet<>();

  private int added;

  private ReconciliationLoop newLoop() {
    var accounts = slurm.cluster.accounts();
    var runs =
        new RunService(
            "man",
            new ApplicationRegistry(Path.of("none")),
            launcher(),
            accounts,
            jdbc,
            json,
            slurm.scheduledChecks::put,
            clock);
    return new ReconciliationLoop(
        new SlurmBackend(slurm.cluster, simulatedSlurm, Optional.of(runs), jdbc, clock),
        slurm.newScheduler(locks).synchronizer(),
        slurm.scheduledChecks::put,
        clock);
  }

  private JobLauncher launcher() {
    return (JobLauncher)
        Proxy.newProxyInstance(
            JobLauncher.class.getClassLoader(),
            new Class<?>[] {JobLauncher.class},
            (_, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("cancel");
              var bookingId = ((Run) arguments[0]).bookingId();
              if (failing.contains(bookingId)) {
                throw new SchedulerUnreachableException("no answer", new IllegalStateException());
              }
              endedAgain.add(bookingId);
              return null;
            });
  }

  @Test
  void onlyJobsThatEndedInTheHourBeforeItsStartAreEndedAgain() {
    var start = simulatedSlurm.bootTime();
    addRun("long-before", start.minus(Duration.ofMinutes(61)));
    addRun("hour-before", start.minus(Duration.ofMinutes(59)));
    addRun("just-before", start.minusSeconds(1));
    addRun("clock-difference", start.plusSeconds(59));
    addRun("after", start.plusSeconds(120));
    loop.check();
    assertThat(endedAgain)
        .containsExactlyInAnyOrder("hour-before", "just-before", "clock-difference");
    for (var check = 0; check < 20; check++) {
      clock.set(loop.check());
    }
    assertThat(endedAgain).as("once for a start").hasSize(3);
    simulatedSlurm.loseReservation("nothing");
    loop.check();
    assertThat(endedAgain).as("again after the next").hasSize(6);
  }

  /** The other is not asked about again. */
  @Test
  void aJobThatCouldNotBeEndedIsEndedAtTheNextCheck() {
    addRun(ID, simulatedSlurm.bootTime());
    addRun("run-2", simulatedSlurm.bootTime());
    failing.add(ID);
    var next = loop.check();
    assertThat(endedAgain).containsExactly("run-2");
    assertThat(loop.describeDrift().orElseThrow()).contains("run of booking=run-1", "no answer");
    failing.clear();
    clock.set(next);
    loop.check();
    assertThat(endedAgain).containsExactly("run-2", ID);
    assertThat(loop.describeDrift()).isEmpty();
  }

  @Test
  void aJobThatCannotBeEndedIsTriedEachMinute() {
    addRun(ID, simulatedSlurm.bootTime());
    failing.add(ID);
    clock.set(loop.check());
    clock.set(loop.check());
    failing.clear();
    loop.check();
    assertThat(endedAgain).isEmpty();
    clock.advance(Duration.ofMinutes(1));
    loop.check();
    assertThat(endedAgain).containsExactly(ID);
  }

  @Test
  void aJobOfABookingThatAnotherThreadIsAtIsEndedAtTheNextCheck() {
    addRun(ID, simulatedSlurm.bootTime());
    var next =
        locks
            .runExclusively(ID, () -> CompletableFuture.supplyAsync(loop::check).join())
            .orElseThrow();
    assertThat(endedAgain).isEmpty();
    clock.set(next);
    loop.check();
    assertThat(endedAgain).containsExactly(ID);
  }

  /** A run of a new booking that ended at that time. */
  private void addRun(String bookingId, Instant end) {
    var make =
        TestRequests.transaction(
            "t." + bookingId, slurm.nodes(bookingId, 1, TestRequests.minutes(added, added + 1)));
    added++;
    assertThat(slurm.newScheduler().prepare(make)).isInstanceOf(Held.class);
    slurm.newScheduler().commit(make);
    var launch = new RunRequest.Launch("sleeper", List.of());
    var job =
        new JobSpecification(
            launch, List.of(), List.of(), Map.of(), "/scratch", null, null, "TERM", 1, 1, 1, 1);
    var status =
        new RunStatus(RunState.CANCELED, "1", List.of(), null, null, end, null, null, List.of(), 1);
    jdbc.sql(
            """
            insert into run
              (booking_id, number, transaction_id, account, job, state, since, status, version, decided)
            values (?, 1, ?, ?, ?, ?, ?, ?, 1, true)
            """)
        .param(bookingId)
        .param("t." + bookingId)
        .param(SlurmUnderTest.ANNES_ACCOUNT)
        .param(json.writeValueAsString(job))
        .param(status.state().name())
        .param(end.atOffset(ZoneOffset.UTC))
        .param(json.writeValueAsString(status))
        .update();
  }
}
