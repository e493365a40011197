package org.touchpaper.harc.rm.backend.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.rm.booking.BackendResourceScheduler;
import org.touchpaper.harc.rm.run.JobLauncher;
import org.touchpaper.harc.rm.run.LocalLauncher;
import org.touchpaper.harc.rm.run.RunContract;
import org.touchpaper.harc.rm.run.RunService;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.segment.connection.Schedule;

/** Runs on a machine whose calendar the resource manager keeps, as processes on this machine. */
class CalendarRunTest extends RunContract {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final LocalLauncher launcher = new LocalLauncher(false);
  private final CalendarUnderTest calendar;

  CalendarRunTest(@TempDir Path allocations) {
    calendar = new CalendarUnderTest(STORE.database(), allocations);
  }

  @AfterEach
  void close() {
    launcher.close();
  }

  /** The launcher of a site fails for good. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBookingEndsAlthoughItsJobCannotBeEnded(boolean isCancelled) {
    var id = newId();
    var schedule = fromNow(600);
    commit(make(id, schedule, LAUNCH));
    awaitState(id, RunState.ACTIVE);
    launcher.fail(true);
    if (isCancelled) {
      commit(new BookingAction.Cancel(id));
    }
    var end = isCancelled ? clock().instant() : schedule.endTime();
    turnTo(end);
    turnTo(end.plus(Duration.ofMinutes(10)).minusSeconds(1));
    assertThat(status(id))
        .returns(false, ActionStatusDetails::released)
        .returns("launch-run status: it ended with status 1", ActionStatusDetails::problem);
    turnTo(end.plus(Duration.ofMinutes(10)));
    assertThat(status(id))
        .returns(true, ActionStatusDetails::released)
        .returns(
            "run 1: its job could not be ended, and may still run on its nodes:"
                + " launch-run status: it ended with status 1",
            ActionStatusDetails::problem);
    assertThat(run(id)).returns(RunState.FAILED, RunStatus::state);
    assertThat(newScheduler().synchronizer().checkRun(id)).isEmpty();
  }

  /** Its machine is silent from the move until the later start is over. */
  @Test
  void aRunThatWasInterruptedIsLaunchedAgainHoweverLateItsEndIsSeen() throws Exception {
    var id = newId();
    var now = clock().instant();
    var schedule = new Schedule(now.plusSeconds(1), now.plusSeconds(601));
    commit(make(id, schedule, LAUNCH));
    var later = new Schedule(now.plusSeconds(300), now.plusSeconds(1800));
    var move = TestRequests.transaction("t.moved", modify(id, later, 2));
    assertThat(newScheduler().prepare(move)).isInstanceOf(Held.class);
    turnTo(schedule.startTime());
    awaitState(id, RunState.ACTIVE);
    await().atMost(TIMEOUT).until(() -> startsOf(id) == 1);
    newScheduler().commit(move);
    turnTo(schedule.startTime());
    assertThat(isInterrupted(id)).isTrue();
    launcher.answer(false);
    turnTo(later.startTime().plusSeconds(60));
    launcher.answer(true);
    await()
        .atMost(TIMEOUT)
        .until(() -> {
          turnTo(clock().instant().plusSeconds(1));
          var followed = follow(id);
          return followed.number() == 2 && followed.state() == RunState.ACTIVE;
        });
    assertThat(startsOf(id)).isEqualTo(2);
  }

  private static boolean isInterrupted(String id) {
    return JdbcClient.create(STORE.database())
        .sql("select interrupted from run where booking_id = ?")
        .param(id)
        .query(Boolean.class)
        .single();
  }

  /** It says nothing of the job, which may have ended well. */
  @Test
  void aJobIsNotGivenUpWhileItsMachineIsSilent() {
    assertNotGivenUpDuring(isSilent -> launcher.answer(!isSilent));
  }

  @Test
  void aJobIsNotGivenUpWhileAnotherCallerWaitsForTheJobs() {
    assertNotGivenUpDuring(launcher::list);
  }

  private void assertNotGivenUpDuring(Consumer<Boolean> trouble) {
    var id = newId();
    var schedule = fromNow(600);
    commit(make(id, schedule, LAUNCH));
    awaitState(id, RunState.ACTIVE);
    trouble.accept(true);
    turnTo(schedule.endTime());
    turnTo(schedule.endTime().plus(Duration.ofHours(1)));
    assertThat(status(id)).returns(false, ActionStatusDetails::released);
    trouble.accept(false);
    turnTo(schedule.endTime().plus(Duration.ofHours(1)).plusSeconds(1));
    awaitState(id, RunState.CANCELED);
    assertThat(status(id))
        .returns(true, ActionStatusDetails::released)
        .returns(null, ActionStatusDetails::problem);
  }

  /** Some applications cannot listen where the last connections have just ended. */
  @Test
  void eachLaunchGetsThePortThatWasUsedLeastRecently() {
    var id = newId();
    commit(make(id, fromNow(6000), LAUNCH));
    for (var port : List.of(8901, 8902, 8901)) {
      assertThat(awaitState(id, RunState.ACTIVE).port()).isEqualTo(port);
      turnTo(clock().instant().plusSeconds(10));
      commit(modify(id, new RunRequest.Stop()));
      awaitState(id, RunState.CANCELED);
      turnTo(clock().instant().plusSeconds(10));
      commit(modify(id, LAUNCH));
    }
  }

  @Test
  void aJobThatDoesNotFollowItsBookingTellsWhyUntilItDoes() {
    var id = newId();
    var schedule = fromNow(600);
    commit(make(id, schedule, LAUNCH));
    awaitState(id, RunState.ACTIVE);
    launcher.refuse(Optional.of("no licence for that"));
    commit(modify(id, schedule, 3));
    assertThat(follow(id))
        .returns(RunState.ACTIVE, RunStatus::state)
        .returns("its job does not follow its booking: no licence for that", RunStatus::message);
    launcher.refuse(Optional.empty());
    assertThat(follow(id)).returns(null, RunStatus::message);
  }

  private ActionStatusDetails status(String bookingId) {
    var any = TestRequests.transaction("t.1", new BookingAction.Cancel(bookingId));
    return newScheduler().queryStatuses(any).getFirst();
  }

  @Override
  protected String resource() {
    return "newton";
  }

  @Override
  protected Clock clock() {
    return calendar.clock;
  }

  @Override
  protected DataSource database() {
    return STORE.database();
  }

  @Override
  protected JobLauncher newLauncher() {
    return launcher;
  }

  @Override
  protected BackendResourceScheduler newScheduler(DataSource crashing, RunService runs) {
    return calendar.newScheduler(crashing, runs);
  }

  @Override
  protected void turnTo(Instant time) {
    calendar.clock.set(time);
    for (var bookingId : List.copyOf(calendar.scheduledChecks.keySet())) {
      newScheduler().synchronizer().check(bookingId);
    }
  }
}
