package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Notification.DataPlaneChanged;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.element.CircuitNameFormat;

/**
 * The crash tests that every segment must pass: killed at each commit, each request and message,
 * and each command to an element, its database, elements and holder agree in the end, and nothing
 * remains. Extend it and supply a service.
 */
public abstract class SegmentCrashContract {

  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  /** Longer than any pause between attempts and any uncertain effect. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(61);

  /** The service that is killed. */
  protected abstract KillableSegment underTest();

  /** A circuit that needs the whole capacity, so that a second one shows what remains. */
  protected abstract Criteria fullCapacityCriteria(Schedule schedule);

  /** The configuration of all its elements as one text. */
  protected abstract String elements();

  @TestFactory
  Stream<DynamicTest> aCircuitSurvivesACrashAtAnyPoint() {
    return atEveryPoint(
        true,
        scenario -> {
          scenario.hold();
          scenario.send(() -> underTest().segment().commitAndProvision(scenario.versionRequest));
          scenario.startAndVerifyUp();
          underTest().clock().set(scenario.schedule.endTime());
          scenario.runDueTasksUntilDone();
          assertThat(scenario.known()).returns(LifecycleState.PASSED_END_TIME, k -> k.lifecycle());
          scenario.verifyGone();
        });
  }

  @TestFactory
  Stream<DynamicTest> anUndecidedHoldAndACutSurviveACrashAtAnyPoint() {
    return atEveryPoint(
        false,
        scenario -> {
          scenario.hold();
          underTest().holder().decide(scenario.id, Outcome.COMMIT);
          scenario.advanceToHoldQuery();
          assertThat(scenario.known().version()).isEqualTo(1);
          scenario.send(() -> underTest().segment().provision(scenario.versionRequest));
          scenario.startAndVerifyUp();
          scenario.send(() -> underTest().segment().terminate(scenario.versionRequest));
          scenario.runDueTasksUntilDone();
          assertThat(scenario.known()).returns(LifecycleState.TERMINATED, k -> k.lifecycle());
          scenario.verifyGone();
          scenario.verifyCapacityFree();
        });
  }

  @TestFactory
  Stream<DynamicTest> anAbortedHoldIsReleasedDespiteACrashAtAnyPoint() {
    return atEveryPoint(
        false,
        scenario -> {
          scenario.hold();
          underTest().holder().decide(scenario.id, Outcome.ABORT);
          scenario.advanceToHoldQuery();
          assertThat(scenario.known().heldVersion()).isZero();
          scenario.verifyCapacityFree();
        });
  }

  private Stream<DynamicTest> atEveryPoint(boolean includeCommands, Consumer<Scenario> steps) {
    new Scenario(null, CommandCrashPoints.none()).run(steps); // logs in to the elements
    var crashPoints = CommandCrashPoints.none();
    var counted = new Scenario(null, crashPoints);
    counted.run(steps);
    var tests = new ArrayList<DynamicTest>();
    CrashSwitch.points(counted.crash).forEach(point -> tests.add(crashTest(point, steps)));
    if (includeCommands) {
      crashPoints.points().forEach(point -> tests.add(crashTest(point, steps)));
    }
    return tests.stream();
  }

  private DynamicTest crashTest(CrashPoint point, Consumer<Scenario> steps) {
    return DynamicTest.dynamicTest(
        point.toString(),
        () -> runWithCrash(new Scenario(point, CommandCrashPoints.none()), steps));
  }

  private DynamicTest crashTest(CommandCrashPoints.CommandPoint point, Consumer<Scenario> steps) {
    return DynamicTest.dynamicTest(
        point.toString(),
        () -> runWithCrash(new Scenario(null, CommandCrashPoints.at(point)), steps));
  }

  private static void runWithCrash(Scenario scenario, Consumer<Scenario> steps) {
    scenario.run(steps);
    assertThat(scenario.restarted).as("the service died").isTrue();
  }

  /** One run of a scenario, with a crash somewhere in it. */
  protected final class Scenario {

    private CrashSwitch crash;
    private final ConnectionId id = new ConnectionId(UUID.randomUUID());
    private final ConnectionVersionRequest versionRequest =
        new ConnectionVersionRequest(ScriptedHolder.requester(), id, 1);
    private final Schedule schedule;
    private final String elementsBefore;
    private boolean restarted;

