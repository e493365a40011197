package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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

  @TestFactory
  Stream<DynamicTest> aCircuitLivesThroughACrashAt() {
    var counted = CrashSwitch.never();
    try (var story = new Story(counted)) {
      story.run();
    }
    return CrashSwitch.points(counted)
        .map(point ->
            DynamicTest.dynamicTest(
                point.toString(),
                () -> {
                  try (var story = new Story(CrashSwitch.at(point))) {
                    story.run();
                  }
                }));
  }

  /** What ran before runs on, wherever the attempt at its change is cut short. */
  @TestFactory
  Stream<DynamicTest> aDeniedChangeLivesThroughACrashAt() {
    var counted = CrashSwitch.never();
    try (var story = new Story(counted)) {
      story.changesThoughDenied(null);
    }
    return CrashSwitch.points(counted)
        .map(point ->
            DynamicTest.dynamicTest(
                point.toString(),
                () -> {
                  try (var story = new Story(CrashSwitch.never())) {
                    story.changesThoughDenied(point);
                  }
                }));
  }

  private static final class Story implements AutoCloseable {

    private final CrashSwitch crash;
    private final WireSegment it;
    private final ConnectionId one = new ConnectionId(UUID.randomUUID());
    private boolean restarted;

    Story(CrashSwitch crash) {
      this.crash = crash;
      this.it = new WireSegment(crash, "--" + BY_HAND, "--" + SOON_SETTLED);
    }

    void run() {
      var schedule = comesUp();

      var longer =
          new Schedule(schedule.startTime(), schedule.endTime().plus(Duration.ofMinutes(10)));
      prolongedUntouched(longer);

      it.clock.set(longer.endTime());
      workUntilDone();
      assertThat(known()).returns(true, Report.Known::released);
      assertThat(it.a.items()).isEmpty();
      assertThat(it.b.items()).isEmpty();
      assertThat(it.holder().heard())
          .filteredOn(DataPlaneChanged.class::isInstance)
          .extracting(heard -> ((DataPlaneChanged) heard).dataPlane())
          .containsSubsequence(DataPlane.ACTIVE, DataPlane.INACTIVE);
      assertThat(waiting("segment_item")).isZero();
      assertThat(waiting("segment_notice where delivered_at is null")).isZero();
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

    /** Killed at this point of it, or never. */
    void changesThoughDenied(@Nullable CrashPoint point) {
      var schedule = comesUp();
      crash.aim(point);
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
      assertThat(waiting("wire")).isEqualTo(1);
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
      assertThat(waiting("wire")).isEqualTo(1);
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
        if (crash.isDead() && !restarted) {
          restart();
        }
        it.advance(Duration.ofMillis(500));
      }
    }

    private void restartIfKilled(Throwable e) {
      if (!crash.isDead() || restarted) {
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

    private int waiting(String what) {
      return it.bean(JdbcClient.class)
          .sql("select count(*) from " + what)
          .query(Integer.class)
          .single();
    }

    @Override
    public void close() {
      it.close();
    }
  }
}
