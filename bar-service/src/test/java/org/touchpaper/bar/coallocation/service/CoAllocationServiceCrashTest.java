package org.touchpaper.bar.coallocation.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.ModificationRequest;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/**
 * Kills a broker at each of its commits and at each message to HARC. In the end its database and
 * the acceptors agree, and the response to a repeated key is correct.
 */
class CoAllocationServiceCrashTest {

  private static final Person ANNE = new Person("anne", "ucl", List.of(), "scientist");

  private static final VoteNote.Refusal NODES_BUSY =
      new VoteNote.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private final BarFixture fixture = BarFixture.shared();

  @TestFactory
  Stream<DynamicTest> aRepeatedRequestIsBookedOnceBecomesActiveAndEnds() {
    return crashAtEveryPoint(scenario -> {
      var booked = scenario.repeatUntilAnswered(scenario::book);
      assertThat(booked).isInstanceOf(BookingResult.Booked.class);
      fixture.clock.set(BarFixture.NOW.plusSeconds(3600));
      scenario.pollUntilIdle();
      assertThat(scenario.only().state()).isEqualTo(BookingPhase.ACTIVE);
      fixture.clock.set(BarFixture.NOW.plusSeconds(7200));
      scenario.pollUntilIdle();
      assertThat(scenario.only().state()).isEqualTo(BookingPhase.ENDED);
      assertThat(scenario.only().isReleased()).isTrue();
      assertThat(fixture.harc.outcomes()).containsOnlyKeys(scenario.only().id() + ".1");
    });
  }

  @TestFactory
  Stream<DynamicTest> anAbandonedRequestIsBookedOrNeverStored() {
    return crashAtEveryPoint(scenario -> {
      scenario.once(scenario::book);
      scenario.pollUntilIdle();
      var bookings = scenario.all();
      assertThat(fixture.harc.outcomes()).hasSize(bookings.size());
      assertThat(bookings).allMatch(booking -> booking.state() == BookingPhase.COMMITTED);
    });
  }

  @TestFactory
  Stream<DynamicTest> aRefusedRequestStaysRefused() {
    return crashAtEveryPoint(scenario -> {
      fixture.harc.refuseAll(NODES_BUSY);
      var refused = scenario.repeatUntilAnswered(scenario::book);
      assertThat(refused).isInstanceOf(BookingResult.Refused.class);
      fixture.harc.commitAll();
      scenario.pollUntilIdle();
      assertThat(scenario.repeatUntilAnswered(scenario::book))
          .isInstanceOf(BookingResult.Refused.class);
      assertThat(scenario.only().refusals()).hasSize(1);
      assertThat(fixture.harc.outcomes()).hasSize(1).containsValue(Outcome.ABORT);
    });
  }

  @TestFactory
  Stream<DynamicTest> aRequestThatDidNotStartIsRetriedUnderItsKey() {
    return crashAtEveryPoint(scenario -> {
      fixture.harc.answerNotStarted();
      // A repeat after a crash cannot know that the first request began nothing.
      assertThat(scenario.repeatUntilAnswered(scenario::book))
          .isInstanceOfAny(BookingResult.NotStarted.class, BookingResult.Undecided.class);
      fixture.harc.commitAll();
      assertThat(scenario.repeatUntilAnswered(scenario::book))
          .isInstanceOf(BookingResult.Booked.class);
      scenario.pollUntilIdle();
      assertThat(scenario.only().state()).isEqualTo(BookingPhase.COMMITTED);
      assertThat(fixture.harc.outcomes()).hasSize(1).containsValue(Outcome.COMMIT);
    });
  }

  @TestFactory
  Stream<DynamicTest> aRepeatedCancelCancelsOnce() {
    return crashAtEveryPoint(scenario -> {
      scenario.repeatUntilAnswered(scenario::book);
      var id = scenario.only().id();
      var answer = scenario.repeatUntilAnswered(() -> service().cancel(id, ANNE));
      assertThat(answer).isInstanceOf(CancelResult.Cancelled.class);
      scenario.pollUntilIdle();
      assertThat(scenario.only().state()).isEqualTo(BookingPhase.CANCELLED);
      assertThat(scenario.only().isReleased()).isTrue();
      assertThat(fixture.harc.outcomes()).containsOnlyKeys(id + ".1", id + ".2");
    });
  }

