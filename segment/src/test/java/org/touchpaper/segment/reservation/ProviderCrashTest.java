package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.schedule.DueTasks;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Notification.DataPlaneChanged;
import org.touchpaper.segment.connection.Notification.ForcedEnd;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.cut.Cut;
import org.touchpaper.segment.cut.CutTarget;
import org.touchpaper.segment.kit.ScriptedElement.Reaction;

/**
 * The life of one circuit, killed at each commit and each message to an element or the holder:
 * after the restart it continues as if nothing had happened.
 */
class ProviderCrashTest {

  private static final String BY_HAND = "touchpaper.schedule.manual=true";

  /** Enough for these elements, which do nothing late. */
  private static final String SHORT_UNCERTAINTY = "touchpaper.segment.uncertain-effect-timeout=5s";

  /** A service that survives a scenario runs on in the next. */
  @SuppressWarnings("NullAway.Init") // set before any test
  private static InMemorySegment underTest;

  @BeforeAll
  static void start() {
    underTest = new InMemorySegment("--" + BY_HAND, "--" + SHORT_UNCERTAINTY);
    new Scenario().run(null); // the first run differs from later ones
  }

  @AfterAll
  static void stop() {
    underTest.close();
  }

  @TestFactory
  Stream<DynamicTest> aCircuitSurvivesACrashAt() {
    return atEveryPoint(Scenario::run);
  }

  /** The previous version runs on, wherever the attempt of its change is interrupted. */
  @TestFactory
  Stream<DynamicTest> aDeniedChangeSurvivesACrashAt() {
    return atEveryPoint(Scenario::runDeniedChange);
  }

  /** Once it is ordered, it is in force, and its circuit ends. */
  @TestFactory
  Stream<DynamicTest> aCutSurvivesACrashAt() {
    return atEveryPoint(Scenario::runCut);
  }

  private interface ScenarioSteps {
    /** Runs it, killed at this point or never; returns all crash points. */
    List<CrashPoint> run(Scenario scenario, @Nullable CrashPoint point);
  }

  private static Stream<DynamicTest> atEveryPoint(ScenarioSteps steps) {
    return steps.run(new Scenario(), null).stream()
        .map(point -> DynamicTest.dynamicTest(point.toString(), () -> runWithCrash(steps, point)));
  }

  private static void runWithCrash(ScenarioSteps steps, CrashPoint point) {
    var scenario = new Scenario();
    steps.run(scenario, point);
    assertThat(scenario.restarted).as("the service died").isTrue();
  }

  private static final class Scenario {

    private final ConnectionId connectionId = new ConnectionId(UUID.randomUUID());
    private boolean restarted;

    /** One day after the previous scenario. */
    Scenario() {
      underTest.advance(Duration.ofDays(1));
    }

    List<CrashPoint> run(@Nullable CrashPoint point) {
      underTest.crash().retarget(point);
      var schedule = bringUp();

      var longer =
          new Schedule(schedule.startTime(), schedule.endTime().plus(Duration.ofMinutes(10)));
      prolongAndVerifyUntouched(longer);

      setEnd(longer.endTime());
      assertThat(underTest.holder().received())
          .filteredOn(notification -> notification.connection().equals(connectionId))
          .filteredOn(DataPlaneChanged.class::isInstance)
          .extracting(notification -> ((DataPlaneChanged) notification).dataPlane())
          .containsSubsequence(DataPlaneState.ACTIVE, DataPlaneState.INACTIVE);
      assertThat(countWaiting("segment_item")).isZero();
      assertThat(countWaiting("segment_notification where delivered_at is null")).isZero();
      return passed();
    }

    private static List<CrashPoint> passed() {
      return CrashSwitch.points(underTest.crash());
    }

    private void setEnd(Instant end) {
      underTest.clock.set(end);
      runDueTasksUntilDone();
      assertThat(known()).returns(true, ConnectionReport.Known::released);
      assertThat(underTest.a.items()).isEmpty();
      assertThat(underTest.b.items()).isEmpty();
    }

    private Schedule bringUp() {
      var start = underTest.now().plus(Duration.ofMinutes(1));
      var schedule = new Schedule(start, start.plus(Duration.ofMinutes(10)));
      var request =
          new ReserveRequest(
              underTest.requester(),
              connectionId,
              1,
              underTest.fullCapacityCriteria(schedule),
              underTest.heldBy(connectionId));
      var versionRequest = new ConnectionVersionRequest(underTest.requester(), connectionId, 1);

      untilAnswered(() ->
          assertThat(underTest.segment().reserve(request)).isInstanceOf(ReserveResult.Held.class));
      untilAnswered(() -> underTest.segment().commit(versionRequest));
      untilAnswered(() -> underTest.segment().provision(versionRequest));

      underTest.clock.set(start);
      runDueTasksUntilDone();
      assertThat(known().dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
      assertThat(underTest.a.items()).hasSize(1);
      assertThat(underTest.b.items()).hasSize(1);
      return schedule;
    }

    List<CrashPoint> runDeniedChange(@Nullable CrashPoint point) {
      underTest.crash().retarget(null);
      var schedule = bringUp();
      underTest.crash().retarget(point);
      underTest.b.queueReactions(Reaction.COMPLETES, Reaction.DENIES);
      var request =
          new ReserveRequest(
              underTest.requester(),
              connectionId,
              2,
              underTest.limited(500, schedule),
              underTest.heldBy(connectionId));
      untilAnswered(() ->
          assertThat(underTest.segment().reserve(request)).isInstanceOf(ReserveResult.Held.class));
      untilAnswered(() ->
          underTest
              .segment()
              .commit(new ConnectionVersionRequest(underTest.requester(), connectionId, 2)));
      runDueTasksUntilDone();
      assertThat(underTest.a.items()).hasSize(1); // which version is up depends on the crash
      assertThat(underTest.b.items()).hasSize(1);
      underTest.advance(Duration.ofMinutes(2));
      runDueTasksUntilDone();
      assertThat(known())
          .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane)
          .returns(null, ConnectionReport.Known::problem);
      assertThat(underTest.a.items())
          .allMatch(item -> item.attributes().containsValue("500"))
          .hasSize(1);
      assertThat(underTest.b.items())
          .allMatch(item -> item.attributes().containsValue("500"))
          .hasSize(1);
      assertThat(countVersionsOnElements()).isEqualTo(1);
      var passed = passed();
      setEnd(schedule.endTime());
      return passed;
    }

