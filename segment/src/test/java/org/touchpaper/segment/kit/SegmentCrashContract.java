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
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Notification.DataPlaneChanged;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.element.CircuitName;

/**
 * What every segment promises if it dies: killed at each of its commits, at each request it answers
 * and message it sends, and at each command to an element, in the end its books, its elements and
 * its holder agree, and nothing is left over. Extend it and give it a service.
 */
public abstract class SegmentCrashContract {

  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  /** Longer than any pause between attempts, and than any effect is waited for. */
  private static final Duration SOON = Duration.ofSeconds(61);

  /** The service that dies. */
  protected abstract MortalSegment it();

  /** A circuit that takes all the segment has, so that a second one tells what is left over. */
  protected abstract Criteria greedy(Schedule schedule);

  /** Everything its elements hold, in one text. */
  protected abstract String elements();

  @TestFactory
  Stream<DynamicTest> aCircuitLivesToItsEndThoughTheServiceDies() {
    return atEveryPoint(
        true,
        story -> {
          story.held();
          story.send(() -> it().segment().commit(story.order));
          story.send(() -> it().segment().provision(story.order));
          story.comesUp();
          it().clock().set(story.schedule.endTime());
          story.workUntilDone();
          assertThat(story.known()).returns(LifecycleState.PASSED_END_TIME, k -> k.lifecycle());
          story.isGone();
        });
  }

  @TestFactory
  Stream<DynamicTest> aHoldInDoubtIsDecidedAndTheCircuitCutThoughTheServiceDies() {
    return atEveryPoint(
        false,
        story -> {
          story.held();
          it().holder().decide(story.id, Outcome.COMMIT);
          story.laterAskedAgain();
          assertThat(story.known().version()).isEqualTo(1);
          story.send(() -> it().segment().provision(story.order));
          story.comesUp();
          story.send(() -> it().segment().terminate(story.order));
          story.workUntilDone();
          assertThat(story.known()).returns(LifecycleState.TERMINATED, k -> k.lifecycle());
          story.isGone();
          story.leavesRoom();
        });
  }

  @TestFactory
  Stream<DynamicTest> whatItsHolderGaveUpIsFreeForAnotherThoughTheServiceDies() {
    return atEveryPoint(
        false,
        story -> {
          story.held();
          it().holder().decide(story.id, Outcome.ABORT);
          story.laterAskedAgain();
          assertThat(story.known().heldVersion()).isZero();
          story.leavesRoom();
        });
  }

  private Stream<DynamicTest> atEveryPoint(boolean wiresToo, Consumer<Story> tale) {
    new Story(null, WireWatch.none()).tell(tale); // logs in to the elements
    var wires = WireWatch.none();
    var counted = new Story(null, wires);
    counted.tell(tale);
    var deaths = new ArrayList<DynamicTest>();
    CrashSwitch.points(counted.crash).forEach(point -> deaths.add(death(point, tale)));
    if (wiresToo) {
      wires.points().forEach(point -> deaths.add(death(point, tale)));
    }
    return deaths.stream();
  }

  private DynamicTest death(CrashPoint point, Consumer<Story> tale) {
    return DynamicTest.dynamicTest(
        point.toString(), () -> dies(new Story(point, WireWatch.none()), tale));
  }

  private DynamicTest death(WireWatch.Point point, Consumer<Story> tale) {
    return DynamicTest.dynamicTest(
        point.toString(), () -> dies(new Story(null, WireWatch.at(point)), tale));
  }

  private static void dies(Story story, Consumer<Story> tale) {
    story.tell(tale);
    assertThat(story.restarted).as("the service died").isTrue();
  }

  /** One telling, with a death somewhere in it. */
  protected final class Story {

    private CrashSwitch crash;
    private final ConnectionId id = new ConnectionId(UUID.randomUUID());
    private final Order order = new Order(ScriptedHolder.requester(), id, 1);
    private final Schedule schedule;
    private final String before;
    private boolean restarted;