  @TestFactory
  Stream<DynamicTest> anAbandonedCancelIsCarriedOutOrNeverStored() {
    return crashAtEveryPoint(scenario -> {
      scenario.repeatUntilAnswered(scenario::book);
      scenario.once(() -> service().cancel(scenario.only().id(), ANNE));
      scenario.pollUntilIdle();
      var cancelled = fixture.harc.outcomes().containsKey(scenario.only().id() + ".2");
      assertThat(scenario.only().state())
          .isEqualTo(cancelled ? BookingPhase.CANCELLED : BookingPhase.COMMITTED);
    });
  }

  /** An hour later, on eight nodes. */
  @TestFactory
  Stream<DynamicTest> aRepeatedChangeIsAppliedOnce() {
    return crashAtEveryPoint(scenario -> {
      scenario.repeatUntilAnswered(scenario::book);
      assertThat(scenario.repeatUntilAnswered(scenario::modify))
          .isInstanceOf(ModifyResult.Modified.class);
      scenario.pollUntilIdle();
      assertThat(scenario.only().schedule().startTime())
          .isEqualTo(BarFixture.NOW.plusSeconds(7200));
      assertThat(scenario.only().summary()).contains("8 nodes of newton");
      var id = scenario.only().id();
      assertThat(fixture.harc.outcomes())
          .isEqualTo(Map.of(id + ".1", Outcome.COMMIT, id + ".2", Outcome.COMMIT));
      fixture.clock.set(BarFixture.NOW.plusSeconds(7200));
      scenario.pollUntilIdle();
      assertThat(scenario.only().state()).isEqualTo(BookingPhase.ACTIVE);
    });
  }

  /** Asserts all or nothing, and that the database agrees with the acceptors. */
  @TestFactory
  Stream<DynamicTest> anAbandonedChangeIsAppliedOrNeverStored() {
    return crashAtEveryPoint(scenario -> {
      scenario.repeatUntilAnswered(scenario::book);
      scenario.once(scenario::modify);
      scenario.pollUntilIdle();
      var changed = fixture.harc.outcomes().containsKey(scenario.only().id() + ".2");
      assertThat(scenario.only().state()).isEqualTo(BookingPhase.COMMITTED);
      assertThat(scenario.only().isBeingModified()).isFalse();
      assertThat(scenario.only().summary()).contains(changed ? "8 nodes" : "4 nodes");
      assertThat(scenario.only().schedule().startTime())
          .isEqualTo(BarFixture.NOW.plusSeconds(changed ? 7200 : 3600));
    });
  }

  @TestFactory
  Stream<DynamicTest> aRefusedChangeLeavesTheBookingUnchanged() {
    return crashAtEveryPoint(scenario -> {
      scenario.repeatUntilAnswered(scenario::book);
      fixture.harc.refuseAll(NODES_BUSY);
      assertThat(scenario.repeatUntilAnswered(scenario::modify))
          .isInstanceOf(ModifyResult.Refused.class);
      fixture.harc.commitAll();
      scenario.pollUntilIdle();
      assertThat(scenario.repeatUntilAnswered(scenario::modify))
          .isInstanceOf(ModifyResult.Refused.class);
      assertThat(scenario.only().state()).isEqualTo(BookingPhase.COMMITTED);
      assertThat(scenario.only().summary()).contains("4 nodes");
      assertThat(fixture.harc.outcomes()).hasSize(2);
    });
  }

  /** Two attempts are lost to a competitor that has the nodes for an hour each. */
  @TestFactory
  Stream<DynamicTest> aRequestThatLosesRacesIsBookedOnceInTheRemainingSlot() {
    return crashAtEveryPoint(scenario -> {
      refuseTwice();
      assertThat(scenario.repeatUntilAnswered(scenario::bookWithin))
          .isInstanceOf(BookingResult.Booked.class);
      scenario.pollUntilIdle();
      var id = scenario.only().id();
      assertThat(scenario.only().schedule().startTime())
          .isEqualTo(BarFixture.NOW.plusSeconds(10800));
      assertThat(fixture.harc.outcomes())
          .isEqualTo(
              Map.of(
                  id + ".1", Outcome.ABORT, id + ".2", Outcome.ABORT, id + ".3", Outcome.COMMIT));
    });
  }

  @TestFactory
  Stream<DynamicTest> aRequestThatLosesRacesContinuesWithoutItsCaller() {
    return crashAtEveryPoint(scenario -> {
      refuseTwice();
      scenario.once(scenario::bookWithin);
      scenario.pollUntilIdle();
      assertThat(scenario.all()).allMatch(booking -> booking.state() == BookingPhase.COMMITTED);
      assertThat(fixture.harc.outcomes()).hasSize(3 * scenario.all().size());
    });
  }

