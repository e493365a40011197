package org.touchpaper.bar.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/**
 * Kills a broker at each of its commits and at each message to a segment. In the end its database
 * and those of the three segments agree.
 */
class BrokerCrashTest {

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static BrokerNetworkSegmentFixture broker;

  @BeforeAll
  static void start() {
    broker = BrokerNetworkSegmentFixture.manuallyPolledAt("ucl");
  }

  @AfterAll
  static void stop() {
    broker.stop();
  }

  @TestFactory
  Stream<DynamicTest> aRepeatedRequestIsBookedActivatedAndReleased() {
    return atEveryPoint(scenario -> {
      scenario.untilAnswered(() ->
          assertThat(broker.broker().reserve(scenario.request))
              .isInstanceOf(ReserveResult.Held.class));
      scenario.untilAnswered(() -> broker.broker().commit(scenario.versionRequest));
      scenario.untilAnswered(() -> broker.broker().provision(scenario.versionRequest));
      broker.clock.set(scenario.schedule.startTime());
      scenario.pollUntilIdle();
      assertThat(committed()).containsOnly(1L);
      assertThat(scenario.phase()).isEqualTo(BookingPhase.ACTIVE);
      broker.clock.set(scenario.schedule.endTime());
      scenario.pollUntilIdle();
      assertThat(scenario.phase()).isEqualTo(BookingPhase.ENDED);
      assertThat(
              broker
                  .lightpaths()
                  .find(
                      scenario.id,
                      (Reservation reservation) -> reservation.dataPlaneStatus().isReleased()))
          .contains(true);
    });
  }

  @TestFactory
  Stream<DynamicTest> anAbandonedRequestIsDecidedByItsHolder() {
    return atEveryPoint(scenario -> {
      broker.holder().decide(scenario.id, Outcome.ABORT);
      scenario.once(() -> broker.broker().reserve(scenario.request));
      scenario.pollUntilIdle();
      assertThat(holding()).containsOnly(0L);
    });
  }

  @TestFactory
  Stream<DynamicTest> aCommitByTheHolderReachesEverySegment() {
    return atEveryPoint(scenario -> {
      scenario.untilAnswered(() -> broker.broker().reserve(scenario.request));
      broker.holder().decide(scenario.id, Outcome.COMMIT);
      scenario.once(() -> broker.broker().commit(scenario.versionRequest));
      scenario.pollUntilIdle();
      assertThat(committed()).containsOnly(1L);
      assertThat(scenario.phase()).isEqualTo(BookingPhase.COMMITTED);
    });
  }

  @TestFactory
  Stream<DynamicTest> aRefusalByTheLastSegmentReleasesAll() {
    return atEveryPoint(scenario -> {
      broker.segmentOf("bar-manchester").refuseEverything();
      scenario.untilAnswered(() ->
          assertThat(broker.broker().reserve(scenario.request))
              .isInstanceOf(ReserveResult.Refused.class));
      scenario.pollUntilIdle();
      assertThat(holding()).containsOnly(0L);
      assertThat(scenario.phase()).isEqualTo(BookingPhase.REFUSED);
    });
  }

  @TestFactory
  Stream<DynamicTest> aSingleLightpathIsBookedOnAllSegmentsOrNone() {
    return atEveryPoint(scenario -> {
      scenario.once(() -> broker.lightpaths().book(scenario.request()));
      scenario.pollUntilIdle();
      broker.clock.advance(Duration.ofMinutes(2)); // the caller did not return to commit the hold
      scenario.pollUntilIdle();
      assertThat(holding().stream().distinct()).hasSize(1);
      assertThat(committed()).isEqualTo(holding());
      broker.clock.set(scenario.schedule.startTime());
      scenario.pollUntilIdle();
      var up = scenario.booked().map(phase -> phase == BookingPhase.ACTIVE).orElse(false);
      assertThat(up).isEqualTo(committed().equals(List.of(1L, 1L, 1L)));
    });
  }

  @TestFactory
  Stream<DynamicTest> aChangeOfASingleLightpathIsMadeOnAllSegmentsOrNone() {
    return atEveryPoint(scenario -> {
      scenario.untilAnswered(() -> broker.lightpaths().book(scenario.request()));
      scenario.once(() -> broker.lightpathChanges().change(scenario.bookedId(), scenario.faster()));
      scenario.pollUntilIdle();
      broker.clock.advance(Duration.ofMinutes(2)); // the caller did not return to commit the hold
      scenario.pollUntilIdle();
      assertThat(holding()).containsOnly(1L);
      assertThat(committed()).containsOnly(1L);
      assertThat(committedMbps()).containsOnly(scenario.bookedMbps());
      assertThat(scenario.bookedMbps()).isIn(100, 200);
    });
  }

  @TestFactory
  Stream<DynamicTest> aRepeatedChangeOfASingleLightpathIsMadeOnce() {
    return atEveryPoint(scenario -> {
      scenario.untilAnswered(() -> broker.lightpaths().book(scenario.request()));
      scenario.untilAnswered(() ->
          assertThat(broker.lightpathChanges().change(scenario.bookedId(), scenario.faster()))
              .isInstanceOf(LightpathChangeService.ChangeOutcome.Changed.class));
      scenario.pollUntilIdle();
      assertThat(holding()).containsOnly(1L);
      assertThat(committedMbps()).containsExactly(200, 200, 200);
      assertThat(scenario.bookedMbps()).isEqualTo(200);
    });
  }

