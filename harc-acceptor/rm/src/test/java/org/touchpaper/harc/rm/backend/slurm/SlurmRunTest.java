package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.rm.booking.BackendResourceScheduler;
import org.touchpaper.harc.rm.run.JobLauncher;
import org.touchpaper.harc.rm.run.RunContract;
import org.touchpaper.harc.rm.run.RunService;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.CrashInjector;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.segment.connection.Schedule;

/** Runs as jobs of a real Slurm. */
@Tag("slurm")
class SlurmRunTest extends RunContract {

  private static ResourceManagerDatabase store;
  static SlurmCluster cluster;
  private SlurmUnderTest slurm;

  @BeforeAll
  static void open(TestInfo test) {
    store = ResourceManagerDatabase.fresh();
    cluster = SlurmInterface.of(test).up("man");
  }

  @AfterAll
  static void close() {
    cluster.close();
    store.close();
  }

  @BeforeEach
  void fresh() {
    store.empty();
    cluster.empty();
    slurm = SlurmClusterTestBase.fixture(cluster, store);
  }

  @Override
  protected String resource() {
    return cluster.name();
  }

  @Override
  protected Clock clock() {
    return slurm.clock;
  }

  @Override
  protected DataSource database() {
    return store.database();
  }

  @Override
  protected JobLauncher newLauncher() {
    return new SlurmJobLauncher(cluster.jobController(), cluster.controller(), slurm.clock);
  }

  @Override
  protected BackendResourceScheduler newScheduler(DataSource crashing, RunService runs) {
    return slurm.newScheduler(crashing, runs);
  }

  @Override
  protected void turnTo(Instant time) {
    slurm.clock.set(time);
    for (var bookingId : slurm.bookings().listUnfinished()) {
      newScheduler().synchronizer().check(bookingId);
    }
  }

