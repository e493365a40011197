package org.touchpaper.bar.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/**
 * A broker killed at each of its commits and at each message to a segment in turn: whatever the
 * moment, in the end its books and those of the three segments agree.
 */
class BrokerCrashTest {

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static BrokerUnderTest it;

  @BeforeAll
  static void start() {
    it = BrokerUnderTest.at("ucl");
  }

  @AfterAll
  static void stop() {
    it.stop();
  }

  @TestFactory
  Stream<DynamicTest> whatItsCallerInsistsOnIsBookedUpAndClearedAway() {
    return atEveryPoint(story -> {
      story.untilAnswered(() ->
          assertThat(it.broker().reserve(story.request)).isInstanceOf(ReserveAnswer.Held.class));
      story.untilAnswered(() -> it.broker().commit(story.order));
      story.untilAnswered(() -> it.broker().provision(story.order));
      it.clock.set(story.schedule.startTime());
      story.lookAfterAll();
      assertThat(committed()).containsOnly(1L);
      assertThat(story.phase()).isEqualTo(Phase.ACTIVE);
      it.clock.set(story.schedule.endTime());
      story.lookAfterAll();
      assertThat(story.phase()).isEqualTo(Phase.ENDED);
      assertThat(it.lightpaths().find(story.id, (Reservation it) -> it.circuit().isReleased()))
          .contains(true);
    });
  }

  @TestFactory
  Stream<DynamicTest> whatItsCallerAbandonsIsDecidedByItsHolder() {
    return atEveryPoint(story -> {
      it.holder().decide(story.id, Outcome.ABORT);
      story.once(() -> it.broker().reserve(story.request));
      story.lookAfterAll();
      assertThat(holding()).containsOnly(0L);
    });
  }

  @TestFactory
  Stream<DynamicTest> whatTheHolderDecidedForIsCommittedEverywhere() {
    return atEveryPoint(story -> {
      story.untilAnswered(() -> it.broker().reserve(story.request));
      it.holder().decide(story.id, Outcome.COMMIT);
      story.once(() -> it.broker().commit(story.order));
      story.lookAfterAll();
      assertThat(committed()).containsOnly(1L);
      assertThat(story.phase()).isEqualTo(Phase.COMMITTED);
    });
  }

  @TestFactory
  Stream<DynamicTest> whatTheLastSegmentRefusesIsHeldNowhere() {
    return atEveryPoint(story -> {
      it.segmentOf("bar-manchester").refuseEverything();
      story.untilAnswered(() ->
          assertThat(it.broker().reserve(story.request)).isInstanceOf(ReserveAnswer.Refused.class));
      story.lookAfterAll();
      assertThat(holding()).containsOnly(0L);
      assertThat(story.phase()).isEqualTo(Phase.REFUSED);
    });
  }

  @TestFactory
  Stream<DynamicTest> aLightpathAloneIsBookedWholeOrNotAtAll() {
    return atEveryPoint(story -> {
      story.once(() -> it.lightpaths().book(story.wish()));
      story.lookAfterAll();
      it.clock.advance(Duration.ofMinutes(2)); // nobody came back for what is only held
      story.lookAfterAll();
      assertThat(holding().stream().distinct()).hasSize(1);
      assertThat(committed()).isEqualTo(holding());
      it.clock.set(story.schedule.startTime());
      story.lookAfterAll();
      var up = story.booked().map(phase -> phase == Phase.ACTIVE).orElse(false);
      assertThat(up).isEqualTo(committed().equals(List.of(1L, 1L, 1L)));
    });
  }

  @TestFactory
  Stream<DynamicTest> whatIsCancelledIsHeldNowhere() {
    return atEveryPoint(story -> {
      story.untilAnswered(() -> it.broker().reserve(story.request));
      story.untilAnswered(() -> it.broker().commit(story.order));
      var cancel =
          new Reserve(story.request.requester(), story.id, 2, null, it.holder().of(story.id));
      story.untilAnswered(() -> it.broker().reserve(cancel));
      story.untilAnswered(() -> it.broker().commit(new Order(cancel.requester(), story.id, 2)));
      story.lookAfterAll();
      assertThat(holding()).containsOnly(0L);
      assertThat(story.phase()).isEqualTo(Phase.CANCELLED);
    });
  }

  private static Stream<DynamicTest> atEveryPoint(Consumer<Story> tale) {
    var counted = CrashSwitch.never();
    tale.accept(new Story(counted));
    return CrashSwitch.points(counted)
        .map(point ->
            DynamicTest.dynamicTest(
                point.toString(),
                () -> {
                  var crash = CrashSwitch.at(point);
                  tale.accept(new Story(crash));
                  assertThat(crash.isDead()).as("was killed").isTrue();
                }));
  }

  private static List<Long> holding() {
    return Stream.of("lnsap-ucl", "nsap", "bar-manchester")
        .map(name -> it.segmentOf(name).holding())
        .toList();
  }

  private static List<Long> committed() {
    return Stream.of("lnsap-ucl", "nsap", "bar-manchester")
        .map(name -> it.segmentOf(name).committed())
        .toList();
  }

  /** One telling, with a crash somewhere in it. */
  private static final class Story {

    private final CrashSwitch crash;
    private final ConnectionId id = new ConnectionId(UUID.randomUUID());
    private final Schedule schedule;
    private final Reserve request;
    private final Order order;
    private boolean restarted;

    Story(CrashSwitch crash) {
      this.crash = crash;
      it.empty();
      var start = it.now().plus(Duration.ofMinutes(10));
      schedule = new Schedule(start, start.plus(Duration.ofMinutes(10)));
      request = new Reserve(it.requester(), id, 1, it.greedy(schedule), it.heldBy(id));
      order = new Order(it.requester(), id, 1);
      it.lives.live(crash);
    }

    Lightpaths.Wish wish() {
      var asked = new Criteria(BrokerUnderTest.VIS, BrokerUnderTest.NEWTON, 100, schedule);
      return new Lightpaths.Wish(
          it.requester().onBehalfOf(), id.toString(), "digest", "a test", () -> asked);
    }

    /** The caller repeats what got no answer, and sends all twice anyway. */
    void untilAnswered(Runnable call) {
      for (var time = 1; time <= 2; time++) {
        try {
          call.run();
        } catch (Throwable e) {
          restartIfKilled(e);
          call.run();
        }
      }
    }

    /** The caller does not come back. */
    void once(Runnable call) {
      try {
        call.run();
      } catch (Throwable e) {
        restartIfKilled(e);
      }
    }

    /** Rounds until nothing more can be due, with time for every retry. */
    void lookAfterAll() {
      for (var round = 0; round < 8; round++) {
        once(it::round);
        if (crash.isDead() && !restarted) {
          restart();
        }
        it.clock.advance(Duration.ofSeconds(6));
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
      it.lives.live(CrashSwitch.never());
      it.begin();
    }

    Phase phase() {
      return it.lightpaths().find(id, (Reservation r) -> r.phase(it.now())).orElseThrow();
    }

    /** Of what the front door booked, under an id it chose. */
    Optional<Phase> booked() {
      return it.lightpaths().list(null, null, 1, r -> r.phase(it.now())).stream().findFirst();
    }
  }
}