    Story(@Nullable CrashPoint point, WireWatch watch) {
      this.crash = it().live(point, watch);
      it().clock().advance(Duration.ofDays(1));
      var start = now().plus(TEN_MINUTES);
      this.schedule = new Schedule(start, start.plus(TEN_MINUTES));
      this.before = elements();
    }

    void tell(Consumer<Story> tale) {
      tale.accept(this);
    }

    private Instant now() {
      return it().clock().instant();
    }

    void held() {
      send(() ->
          assertThat(it().segment().reserve(request(id))).isInstanceOf(ReserveAnswer.Held.class));
    }

    private Reserve request(ConnectionId asked) {
      return new Reserve(
          ScriptedHolder.requester(), asked, 1, greedy(schedule), it().holder().of(asked));
    }

    /** Whoever gets no answer asks again; and everybody asks twice anyway. */
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

    /** Its start comes, and it is up: at the elements, in the books, and as the holder hears. */
    void comesUp() {
      it().clock().set(schedule.startTime());
      workUntilDone();
      assertThat(known()).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
      assertThat(known().problem()).isNull();
      assertThat(elements()).contains(CircuitName.of(id.value(), 1));
      assertThat(heard()).contains(DataPlane.ACTIVE);
      assertThat(count("segment_item where connection_id = ? and wanted")).isPositive();
      assertThat(count("segment_item where connection_id = ? and not wanted")).isZero();
    }

    void isGone() {
      assertThat(known().released()).isTrue();
      assertThat(elements()).isEqualTo(before);
      assertThat(heard()).containsSubsequence(DataPlane.ACTIVE, DataPlane.INACTIVE);
      assertThat(count("segment_item where connection_id = ?")).isZero();
      assertThat(count("segment_notice where connection_id = ? and delivered_at is null")).isZero();
    }

    /** Another circuit that takes all there is fits at the same time, and is let go of again. */
    void leavesRoom() {
      var another = new ConnectionId(UUID.randomUUID());
      send(() ->
          assertThat(it().segment().reserve(request(another)))
              .isInstanceOf(ReserveAnswer.Held.class));
      send(() -> it().segment().abort(new Order(ScriptedHolder.requester(), another, 1)));
    }

    private List<DataPlane> heard() {
      return it().holder().heard().stream()
          .filter(heard -> heard.connection().equals(id))
          .filter(DataPlaneChanged.class::isInstance)
          .map(heard -> ((DataPlaneChanged) heard).dataPlane())
          .toList();
    }

    Report.Known known() {
      return (Report.Known) it().segment().query(ScriptedHolder.requester(), id);
    }

    private long count(String what) {
      return it().sql()
          .sql("select count(*) from " + what)
          .param(id.value())
          .query(Long.class)
          .single();
    }

    void laterAskedAgain() {
      it().clock().advance(Duration.ofMinutes(1));
      workUntilDone();
    }

    /** Does what is due, and turns the clock to what is due soon, such as another attempt. */
    void workUntilDone() {
      var rounds = 0;
      while (isDueSoon()) {
        assertThat(rounds++).as("rounds of work").isLessThan(40);
        try {
          it().workDue();
        } catch (Throwable e) {
          restartIfKilled(e);
        }
        if (crash.isDead()) {
          restart();
        }
      }
    }

    private boolean isDueSoon() {
      var next = it().nextDue().filter(when -> when.isBefore(now().plus(SOON)));
      next.filter(when -> when.isAfter(now())).ifPresent(it().clock()::set);
      return next.isPresent();
    }

    private void restartIfKilled(Throwable e) {
      if (!crash.isDead()) {
        throw new AssertionError("not by the crash", e);
      }
      restart();
    }

    private void restart() {
      restarted = true;
      crash = it().live(null, WireWatch.none());
    }
  }
}
