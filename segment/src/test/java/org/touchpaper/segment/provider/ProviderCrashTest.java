package org.touchpaper.segment.provider;

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
import org.touchpaper.platform.schedule.DueWork;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Notification.DataPlaneChanged;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.kit.ScriptedElement.Mood;

/**
 * The life of one circuit, killed at each commit and at each message to an element or the holder in
 * turn: after the restart it goes on as if nothing had been.
 */
class ProviderCrashTest {

  private static final String BY_HAND = "touchpaper.schedule.by-hand=true";

  /** What these elements ask for themselves is enough, for they do nothing late. */
  private static final String SOON_SETTLED = "touchpaper.segment.in-doubt-for=5s";

  /** Who survived a story lives on in the next. */
  @SuppressWarnings("NullAway.Init") // set before any test
  private static WireSegment it;

  @BeforeAll
  static void start() {
    it = new WireSegment("--" + BY_HAND, "--" + SOON_SETTLED);
    new Story().run(null); // the first of all is like no other
  }

  @AfterAll
  static void stop() {
    it.close();
  }

  @TestFactory
  Stream<DynamicTest> aCircuitLivesThroughACrashAt() {
    return atEveryPoint(Story::run);
  }

  /** What ran before runs on, wherever the attempt at its change is cut short. */
  @TestFactory
  Stream<DynamicTest> aDeniedChangeLivesThroughACrashAt() {
    return atEveryPoint(Story::changesThoughDenied);
  }

  private interface Tale {
    /** Tells it, killed at this point or never; gives every point at which it could be killed. */
    List<CrashPoint> tell(Story story, @Nullable CrashPoint point);
  }

  private static Stream<DynamicTest> atEveryPoint(Tale tale) {
    return tale.tell(new Story(), null).stream()
        .map(point -> DynamicTest.dynamicTest(point.toString(), () -> dies(tale, point)));
  }

  private static void dies(Tale tale, CrashPoint point) {
    var story = new Story();
    tale.tell(story, point);
    assertThat(story.restarted).as("the service died").isTrue();
  }

  private static final class Story {

    private final ConnectionId one = new ConnectionId(UUID.randomUUID());
    private boolean restarted;

    /** On the day after the story before. */
    Story() {
      it.advance(Duration.ofDays(1));
    }

    List<CrashPoint> run(@Nullable CrashPoint point) {
      it.crash().aim(point);
      var schedule = comesUp();

      var longer =
          new Schedule(schedule.startTime(), schedule.endTime().plus(Duration.ofMinutes(10)));
      prolongedUntouched(longer);

      endsAt(longer.endTime());
      assertThat(it.holder().heard())
          .filteredOn(heard -> heard.connection().equals(one))
          .filteredOn(DataPlaneChanged.class::isInstance)
          .extracting(heard -> ((DataPlaneChanged) heard).dataPlane())
          .containsSubsequence(DataPlane.ACTIVE, DataPlane.INACTIVE);
      assertThat(waiting("segment_item")).isZero();
      assertThat(waiting("segment_notice where delivered_at is null")).isZero();
      return passed();
    }

    private static List<CrashPoint> passed() {
      return CrashSwitch.points(it.crash()).toList();
    }

    private void endsAt(Instant end) {
      it.clock.set(end);
      workUntilDone();
      assertThat(known()).returns(true, Report.Known::released);
      assertThat(it.a.items()).isEmpty();
      assertThat(it.b.items()).isEmpty();
    }

    private Schedule comesUp() {
      var start = it.now().plus(Duration.ofMinutes(1));
      var schedule = new Schedule(start, start.plus(Duration.ofMinutes(10)));
      var request = new Reserve(it.requester(), one, 1, it.greedy(schedule), it.heldBy(one));
      var order = new Order(it.requester(), one, 1);

      untilAnswered(
          () -> assertThat(it.segment().reserve(request)).isInstanceOf(ReserveAnswer.Held.class));
      untilAnswered(() -> it.segment().commit(order));
      untilAnswered(() -> it.segment().provision(order));

      it.clock.set(start);
      workUntilDone();
      assertThat(known().dataPlane()).isEqualTo(DataPlane.ACTIVE);
      assertThat(it.a.items()).hasSize(1);
      assertThat(it.b.items()).hasSize(1);
      return schedule;
    }