  @Override
  protected Instant realTime() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS);
  }

  @Override
  protected String expectedLine() {
    return "port 8901 seconds 600 reservation " + reservationName();
  }

  @Override
  protected RunState stateBeforeStart() {
    return RunState.QUEUED;
  }

  private String reservationName() {
    return cluster.controller().listReservations().getFirst().name();
  }

  @Test
  void aJobRunsAsTheMappedUserWithoutRootsGroup() {
    var id = newId();
    commit(make(id, fromNow(600), LAUNCH));
    awaitState(id, RunState.ACTIVE);
    await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(follow(id).output()).startsWith("1", "1"));
  }

  @Test
  void aJobIsQueuedBeforeItsStartAndSlurmStartsIt() {
    var id = newId();
    var later = realTime().plusSeconds(3600);
    commit(make(id, new Schedule(later, later.plusSeconds(600)), LAUNCH));
    assertThat(follow(id).state()).isEqualTo(RunState.QUEUED);
    assertThat(run(id).message()).isNull();
    var start = realTime().plusSeconds(3);
    commit(modify(id, new Schedule(start, start.plusSeconds(600)), 3));
    assertThat(awaitState(id, RunState.ACTIVE).nodes()).hasSize(3);
    assertThat(Instant.now()).isAfterOrEqualTo(start);
    await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(follow(id).output()).contains("processes 3"));
  }

  /** Slurm's clock is ahead of ours: it starts the job before the start by ours. */
  @Test
  void aJobThatSlurmStartedInTimeIsNotTakenForOneThatIsTooEarly() throws Exception {
    var id = newId();
    var start = realTime().plusSeconds(2);
    var schedule = new Schedule(start, start.plusSeconds(600));
    commit(make(id, schedule, LAUNCH));
    awaitState(id, RunState.ACTIVE);
    await().atMost(TIMEOUT).until(() -> startsOf(id) == 1);
    assertThat(clock().instant()).isBefore(start);
    commit(modify(id, new Schedule(start, start.plusSeconds(900)), 2));
    follow(id);
    assertThat(run(id)).returns(RunState.ACTIVE, RunStatus::state).returns(1, RunStatus::number);
    turnTo(start);
    assertThat(follow(id)).returns(RunState.ACTIVE, RunStatus::state).returns(1, RunStatus::number);
    assertThat(startsOf(id)).isEqualTo(1);
  }

  @Test
  void slurmSaysWhyItDoesNotReshapeAJob() {
    var id = newId();
    var start = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.SECONDS);
    commit(make(id, new Schedule(start, start.plusSeconds(600)), LAUNCH));
    var jobId = String.valueOf(follow(id).jobId());
    assertThat(cluster.jobController().reshape(jobId, 99, 99, 5, start).orElse(""))
        .contains("Requested partition configuration not available");
    commit(modify(id, new RunRequest.Stop()));
    awaitState(id, RunState.CANCELED);
  }

  /** As when sbatch was sent twice: the second copy finds the marker. */
  @Test
  void aSecondCopyOfAJobDoesNothing() throws Exception {
    var id = newId();
    commit(make(id, fromNow(600), LAUNCH));
    awaitState(id, RunState.ACTIVE);
    await().atMost(TIMEOUT).until(() -> startsOf(id) == 1);
    forgetJob();
    // The next check finds the job by its name, whatever is known of it.
    var jobId = follow(id).jobId();
    assertThat(cluster.runAsAdmin("squeue", "--noheader", "--format=%A").strip()).isEqualTo(jobId);
    cluster.runAsAdmin("scancel", String.valueOf(jobId));
    awaitState(id, RunState.CANCELED);
    assertThat(startsOf(id)).isEqualTo(1);
  }

  private static void forgetJob() {
    JdbcClient.create(store.database())
        .sql(
            """
            update run set state = 'NEW', status = regexp_replace(status, '"jobId":"[0-9]+"', '"jobId":null')
            """)
        .update();
  }

  /** The reservation ended while the resource manager was down and its job was still pending. */
  @Test
  void aJobThatItsReservationLeftBehindIsRemoved() {
    var id = newId();
    var start = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.SECONDS);
    var schedule = new Schedule(start, start.plusSeconds(600));
    commit(make(id, schedule, LAUNCH));
    assertThat(follow(id).state()).isEqualTo(RunState.QUEUED);
    turnTo(schedule.endTime());
    assertThat(awaitState(id, RunState.CANCELED).message()).isNotNull();
    assertThat(cluster.runAsAdmin("squeue", "--noheader")).isBlank();
    assertThat(cluster.controller().listReservations()).isEmpty();
  }

  /** Its reservation ends by itself, while its job is held and the resource manager is down. */
  @Test
  void aJobWhoseReservationIsGoneIsSwept() {
    var id = newId();
    var start = realTime().plusSeconds(3600);
    var schedule = new Schedule(start, start.plusSeconds(600));
    var transaction = TestRequests.transaction("t.swept", make(id, schedule, LAUNCH));
    newScheduler().prepare(transaction);
    setNodes("DRAIN", "Reason=test");
    newScheduler().commit(transaction);
    assertThat(follow(id).state()).isIn(RunState.QUEUED, RunState.HELD);
    cluster.runAsAdmin(
        "scontrol",
        "update",
        "ReservationName=" + reservationName(),
        "StartTime=now",
        "EndTime=now+2");
    await()
        .atMost(TIMEOUT)
        .until(() ->
            cluster.runAsAdmin("squeue", "--noheader", "--format=%T").contains("RESV_DEL_HOLD"));
    setNodes("RESUME");
    assertThat(follow(id)).returns(RunState.HELD, RunStatus::state);
    assertThat(run(id).message()).contains("RESV_DEL_HOLD");
    turnTo(schedule.endTime());
    assertThat(awaitState(id, RunState.CANCELED).nodes()).isEmpty();
    assertThat(cluster.runAsAdmin("squeue", "--noheader")).isBlank();
  }

  /** The killed slurmctld had saved the job, and not its reservation. */
  @Test
  void aJobStartsInItsReservationThatWasCreatedAgain() throws Exception {
    var id = newId();
    var saved = cluster.savedReservations();
    var later = realTime().plusSeconds(3600);
    commit(make(id, new Schedule(later, later.plusSeconds(600)), LAUNCH));
    var jobId = follow(id).jobId();
    await().atMost(TIMEOUT).until(() -> cluster.hasSavedJob(String.valueOf(jobId)));
    cluster.killAndRestoreSaved(saved);
    cluster.restart();
    removeAllBut(id);
    turnTo(Instant.now());
    assertThat(cluster.controller().listReservations()).hasSize(1);
    await()
        .atMost(TIMEOUT)
        .until(() -> follow(id).state() == RunState.QUEUED && run(id).message() == null);
    var start = realTime().plusSeconds(3);
    commit(modify(id, new Schedule(start, start.plusSeconds(600)), 2));
    assertThat(awaitState(id, RunState.ACTIVE)).returns(jobId, RunStatus::jobId);
    assertThat(Instant.now()).isAfterOrEqualTo(start);
    await().atMost(TIMEOUT).until(() -> startsOf(id) == 1);
  }

  private static void setNodes(String state, String... more) {
    var command =
        Stream.concat(
            Stream.of("scontrol", "update", "NodeName=man[1-4]", "State=" + state),
            Stream.of(more));
    cluster.runAsAdmin(command.toArray(String[]::new));
  }

  /** slurmctld saves late, and was killed before it saved that the job had ended. */
  @Test
  void aJobThatAKilledSlurmctldBringsBackIsEndedAgain() throws Exception {
    var id = newId();
    commit(make(id, fromNow(600), LAUNCH));
    var jobId = String.valueOf(awaitState(id, RunState.ACTIVE).jobId());
    await().atMost(TIMEOUT).until(() -> cluster.hasSavedJob(jobId));
    var saved = cluster.savedJobs();
    commit(new BookingAction.Cancel(id));
    awaitState(id, RunState.CANCELED);
    cluster.killAndRestoreJobs(saved);
    cluster.restart();
    assertThat(running()).contains(jobId);
    var runs = newRuns(database());
    var since = run(id).since();
    assertThat(runs.listEndedBetween(since, since)).containsExactly(id);
    assertThat(runs.listEndedBetween(since.plusSeconds(1), since.plusSeconds(9))).isEmpty();
    assertThat(runs.listEndedBetween(since.minusSeconds(9), since.minusSeconds(1))).isEmpty();
    runs.endAgain(id);
    await().atMost(TIMEOUT).until(() -> running().isBlank());
    assertThat(startsOf(id)).isEqualTo(1);
  }

  private static String running() {
    return cluster.runAsAdmin("squeue", "--noheader", "--format=%A");
  }

  /** Slurm may lose the job with the reservation, which the resource manager creates again. */
  @Test
  void oneJobStartsThoughSlurmctldIsKilledRightAfterTheLaunch() throws Exception {
    var id = newId();
    commit(make(id, fromNow(600), LAUNCH));
    cluster.kill();
    cluster.restart();
    await()
        .atMost(TIMEOUT)
        .until(() -> {
          removeAllBut(id);
          turnTo(slurm.clock.instant());
          return follow(id).state() == RunState.ACTIVE || run(id).state().isFinal();
        });
    if (run(id).state() == RunState.ACTIVE) {
      await().atMost(TIMEOUT).until(() -> startsOf(id) == 1);
      commit(new BookingAction.Cancel(id));
      awaitState(id, RunState.CANCELED);
    }
    assertThat(startsOf(id)).isEqualTo(1);
    assertThat(run(id).number()).isEqualTo(1);
  }

  /**
   * Removes what a killed slurmctld had saved of earlier tests and brings back. Jobs go first:
   * their reservation cannot be deleted while they run.
   */
  private void removeAllBut(String bookingId) {
    cluster
        .runAsAdmin("squeue", "--noheader", "--format=%i %j")
        .lines()
        .map(line -> line.split(" ", 2))
        .filter(job -> !job[1].contains(bookingId))
        .forEach(job -> cluster.runAsAdmin("scancel", job[0]));
    var own = slurm.cluster.reservationNameOf(bookingId);
    cluster.controller().listReservations().stream()
        .filter(reservation -> !reservation.name().equals(own))
        .forEach(reservation -> cluster.controller().delete(reservation.name()));
  }

  @Test
  void aLaunchWhileSlurmctldIsDeadHappensOnceItAnswers() throws Exception {
    var id = newId();
    var transaction = TestRequests.transaction("t.dead", make(id, fromNow(600), LAUNCH));
    newScheduler().prepare(transaction);
    cluster.kill();
    crashes.arm(1, true); // the decision is durable, and nothing more happens
    assertThatThrownBy(() -> newScheduler().commit(transaction))
        .isInstanceOf(CrashInjector.Killed.class);
    crashes.disarm();
    cluster.restart();
    await()
        .atMost(TIMEOUT)
        .until(() -> {
          removeAllBut(id);
          turnTo(slurm.clock.instant());
          return follow(id).state() == RunState.ACTIVE;
        });
    await().atMost(TIMEOUT).until(() -> startsOf(id) == 1);
  }
}