  @TestFactory
  Stream<DynamicTest> aCancelledReservationIsHeldNowhere() {
    return atEveryPoint(scenario -> {
      scenario.untilAnswered(() -> broker.broker().reserve(scenario.request));
      scenario.untilAnswered(() -> broker.broker().commit(scenario.versionRequest));
      var cancel =
          new ReserveRequest(
              scenario.request.requester(),
              scenario.id,
              2,
              null,
              broker.holder().holderOf(scenario.id));
      scenario.untilAnswered(() -> broker.broker().reserve(cancel));
      scenario.untilAnswered(() ->
          broker.broker().commit(new ConnectionVersionRequest(cancel.requester(), scenario.id, 2)));
      scenario.pollUntilIdle();
      assertThat(holding()).containsOnly(0L);
      assertThat(scenario.phase()).isEqualTo(BookingPhase.CANCELLED);
    });
  }

  private static Stream<DynamicTest> atEveryPoint(Consumer<CrashScenario> tale) {
    var counted = CrashSwitch.never();
    tale.accept(new CrashScenario(counted));
    return CrashSwitch.points(counted).stream()
        .map(point ->
            DynamicTest.dynamicTest(
                point.toString(),
                () -> {
                  var crash = CrashSwitch.at(point);
                  tale.accept(new CrashScenario(crash));
                  assertThat(crash.hasCrashed()).as("process killed").isTrue();
                }));
  }

  private static List<Long> holding() {
    return Stream.of("lnsap-ucl", "nsap", "bar-manchester")
        .map(name -> broker.segmentOf(name).heldCount())
        .toList();
  }

  private static List<Integer> committedMbps() {
    return Stream.of("lnsap-ucl", "nsap", "bar-manchester")
        .flatMap(name -> broker.segmentOf(name).committedMbps().stream())
        .toList();
  }

  private static List<Long> committed() {
    return Stream.of("lnsap-ucl", "nsap", "bar-manchester")
        .map(name -> broker.segmentOf(name).committedCount())
        .toList();
  }

  /** A sequence of calls with one crash. */
  private static final class CrashScenario {

    private final CrashSwitch crash;
    private final ConnectionId id = new ConnectionId(UUID.randomUUID());
    private final Schedule schedule;
    private final ReserveRequest request;
    private final ConnectionVersionRequest versionRequest;
    private boolean restarted;

    CrashScenario(CrashSwitch crash) {
      this.crash = crash;
      broker.reset();
      var start = broker.now().plus(Duration.ofMinutes(10));
      schedule = new Schedule(start, start.plus(Duration.ofMinutes(10)));
      request =
          new ReserveRequest(
              broker.requester(), id, 1, broker.fullCapacityCriteria(schedule), broker.heldBy(id));
      versionRequest = new ConnectionVersionRequest(broker.requester(), id, 1);
      broker.crashInjection.use(crash);
    }

    LightpathService.LightpathRequest request() {
      var criteria =
          new Criteria(
              BrokerNetworkSegmentFixture.VIS, BrokerNetworkSegmentFixture.NEWTON, 100, schedule);
      return new LightpathService.LightpathRequest(
          broker.requester().onBehalfOf(), id.toString(), "digest", "a test", () -> criteria);
    }

    /** Doubles the bandwidth. */
    LightpathChangeService.ChangeRequest faster() {
      var criteria =
          new Criteria(
              BrokerNetworkSegmentFixture.VIS, BrokerNetworkSegmentFixture.NEWTON, 200, schedule);
      return new LightpathChangeService.ChangeRequest(
          broker.requester().onBehalfOf(),
          "faster",
          "digest",
          null,
          false,
          _ -> {},
          _ -> criteria,
          () -> {});
    }

    /** The caller repeats calls without an answer, and sends each twice. */
    void untilAnswered(Runnable call) {
      for (var time = 1; time <= 2; time++) {
        try {
          receive(call);
        } catch (Throwable e) {
          restartIfKilled(e);
          call.run();
        }
      }
    }

    /** The caller does not repeat the call. */
    void once(Runnable call) {
      survive(() -> receive(call));
    }

    private void receive(Runnable call) {
      if (!restarted) {
        crash.pass(Moment.RECEIVED, "a call");
      }
      call.run();
    }

    private void survive(Runnable step) {
      try {
        step.run();
      } catch (Throwable e) {
        restartIfKilled(e);
      }
    }

    /** Polls until nothing is due, with time for every retry. */
    void pollUntilIdle() {
      for (var poll = 0; poll < 8; poll++) {
        survive(broker::pollOnce);
        if (crash.hasCrashed() && !restarted) {
          restart();
        }
        broker.clock.advance(Duration.ofSeconds(6));
      }
    }

    private void restartIfKilled(Throwable e) {
      if (!crash.hasCrashed() || restarted) {
        throw new AssertionError("not by the crash", e);
      }
      restart();
    }

    private void restart() {
      restarted = true;
      broker.restartAfterCrash();
    }

    BookingPhase phase() {
      return broker.lightpaths().find(id, (Reservation r) -> r.phase(broker.now())).orElseThrow();
    }

    Optional<BookingPhase> booked() {
      return findBooked(reservation -> reservation.phase(broker.now()));
    }

    ConnectionId bookedId() {
      return findBooked(Reservation::connection).orElseThrow();
    }

    int bookedMbps() {
      return findBooked(reservation -> reservation.criteria().orElseThrow().bandwidthMbps())
          .orElseThrow();
    }

    /** Finds the booking made through the API, whose id the broker chose. */
    private <T> Optional<T> findBooked(Function<Reservation, T> mapper) {
      return broker.lightpaths().list(BookingQuery.newest(1), mapper).items().stream().findFirst();
    }
  }
}
