package org.touchpaper.harc.rm.backend.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.scheduler.TestRequests.NINE_O_CLOCK;
import static org.touchpaper.harc.rm.scheduler.TestRequests.minutes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;

/**
 * Modifications and cancellations of lightpaths that have started, or that the BAR does not know
 * any longer.
 */
class ModifiedLightpathTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final ScriptedBar bar = new ScriptedBar();
  private final SettableClock clock = SettableClock.at(NINE_O_CLOCK.minusSeconds(3600));
  private final Transaction run =
      TestRequests.transaction("t.1", TestLightpaths.path(TestLightpaths.bookingId(1), 300));

  private NetworkScheduler network() {
    return NetworkSchedulerContractTest.scheduler(STORE.database(), bar, clock);
  }

  /** Once its lightpath is being set up, its end may change, and its start may not. */
  @ParameterizedTest
  @CsvSource({"-5,0,true", "-5,1,false", "5,0,true", "5,1,false"})
  void aRunCanBeExtendedWhileItsLightpathIsSetUp(int seconds, int startsLater, boolean isHeld) {
    network().prepare(run);
    network().commit(run);
    clock.set(NINE_O_CLOCK.plusSeconds(seconds));
    var extended =
        new Schedule(NINE_O_CLOCK.plusSeconds(60L * startsLater), minutes(0, 90).endTime());
    var extend =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify(TestLightpaths.bookingId(1), extended, null));
    var answer = network().prepare(extend);
    assertThat(network().prepare(extend)).isEqualTo(answer);
    assertThat(answer instanceof Held).isEqualTo(isHeld);
    if (isHeld) {
      assertThat(bar.requestOf(ConnectionId.of(TestLightpaths.bookingId(1)), 2).criteria())
          .extracting(Criteria::schedule)
          .isEqualTo(new Schedule(NINE_O_CLOCK.minusSeconds(10), extended.endTime()));
    }
  }

  @Test
  void anEndedLightpathCannotBeModifiedAndItsCancelIsAccepted() {
    network().prepare(run);
    network().commit(run);
    clock.set(minutes(60, 61).startTime());
    var extend =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify(TestLightpaths.bookingId(1), minutes(0, 90), null));
    assertThat(network().prepare(extend)).isInstanceOf(Refused.class);
    var cancel =
        TestRequests.transaction("t.3", new BookingAction.Cancel(TestLightpaths.bookingId(1)));
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
  }

  /** Until the BAR has received the decision, its reports do not reflect it. */
  @ParameterizedTest
  @CsvSource({"modify, COMMITTED", "cancel, CANCELLED"})
  void aDecisionThatTheBarHasNotReceivedIsNotReportedAsApplied(
      String kind, ActionStatusDetails.State reported) {
    network().prepare(run);
    network().commit(run);
    bar.dataPlane = DataPlaneState.ACTIVE;
    var change =
        TestRequests.transaction(
            "t.2",
            kind.equals("cancel")
                ? new BookingAction.Cancel(TestLightpaths.bookingId(1))
                : new BookingAction.Modify(TestLightpaths.bookingId(1), minutes(0, 90), null));
    network().prepare(change);
    assertThat(network().queryStatuses(change).getFirst().state())
        .as("while it is undecided")
        .isEqualTo(ActionStatusDetails.State.ACTIVE);
    bar.isReadOnly = true;
    assertThatThrownBy(() -> network().commit(change))
        .isInstanceOf(SchedulerUnreachableException.class);
    var part = network().queryStatuses(change).getFirst();
    assertThat(part.state()).isEqualTo(reported);
    assertThat(part.problem()).contains("has not carried it out yet");
    assertThat(part.released()).isFalse();
    bar.isUnreachable = true;
    assertThat(network().queryStatuses(change).getFirst().state()).isEqualTo(reported);
    bar.isUnreachable = false;
    bar.isReadOnly = false;
    network().commit(change);
    assertThat(network().queryStatuses(change).getFirst().problem()).isNull();
  }

  /** As when a segment dies before it has committed the change: the circuit carries traffic. */
  @Test
  void aRunningLightpathStaysActiveWhileAChangeOfItIsNotCarriedOut() {
    network().prepare(run);
    network().commit(run);
    bar.dataPlane = DataPlaneState.ACTIVE;
    clock.set(NINE_O_CLOCK);
    var extend =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify(TestLightpaths.bookingId(1), minutes(0, 90), null));
    network().prepare(extend);
    bar.isReadOnly = true;
    assertThatThrownBy(() -> network().commit(extend))
        .isInstanceOf(SchedulerUnreachableException.class);
    assertThat(network().queryStatuses(extend).getFirst())
        .returns(ActionStatusDetails.State.ACTIVE, ActionStatusDetails::state)
        .returns("decided, but the BAR has not carried it out yet", ActionStatusDetails::problem);
    clock.set(minutes(60, 61).startTime());
    assertThat(network().queryStatuses(extend).getFirst().state())
        .as("prolonged, and reported up")
        .isEqualTo(ActionStatusDetails.State.ACTIVE);
    bar.dataPlane = DataPlaneState.INACTIVE;
    assertThat(network().queryStatuses(extend).getFirst().state())
        .isEqualTo(ActionStatusDetails.State.COMMITTED);
    bar.isReadOnly = false;
  }

  @Test
  void anExtendedLightpathHasNotEndedWhileTheBarDoesNotAnswer() {
    network().prepare(run);
    network().commit(run);
    var extend =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify(TestLightpaths.bookingId(1), minutes(0, 90), null));
    network().prepare(extend);
    network().commit(extend);
    bar.isUnreachable = true;
    clock.set(minutes(60, 61).startTime());
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
    clock.set(minutes(90, 91).startTime());
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ENDED);
  }

  /** Otherwise the parts booked together with it could never be cancelled. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCancelOfALightpathThatTheBarLostIsHeld(boolean isCommittedBefore) {
    network().prepare(run);
    if (isCommittedBefore) {
      network().commit(run);
      bar.bookings.clear();
    } else {
      bar.bookings.clear();
      network().commit(run);
    }
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.FAILED);
    var cancel =
        TestRequests.transaction("t.2", new BookingAction.Cancel(TestLightpaths.bookingId(1)));
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
    network().commit(cancel);
    network().commit(cancel);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.FAILED);
    assertThat(
            network()
                .prepare(
                    TestRequests.transaction(
                        "t.3", new BookingAction.Cancel(TestLightpaths.bookingId(2)))))
        .as("a lightpath that was never booked")
        .isInstanceOf(Refused.class);
  }

  /**
   * The BAR has not received the commit yet: that is neither a failure nor a reason to give the
   * lightpath up.
   */
  @Test
  void aCancelBeforeTheBarHasCommittedIsRefused() {
    network().prepare(run);
    bar.isReadOnly = true;
    assertThatThrownBy(() -> network().commit(run))
        .isInstanceOf(SchedulerUnreachableException.class);
    bar.isReadOnly = false;
    var cancel =
        TestRequests.transaction("t.2", new BookingAction.Cancel(TestLightpaths.bookingId(1)));
    assertThat(network().prepare(cancel)).isInstanceOf(Refused.class);
    network().commit(run);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
  }

  private ActionStatusDetails part() {
    return network().queryStatuses(run).getFirst();
  }
}