    List<CrashPoint> changesThoughDenied(@Nullable CrashPoint point) {
      it.crash().aim(null);
      var schedule = comesUp();
      it.crash().aim(point);
      it.b.next(Mood.GOES_WELL, Mood.DENIES);
      var request = new Reserve(it.requester(), one, 2, it.limited(500, schedule), it.heldBy(one));
      untilAnswered(
          () -> assertThat(it.segment().reserve(request)).isInstanceOf(ReserveAnswer.Held.class));
      untilAnswered(() -> it.segment().commit(new Order(it.requester(), one, 2)));
      workUntilDone();
      assertThat(it.a.items())
          .hasSize(1); // either version, and which one stands depends on the crash
      assertThat(it.b.items()).hasSize(1);
      it.advance(Duration.ofMinutes(2));
      workUntilDone();
      assertThat(known())
          .returns(DataPlane.ACTIVE, Report.Known::dataPlane)
          .returns(null, Report.Known::problem);
      assertThat(it.a.items()).allMatch(item -> item.attributes().containsValue("500")).hasSize(1);
      assertThat(it.b.items()).allMatch(item -> item.attributes().containsValue("500")).hasSize(1);
      assertThat(versionsOnTheWire()).isEqualTo(1);
      var passed = passed();
      endsAt(schedule.endTime());
      return passed;
    }

    /** What only ends later stays as it is on the elements, also past the old end. */
    private void prolongedUntouched(Schedule longer) {
      var edits = List.of(it.a.edits(), it.b.edits());
      var request = new Reserve(it.requester(), one, 2, it.greedy(longer), it.heldBy(one));
      untilAnswered(
          () -> assertThat(it.segment().reserve(request)).isInstanceOf(ReserveAnswer.Held.class));
      untilAnswered(() -> it.segment().commit(new Order(it.requester(), one, 2)));
      workUntilDone();
      it.clock.set(longer.endTime().minus(Duration.ofMinutes(5)));
      workUntilDone();
      assertThat(known())
          .returns(2, Report.Known::version)
          .returns(DataPlane.ACTIVE, Report.Known::dataPlane);
      assertThat(List.of(it.a.edits(), it.b.edits())).isEqualTo(edits);
      assertThat(versionsOnTheWire()).isEqualTo(1);
    }

    /** The caller repeats what got no answer, and sends all twice anyway. */
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

    /**
     * What due work schedules is due in the next round; retries, and waiting out a doubt, take
     * time.
     */
    private void workUntilDone() {
      for (var round = 0; round < 24; round++) {
        try {
          DueWork.run(it.bean(Scheduler.class));
        } catch (Throwable e) {
          restartIfKilled(e);
        }
        if (it.crash().isDead() && !restarted) {
          restart();
        }
        it.advance(Duration.ofMillis(500));
      }
    }

    private void restartIfKilled(Throwable e) {
      if (!it.crash().isDead() || restarted) {
        throw new AssertionError("not by the crash", e);
      }
      restart();
    }

    private void restart() {
      restarted = true;
      it.restart();
      // by hand there is no start of the scheduler, which does this
      it.bean(JdbcClient.class).sql("update scheduled_tasks set picked = false").update();
    }

    private Report.Known known() {
      return (Report.Known) it.segment().query(it.requester(), one);
    }

    private int versionsOnTheWire() {
      return waiting("wire where connection_id = '" + one.value() + "'");
    }

    private int waiting(String what) {
      return it.bean(JdbcClient.class)
          .sql("select count(*) from " + what)
          .query(Integer.class)
          .single();
    }
  }
}