  private void refuseTwice() {
    var free = new AtomicReference<>(BarFixture.NOW.plusSeconds(3600));
    var last = BarFixture.NOW.plusSeconds(86400);
    fixture.harc.setPossibleStarts("rm-network", BarFixture.NOW, last);
    fixture.harc.setPossibleStarts("rm-newton", free.get(), last);
    fixture.harc.refuseFirst(
        2,
        NODES_BUSY,
        () ->
            fixture.harc.setPossibleStarts(
                "rm-newton", free.updateAndGet(instant -> instant.plusSeconds(3600)), last));
  }

  private CoAllocationService service() {
    return fixture.bean(CoAllocationService.class);
  }

  private Stream<DynamicTest> crashAtEveryPoint(Consumer<CrashScenario> scenario) {
    var counted = CrashSwitch.never();
    runScenario(scenario, counted);
    var points = CrashSwitch.points(counted);
    assertThat(points).hasSizeGreaterThan(4);
    return points.stream()
        .map(point ->
            DynamicTest.dynamicTest(
                point.toString(),
                () -> {
                  var crash = CrashSwitch.at(point);
                  runScenario(scenario, crash);
                  assertThat(crash.hasCrashed()).as("process killed").isTrue();
                }));
  }

  private void runScenario(Consumer<CrashScenario> scenario, CrashSwitch crash) {
    scenario.accept(new CrashScenario(crash));
    assertThat(fixture.harc.contradictions()).isEmpty();
    assertThat(fixture.sentInTransaction).isEmpty();
  }

  /** A sequence of calls with one crash. */
  private final class CrashScenario {

    private final CrashSwitch crash;
    private boolean restarted;

    CrashScenario(CrashSwitch crash) {
      this.crash = crash;
      fixture.reset();
      fixture.crashInjection.use(crash);
    }

    BookingResult book() {
      return bookAt(
          new RequestedSchedule.Fixed(
              BarFixture.NOW.plusSeconds(3600), BarFixture.NOW.plusSeconds(7200)));
    }

    ModifyResult modify() {
      var modification =
          new ModificationRequest(
              BarFixture.NOW.plusSeconds(7200),
              BarFixture.NOW.plusSeconds(10800),
              List.of(new BookingRequest.Nodes("newton", 8)),
              null);
      return service().modify(only().id(), ANNE, modification, "c-1");
    }

    BookingResult bookWithin() {
      return bookAt(
          new RequestedSchedule.Window(
              BarFixture.NOW.plusSeconds(3600),
              BarFixture.NOW.plusSeconds(14400),
              Duration.ofHours(1)));
    }

    private BookingResult bookAt(RequestedSchedule when) {
      var request =
          new BookingRequest(
              "a test",
              when,
              List.of(new BookingRequest.Nodes("newton", 4)),
              List.of(new BookingRequest.Circuit("vis.ucl", "newton.manchester", 300)));
      return service().book(ANNE, request, "k-1");
    }

    /** The caller repeats calls without an answer, and sends each twice. */
    <T> T repeatUntilAnswered(Supplier<T> call) {
      once(call);
      var answer = once(call);
      return answer == null ? call.get() : answer;
    }

    /** The caller does not repeat the call; null if it got no answer. */
    <T> @Nullable T once(Supplier<T> call) {
      try {
        if (!restarted) {
          crash.pass(Moment.RECEIVED, "a call");
        }
        return call.get();
      } catch (Throwable e) {
        if (!crash.hasCrashed() || restarted) {
          throw new AssertionError("not by the crash", e);
        }
        restart();
        return null;
      }
    }

    private void restart() {
      restarted = true;
      fixture.restartAfterCrash();
    }

    /** Polls until nothing is due; the scheduler keeps a crash to itself. */
    void pollUntilIdle() {
      for (var poll = 0; poll < 8; poll++) {
        fixture.pollNowAndAfter(Duration.ofSeconds(6));
        if (crash.hasCrashed() && !restarted) {
          restart();
        }
      }
    }

    List<CoAllocation> all() {
      return service().list(BookingQuery.newest(100)).items();
    }

    CoAllocation only() {
      var all = all();
      assertThat(all).hasSize(1);
      return all.getFirst();
    }
  }
}
