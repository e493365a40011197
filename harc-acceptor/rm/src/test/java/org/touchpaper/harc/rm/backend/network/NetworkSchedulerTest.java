package org.touchpaper.harc.rm.backend.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.scheduler.TestRequests.NINE_O_CLOCK;
import static org.touchpaper.harc.rm.scheduler.TestRequests.minutes;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;

class NetworkSchedulerTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final ScriptedBar bar = new ScriptedBar();
  private final SettableClock clock = SettableClock.at(NINE_O_CLOCK.minusSeconds(3600));
  private final Transaction run =
      TestRequests.transaction("t.1", TestLightpaths.path(TestLightpaths.bookingId(1), 300));

  private NetworkScheduler network() {
    return NetworkSchedulerContractTest.scheduler(STORE.database(), bar, clock);
  }

  @Test
  void reservesTheClientsConnectionWithTheTransactionAsHolder() {
    var held = (Held) network().prepare(run);
    assertThat(held.statuses().getFirst().reference()).isEqualTo(TestLightpaths.bookingId(1));
    assertThat(held.statuses().getFirst().path()).containsExactly("L1", "L2");
    var request = bar.requestOf(ConnectionId.of(TestLightpaths.bookingId(1)), 1);
    assertThat(request.holder()).isEqualTo(new Holder.Transaction("t.1", run.acceptors()));
    assertThat(request.requester().peer()).isEqualTo("rm-network");
    assertThat(request.requester().onBehalfOf()).isEqualTo(TestRequests.ANNE);
    assertThat(request.requester().correlationId()).isEqualTo(run.correlationId());
  }

  @Test
  void startsTheLightpathAheadOfItsRun() {
    network().prepare(run);
    assertThat(booked())
        .isEqualTo(new Schedule(NINE_O_CLOCK.minusSeconds(10), NINE_O_CLOCK.plusSeconds(3600)));
  }

  @Test
  void startsTheLightpathLessAheadIfTheRunIsNear() {
    clock.set(NINE_O_CLOCK.minusSeconds(4));
    network().prepare(run);
    clock.set(NINE_O_CLOCK.minusSeconds(2));
    network().prepare(run);
    assertThat(booked().startTime()).isEqualTo(NINE_O_CLOCK.minusSeconds(4));
  }

  @Test
  void doesNotReserveThePastForARunThatStartsNow() {
    clock.set(NINE_O_CLOCK.plusSeconds(1));
    network().prepare(run);
    assertThat(booked().startTime()).isEqualTo(NINE_O_CLOCK);
  }

  @Test
  void aRepeatedPrepareSendsTheSameRequestLater() {
    bar.isUnreachable = true;
    clock.set(NINE_O_CLOCK.minusSeconds(6));
    assertThatThrownBy(() -> network().prepare(run))
        .isInstanceOf(SchedulerUnreachableException.class);
    bar.isUnreachable = false;
    clock.set(NINE_O_CLOCK.minusSeconds(3));
    assertThat(network().prepare(run)).isInstanceOf(Held.class);
    assertThat(booked().startTime()).isEqualTo(NINE_O_CLOCK.minusSeconds(6));
  }

  /** A connection id may be written in several ways. */
  @Test
  void onlyTheOwnerCancelsALightpathHoweverItsIdIsWritten() {
    network().prepare(run);
    network().commit(run);
    var bob = new Person("bob", "ucl", List.of(), "scientist");
    for (var bookingId :
        List.of(
            TestLightpaths.bookingId(1), TestLightpaths.bookingId(1).toUpperCase(Locale.ROOT))) {
      var cancel =
          TestRequests.transaction("t." + bookingId, bob, new BookingAction.Cancel(bookingId));
      var refused = (Refused) network().prepare(cancel);
      assertThat(refused.refusals().getFirst().refusal().code())
          .isEqualTo(Refusal.Code.NOT_ALLOWED);
    }
  }

  /**
   * The run before takes the whole link until 10:00; the set-up would begin ten seconds earlier.
   */
  @Test
  void aRunRightAfterAnotherIsRefusedWithTheSetupAsTheReason() {
    network().prepare(TestRequests.transaction("t.1", full(1, TestRequests.minutes(0, 60))));
    var refused =
        (Refused)
            network()
                .prepare(TestRequests.transaction("t.2", full(2, TestRequests.minutes(60, 120))));
    assertThat(refused.refusals().getFirst().refusal().reason())
        .endsWith(
            "; the lightpath was requested from %s, 10 s before its run, to be set up by then"
                .formatted(NINE_O_CLOCK.plusSeconds(3590)));
    var afterSetup = new Schedule(NINE_O_CLOCK.plusSeconds(3610), NINE_O_CLOCK.plusSeconds(7210));
    assertThat(network().prepare(TestRequests.transaction("t.3", full(3, afterSetup))))
        .as("the time that timetable and alternatives offer")
        .isInstanceOf(Held.class);
  }

  private static BookingAction.Make full(int n, Schedule schedule) {
    return TestLightpaths.path(TestLightpaths.bookingId(n), ScriptedBar.CAPACITY, schedule);
  }

  @Test
  void theNextFitOfARefusalIsThatOfTheRun() {
    var fit = new Schedule(NINE_O_CLOCK, NINE_O_CLOCK.plusSeconds(3610));
    var busy = new Refusal(Refusal.Code.CAPACITY_BUSY, "link", "", "busy", fit);
    assertThat(new LightpathSetupLead(NINE_O_CLOCK, Duration.ofSeconds(10)).explain(busy).nextFit())
        .isEqualTo(new Schedule(NINE_O_CLOCK.plusSeconds(10), fit.endTime()));
    assertThat(new LightpathSetupLead(NINE_O_CLOCK, Duration.ZERO).explain(busy)).isEqualTo(busy);
  }

  /** No other time helps, so it is not a lost race. */
  @Test
  void twoAtAPortThatTakesOneAtATimeAreRefusedForGood() {
    bar.busy = new Refusal(Refusal.Code.PORT_BUSY, "vis", "", "vis takes one at a time", null);
    var two =
        TestRequests.transaction(
            "t.2",
            TestLightpaths.path(TestLightpaths.bookingId(1), 600),
            TestLightpaths.path(TestLightpaths.bookingId(2), 600));
    var refused = (Refused) network().prepare(two);
    assertThat(refused.refusals()).hasSize(1);
    var refusal = refused.refusals().getFirst().refusal();
    assertThat(refusal.code()).isEqualTo(Refusal.Code.ABOVE_CAPACITY);
    assertThat(refusal.reason()).contains("another lightpath of the same request");
    assertThat(network().prepare(two)).isEqualTo(refused);
  }

  @Test
  void whenOneOfTwoIsRefusedTheOtherIsReleased() {
    var two =
        TestRequests.transaction(
            "t.2",
            TestLightpaths.path(TestLightpaths.bookingId(1), 600),
            TestLightpaths.path(TestLightpaths.bookingId(2), 600));
    var refused = (Refused) network().prepare(two);
    assertThat(refused.refusals()).hasSize(1);
    assertThat(refused.refusals().getFirst().bookingId())
        .isIn(TestLightpaths.bookingId(1), TestLightpaths.bookingId(2));
    assertThat(refused.refusals().getFirst().refusal().code())
        .isEqualTo(Refusal.Code.CAPACITY_BUSY);
    assertThat(
            network()
                .prepare(
                    TestRequests.transaction(
                        "t.3", TestLightpaths.path(TestLightpaths.bookingId(3), 1000))))
        .isInstanceOf(Held.class);
  }

  @Test
  void commitAlsoProvisionsAndCanBeRepeated() {
    network().prepare(run);
    bar.isUnreachable = true;
    assertThatThrownBy(() -> network().commit(run))
        .isInstanceOf(SchedulerUnreachableException.class);
    assertThat(part().state())
        .as("committed, even if the BAR has not received it")
        .isEqualTo(ActionStatusDetails.State.COMMITTED);
    assertThat(part().problem()).contains("the lightpath got no answer");
    bar.isUnreachable = false;
    network().commit(run);
    network().commit(run);
    assertThat(bar.calls).endsWith("commit 1", "provision 1", "commit 1", "provision 1");
    assertThat(part().problem()).isNull();
  }

  @Test
  void reportsActiveAndEndedAsTheBarDoes() {
    network().prepare(run);
    network().commit(run);
    bar.dataPlane = DataPlaneState.ACTIVATING;
    clock.set(NINE_O_CLOCK);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
    bar.dataPlane = DataPlaneState.ACTIVE;
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    clock.set(NINE_O_CLOCK.plusSeconds(3600));
    assertThat(part().state())
        .as("never active after the end")
        .isEqualTo(ActionStatusDetails.State.ENDED);
    bar.dataPlane = DataPlaneState.FAILED;
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.FAILED);
  }

  @Test
  void aBookingLostBeforeItsCommitHasFailed() {
    network().prepare(run);
    bar.bookings.clear();
    network().commit(run);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.FAILED);
  }

  @Test
  void anUnknownHostIsRefusedWithoutACallToTheBar() {
    var nowhere =
        TestRequests.transaction(
            "t.2",
            new BookingAction.Make(
                TestLightpaths.bookingId(2),
                minutes(0, 60),
                new ResourceRequest.Path("vis.ucl", "nowhere", 300)));
    var refusal = refusal(network().prepare(nowhere));
    assertThat(refusal.code()).isEqualTo(Refusal.Code.UNKNOWN_STP);
    assertThat(refusal.field()).isEqualTo("To");
    assertThat(bar.calls).isEmpty();
  }

  @Test
  void aCancelTakesTheVersionAfterAnAbortedOne() {
    network().prepare(run);
    network().commit(run);
    var first =
        TestRequests.transaction("t.2", new BookingAction.Cancel(TestLightpaths.bookingId(1)));
    network().prepare(first);
    network().abort(first);
    var second =
        TestRequests.transaction("t.3", new BookingAction.Cancel(TestLightpaths.bookingId(1)));
    assertThat(network().prepare(second)).isInstanceOf(Held.class);
    network().commit(second);
    assertThat(bar.calls).endsWith("reserve 2", "abort 2", "reserve 3", "commit 3");
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.CANCELLED);
    assertThat(part().released()).isTrue();
  }

  /**
   * Otherwise nodes booked together with a lightpath that an officer cut could never be cancelled.
   */
  @Test
  void aCancelOfAFailedLightpathIsHeldWithoutACallToTheBar() {
    network().prepare(run);
    network().commit(run);
    bar.bookings.values().forEach(booking -> booking.failed = true);
    var cancel =
        TestRequests.transaction("t.2", new BookingAction.Cancel(TestLightpaths.bookingId(1)));
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
    var request = List.copyOf(bar.calls);
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
    network().commit(cancel);
    network().commit(cancel);
    assertThat(bar.calls).isEqualTo(request).endsWith("commit 1", "provision 1");
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.FAILED);
  }

  /** The BAR reserves the next version, ahead of the run like the first. */
  @Test
  void aModificationIsTheNextVersion() {
    network().prepare(run);
    network().commit(run);
    var move =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify(TestLightpaths.bookingId(1), minutes(30, 90), null));
    assertThat(network().prepare(move)).isInstanceOf(Held.class);
    network().commit(move);
    assertThat(bar.calls).endsWith("reserve 2", "commit 2", "provision 2");
    var request = bar.requestOf(ConnectionId.of(TestLightpaths.bookingId(1)), 2).criteria();
    assertThat(request)
        .isEqualTo(
            new Criteria(
                TestLightpaths.VIS,
                TestLightpaths.NEWTON,
                300,
                new Schedule(
                    minutes(30, 90).startTime().minusSeconds(10), minutes(30, 90).endTime())));
  }

  @ParameterizedTest
  @CsvSource({"newton.manchester,vis.ucl,Work", "vis.ucl,nowhere,Work"})
  void theEndsOfALightpathCannotChange(String from, String to, String field) {
    network().prepare(run);
    network().commit(run);
    var request = List.copyOf(bar.calls);
    var turn =
        TestRequests.transaction(
            "t.2",
            new BookingAction.Modify(
                TestLightpaths.bookingId(1), null, new ResourceRequest.Path(from, to, 100)));
    assertThat(refusal(network().prepare(turn)).field()).isEqualTo(field);
    assertThat(bar.calls).isEqualTo(request);
  }

  @Test
  void theTimetablesStartTimesAreThoseOfTheRun() {
    var question =
        new ResourceAvailabilityQuery(
            TestRequests.ANNE,
            "vis.ucl..newton.manchester",
            minutes(0, 60),
            300,
            Duration.ofMinutes(10));
    var free = network().queryAvailability(question);
    assertThat(free.unit()).isEqualTo("Mbit/s");
    assertThat(free.steps()).hasSize(1);
    assertThat(free.steps().getFirst().during()).isEqualTo(minutes(0, 60));
    assertThat(free.startRanges().getFirst().firstStart()).isEqualTo(NINE_O_CLOCK);
    assertThat(free.startRanges().getFirst().lastStart())
        .isEqualTo(NINE_O_CLOCK.plusSeconds(50 * 60));
  }

  private Schedule booked() {
    var criteria = bar.requestOf(ConnectionId.of(TestLightpaths.bookingId(1)), 1).criteria();
    return criteria == null ? minutes(0, 1) : criteria.schedule();
  }

  private ActionStatusDetails part() {
    return network().queryStatuses(run).getFirst();
  }

  private static Refusal refusal(PrepareResult answer) {
    return ((Refused) answer).refusals().getFirst().refusal();
  }
}