    List<CrashPoint> runCut(@Nullable CrashPoint point) {
      underTest.crash().retarget(null);
      bringUp();
      underTest.crash().retarget(point);
      var cut = UUID.randomUUID();
      var site = new CutTarget.Site("wire.ukl:2026");
      untilAnswered(() -> underTest.cuts().cut(cut, site, "intrusion", "olga"));
      runDueTasksUntilDone();
      assertThat(known()).returns(LifecycleState.FAILED, ConnectionReport.Known::lifecycle);
      assertThat(known()).returns(true, ConnectionReport.Known::released);
      assertThat(underTest.a.items()).isEmpty();
      assertThat(underTest.b.items()).isEmpty();
      assertThat(underTest.cuts().listInForce())
          .singleElement()
          .returns(cut, Cut::id)
          .returns(true, Cut::enforced);
      untilAnswered(() -> underTest.cuts().lift(cut, "all clear", "olga"));
      runDueTasksUntilDone();
      assertThat(underTest.cuts().listInForce()).isEmpty();
      assertThat(underTest.a.items()).isEmpty();
      assertThat(underTest.holder().received())
          .filteredOn(notification -> notification.connection().equals(connectionId))
          .filteredOn(ForcedEnd.class::isInstance)
          .isNotEmpty();
      return passed();
    }

    /** A prolonged circuit stays unchanged on the elements, also past the old end. */
    private void prolongAndVerifyUntouched(Schedule longer) {
      var edits = List.of(underTest.a.edits(), underTest.b.edits());
      var request =
          new ReserveRequest(
              underTest.requester(),
              connectionId,
              2,
              underTest.fullCapacityCriteria(longer),
              underTest.heldBy(connectionId));
      untilAnswered(() ->
          assertThat(underTest.segment().reserve(request)).isInstanceOf(ReserveResult.Held.class));
      untilAnswered(() ->
          underTest
              .segment()
              .commit(new ConnectionVersionRequest(underTest.requester(), connectionId, 2)));
      runDueTasksUntilDone();
      underTest.clock.set(longer.endTime().minus(Duration.ofMinutes(5)));
      runDueTasksUntilDone();
      assertThat(known())
          .returns(2, ConnectionReport.Known::version)
          .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
      assertThat(List.of(underTest.a.edits(), underTest.b.edits())).isEqualTo(edits);
      assertThat(countVersionsOnElements()).isEqualTo(1);
    }

    /** Repeats a request without an answer, and sends every request twice. */
    private void untilAnswered(Runnable request) {
      for (var time = 1; time <= 2; time++) {
        try {
          request.run();
        } catch (Throwable e) {
          restartIfKilled(e);
          request.run();
        }
      }
    }

    /** Runs tasks until none is due; retries and uncertain effects take time. */
    private void runDueTasksUntilDone() {
      for (var round = 0; round < 24; round++) {
        try {
          DueTasks.run(underTest.bean(Scheduler.class));
        } catch (Throwable e) {
          restartIfKilled(e);
        }
        if (underTest.crash().hasCrashed() && !restarted) {
          restart();
        }
        underTest.advance(Duration.ofMillis(500));
      }
    }

    private void restartIfKilled(Throwable e) {
      if (!underTest.crash().hasCrashed() || restarted) {
        throw new AssertionError("not by the crash", e);
      }
      restart();
    }

    private void restart() {
      restarted = true;
      underTest.restart();
      // manual scheduling lacks the start of the scheduler, which does this
      underTest.bean(JdbcClient.class).sql("update scheduled_tasks set picked = false").update();
    }

    private ConnectionReport.Known known() {
      return (ConnectionReport.Known)
          underTest.segment().query(underTest.requester(), connectionId);
    }

    private int countVersionsOnElements() {
      return countWaiting("wire where connection_id = '" + connectionId.value() + "'");
    }

    private int countWaiting(String what) {
      return underTest
          .bean(JdbcClient.class)
          .sql("select count(*) from " + what)
          .query(Integer.class)
          .single();
    }
  }
}
