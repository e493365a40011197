package org.touchpaper.harc.rm.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.local.Ask.NINE;
import static org.touchpaper.harc.rm.local.Ask.minutes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Schedule;

/** What may still be changed of a lightpath that begins, or of which the BAR knows nothing more. */
class ChangedLightpathTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final ScriptedBar bar = new ScriptedBar();
  private final SettableClock clock = SettableClock.at(NINE.minusSeconds(3600));
  private final Transaction run = Ask.transaction("t.1", Paths.path(Paths.ident(1), 300));

  private NetworkScheduler network() {
    return NetworkSchedulerContractTest.scheduler(STORE.database(), bar, clock);
  }

  /** From the moment on at which its lightpath is set up, its end may move, and its start stays. */
  @ParameterizedTest
  @CsvSource({"-5,0,true", "-5,1,false", "5,0,true", "5,1,false"})
  void aRunMayBeExtendedWhileItsLightpathIsSetUp(int seconds, int startsLater, boolean isHeld) {
    network().prepare(run);
    network().commit(run);
    clock.set(NINE.plusSeconds(seconds));
    var extended = new Schedule(NINE.plusSeconds(60L * startsLater), minutes(0, 90).endTime());
    var extend = Ask.transaction("t.2", new Action.Modify(Paths.ident(1), extended, null));
    var answer = network().prepare(extend);
    assertThat(network().prepare(extend)).isEqualTo(answer);
    assertThat(answer instanceof Held).isEqualTo(isHeld);
    if (isHeld) {
      assertThat(bar.asked(ConnectionId.of(Paths.ident(1)), 2).criteria())
          .extracting(Criteria::schedule)
          .isEqualTo(new Schedule(NINE.minusSeconds(10), extended.endTime()));
    }
  }

  @Test
  void whatHasEndedIsNotModifiedAndItsCancelAgreedTo() {
    network().prepare(run);
    network().commit(run);
    clock.set(minutes(60, 61).startTime());
    var extend = Ask.transaction("t.2", new Action.Modify(Paths.ident(1), minutes(0, 90), null));
    assertThat(network().prepare(extend)).isInstanceOf(Refused.class);
    var cancel = Ask.transaction("t.3", new Action.Cancel(Paths.ident(1)));
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
  }

  /** Until the BAR has heard of what is decided, nothing it says is of that. */
  @ParameterizedTest
  @CsvSource({"modify, COMMITTED", "cancel, CANCELLED"})
  void whatTheBarHasNotHeardOfIsNotToldAsDone(String kind, Part.State told) {
    network().prepare(run);
    network().commit(run);
    bar.dataPlane = DataPlane.ACTIVE;
    var change =
        Ask.transaction(
            "t.2",
            kind.equals("cancel")
                ? new Action.Cancel(Paths.ident(1))
                : new Action.Modify(Paths.ident(1), minutes(0, 90), null));
    network().prepare(change);
    assertThat(network().query(change).getFirst().state())
        .as("while it is undecided")
        .isEqualTo(Part.State.ACTIVE);
    bar.busy = true;
    assertThatThrownBy(() -> network().commit(change)).isInstanceOf(SchedulerUnreachable.class);
    var part = network().query(change).getFirst();
    assertThat(part.state()).isEqualTo(told);
    assertThat(part.problem()).contains("has not carried it out yet");
    assertThat(part.released()).isFalse();
    bar.deaf = true;
    assertThat(network().query(change).getFirst().state()).isEqualTo(told);
    bar.deaf = false;
    bar.busy = false;
    network().commit(change);
    assertThat(network().query(change).getFirst().problem()).isNull();
  }

  @Test
  void whatWasExtendedHasNotEndedWhileTheBarIsSilent() {
    network().prepare(run);
    network().commit(run);
    var extend = Ask.transaction("t.2", new Action.Modify(Paths.ident(1), minutes(0, 90), null));
    network().prepare(extend);
    network().commit(extend);
    bar.deaf = true;
    clock.set(minutes(60, 61).startTime());
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
    clock.set(minutes(90, 91).startTime());
    assertThat(part().state()).isEqualTo(Part.State.ENDED);
  }

  /** Else what was booked together with it could never be given back. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCancelOfWhatTheBarLostIsHeld(boolean isCommittedBefore) {
    network().prepare(run);
    if (isCommittedBefore) {
      network().commit(run);
      bar.bookings.clear();
    } else {
      bar.bookings.clear();
      network().commit(run);
    }
    assertThat(part().state()).isEqualTo(Part.State.FAILED);
    var cancel = Ask.transaction("t.2", new Action.Cancel(Paths.ident(1)));
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
    network().commit(cancel);
    network().commit(cancel);
    assertThat(part().state()).isEqualTo(Part.State.FAILED);
    assertThat(network().prepare(Ask.transaction("t.3", new Action.Cancel(Paths.ident(2)))))
        .as("what was never booked")
        .isInstanceOf(Refused.class);
  }

  /** The BAR has not heard yet that it is decided; it is no failure, and nothing to give up. */
  @Test
  void aCancelBeforeTheBarHasCommittedIsRefused() {
    network().prepare(run);
    bar.busy = true;
    assertThatThrownBy(() -> network().commit(run)).isInstanceOf(SchedulerUnreachable.class);
    bar.busy = false;
    var cancel = Ask.transaction("t.2", new Action.Cancel(Paths.ident(1)));
    assertThat(network().prepare(cancel)).isInstanceOf(Refused.class);
    network().commit(run);
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
  }

  private Part part() {
    return network().query(run).getFirst();
  }
}