    Scenario(@Nullable CrashPoint point, CommandCrashPoints watch) {
      this.crash = underTest().startWith(point, watch);
      underTest().clock().advance(Duration.ofDays(1));
      var start = now().plus(TEN_MINUTES);
      this.schedule = new Schedule(start, start.plus(TEN_MINUTES));
      this.elementsBefore = elements();
    }

    void run(Consumer<Scenario> steps) {
      steps.accept(this);
    }

    private Instant now() {
      return underTest().clock().instant();
    }

    void hold() {
      send(() ->
          assertThat(underTest().segment().reserve(request(id)))
              .isInstanceOf(ReserveResult.Held.class));
    }

    private ReserveRequest request(ConnectionId connectionId) {
      return new ReserveRequest(
          ScriptedHolder.requester(),
          connectionId,
          1,
          fullCapacityCriteria(schedule),
          underTest().holder().holderOf(connectionId));
    }

    /** Repeats a request that gets no answer; every request is sent twice. */
    void send(Runnable request) {
      for (var time = 1; time <= 2; time++) {
        try {
          crash.pass(Moment.RECEIVED, "a request");
          request.run();
          crash.pass(Moment.BEFORE_ANSWER, "an answer");
        } catch (Throwable e) {
          restartIfKilled(e);
          request.run();
        }
      }
    }

    /**
     * Advances to the start: it must be up on the elements, in the database, and for the holder.
     */
    void startAndVerifyUp() {
      underTest().clock().set(schedule.startTime());
      runDueTasksUntilDone();
      assertThat(known()).returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
      assertThat(known().problem()).isNull();
      assertThat(elements()).contains(CircuitNameFormat.of(id.value(), 1));
      assertThat(notifiedDataPlanes()).contains(DataPlaneState.ACTIVE);
      assertThat(count("segment_item where connection_id = ? and wanted")).isPositive();
      assertThat(count("segment_item where connection_id = ? and not wanted")).isZero();
    }

    void verifyGone() {
      assertThat(known().released()).isTrue();
      assertThat(elements()).isEqualTo(elementsBefore);
      assertThat(notifiedDataPlanes())
          .containsSubsequence(DataPlaneState.ACTIVE, DataPlaneState.INACTIVE);
      assertThat(count("segment_item where connection_id = ?")).isZero();
      assertThat(count("segment_notification where connection_id = ? and delivered_at is null"))
          .isZero();
    }

    /** Another circuit that needs the whole capacity can be held, and is released again. */
    void verifyCapacityFree() {
      var otherConnection = new ConnectionId(UUID.randomUUID());
      send(() ->
          assertThat(underTest().segment().reserve(request(otherConnection)))
              .isInstanceOf(ReserveResult.Held.class));
      send(() ->
          underTest()
              .segment()
              .abort(new ConnectionVersionRequest(ScriptedHolder.requester(), otherConnection, 1)));
    }

    private List<DataPlaneState> notifiedDataPlanes() {
      return underTest().holder().received().stream()
          .filter(notification -> notification.connection().equals(id))
          .filter(DataPlaneChanged.class::isInstance)
          .map(notification -> ((DataPlaneChanged) notification).dataPlane())
          .toList();
    }

    ConnectionReport.Known known() {
      return (ConnectionReport.Known) underTest().segment().query(ScriptedHolder.requester(), id);
    }

    private long count(String what) {
      return underTest()
          .sql()
          .sql("select count(*) from " + what)
          .param(id.value())
          .query(Long.class)
          .single();
    }

    void advanceToHoldQuery() {
      underTest().clock().advance(Duration.ofMinutes(1));
      runDueTasksUntilDone();
    }

    /** Runs due tasks, and advances the clock to tasks that are due soon, such as retries. */
    void runDueTasksUntilDone() {
      var runs = 0;
      while (isDueSoon()) {
        assertThat(runs++).as("number of runs").isLessThan(40);
        try {
          underTest().runDueTasks();
        } catch (Throwable e) {
          restartIfKilled(e);
        }
        if (crash.hasCrashed()) {
          restart();
        }
      }
    }

    private boolean isDueSoon() {
      var next = underTest().nextDue().filter(when -> when.isBefore(now().plus(MAX_WAIT)));
      next.filter(when -> when.isAfter(now())).ifPresent(underTest().clock()::set);
      return next.isPresent();
    }

    private void restartIfKilled(Throwable e) {
      if (!crash.hasCrashed()) {
        throw new AssertionError("not by the crash", e);
      }
      restart();
    }

    private void restart() {
      restarted = true;
      crash = underTest().startWith(null, CommandCrashPoints.none());
    }
  }
}
