package org.touchpaper.harc.rm.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.local.Ask.NINE;
import static org.touchpaper.harc.rm.local.Ask.minutes;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

class NetworkSchedulerTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final ScriptedBar bar = new ScriptedBar();
  private final SettableClock clock = SettableClock.at(NINE.minusSeconds(3600));
  private final Transaction run = Ask.transaction("t.1", Paths.path(Paths.ident(1), 300));

  private NetworkScheduler network() {
    return NetworkSchedulerContractTest.scheduler(STORE.database(), bar, clock);
  }

  @Test
  void asksForTheVeryConnectionThatTheClientNamedAndSaysWhoDecides() {
    var held = (Held) network().prepare(run);
    assertThat(held.parts().getFirst().reference()).isEqualTo(Paths.ident(1));
    assertThat(held.parts().getFirst().path()).containsExactly("L1", "L2");
    var asked = bar.asked(ConnectionId.of(Paths.ident(1)), 1);
    assertThat(asked.holder()).isEqualTo(new Holder.Transaction("t.1", run.acceptors()));
    assertThat(asked.requester().peer()).isEqualTo("rm-network");
    assertThat(asked.requester().onBehalfOf()).isEqualTo(Ask.ANNE);
    assertThat(asked.requester().correlationId()).isEqualTo(run.correlationId());
  }

  @Test
  void booksALittleAheadSoThatThePathIsUpWhenTheRunStarts() {
    network().prepare(run);
    assertThat(booked()).isEqualTo(new Schedule(NINE.minusSeconds(10), NINE.plusSeconds(3600)));
  }

  @Test
  void booksLessAheadWhenTheStartIsNearer() {
    clock.set(NINE.minusSeconds(4));
    network().prepare(run);
    clock.set(NINE.minusSeconds(2));
    network().prepare(run);
    assertThat(booked().startTime()).isEqualTo(NINE.minusSeconds(4));
  }

  @Test
  void aRunThatStartsNowIsNotBookedIntoThePast() {
    clock.set(NINE.plusSeconds(1));
    network().prepare(run);
    assertThat(booked().startTime()).isEqualTo(NINE);
  }

  @Test
  void aRepeatedRequestAsksTheVerySameEvenIfTimeWentOn() {
    bar.deaf = true;
    clock.set(NINE.minusSeconds(6));
    assertThatThrownBy(() -> network().prepare(run)).isInstanceOf(SchedulerUnreachable.class);
    bar.deaf = false;
    clock.set(NINE.minusSeconds(3));
    assertThat(network().prepare(run)).isInstanceOf(Held.class);
    assertThat(booked().startTime()).isEqualTo(NINE.minusSeconds(6));
  }

  /** A connection's id is the same however it is spelled. */
  @Test
  void nobodyElseCancelsALightpathUnderAnotherSpellingOfItsName() {
    network().prepare(run);
    network().commit(run);
    var bob = new Person("bob", "ucl", List.of(), "scientist");
    for (var ident : List.of(Paths.ident(1), Paths.ident(1).toUpperCase(Locale.ROOT))) {
      var cancel = Ask.transaction("t." + ident, bob, new Action.Cancel(ident));
      var refused = (Refused) network().prepare(cancel);
      assertThat(refused.reasons().getFirst().refusal().code()).isEqualTo(Refusal.Code.NOT_ALLOWED);
    }
  }

  @Test
  void whenOneOfTwoIsRefusedTheOtherIsLetGo() {
    var two =
        Ask.transaction("t.2", Paths.path(Paths.ident(1), 600), Paths.path(Paths.ident(2), 600));
    var refused = (Refused) network().prepare(two);
    assertThat(refused.reasons()).hasSize(1);
    assertThat(refused.reasons().getFirst().ident()).isEqualTo(Paths.ident(2));
    assertThat(refused.reasons().getFirst().refusal().code()).isEqualTo(Refusal.Code.CAPACITY_BUSY);
    assertThat(network().prepare(Ask.transaction("t.3", Paths.path(Paths.ident(3), 1000))))
        .isInstanceOf(Held.class);
  }

  @Test
  void commitAlsoPermitsTheDataPlaneAndCanBeRepeated() {
    network().prepare(run);
    bar.deaf = true;
    assertThatThrownBy(() -> network().commit(run)).isInstanceOf(SchedulerUnreachable.class);
    assertThat(part().state())
        .as("decided, even if the BAR has not heard")
        .isEqualTo(Part.State.COMMITTED);
    assertThat(part().problem()).contains("no answer");
    bar.deaf = false;
    network().commit(run);
    network().commit(run);
    assertThat(bar.heard).endsWith("commit 1", "provision 1", "commit 1", "provision 1");
    assertThat(part().problem()).isNull();
  }

  @Test
  void tellsActiveAndEndedAsTheBarReadsTheElements() {
    network().prepare(run);
    network().commit(run);
    bar.dataPlane = DataPlane.ACTIVATING;
    clock.set(NINE);
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
    bar.dataPlane = DataPlane.ACTIVE;
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
    clock.set(NINE.plusSeconds(3600));
    assertThat(part().state()).as("never active from the end on").isEqualTo(Part.State.ENDED);
    bar.dataPlane = DataPlane.FAILED;
    assertThat(part().state()).isEqualTo(Part.State.FAILED);
  }

  @Test
  void aBookingLostBeforeItsCommitHasFailed() {
    network().prepare(run);
    bar.bookings.clear();
    network().commit(run);
    assertThat(part().state()).isEqualTo(Part.State.FAILED);
  }

  @Test
  void anUnknownHostIsRefusedWithoutAskingTheBar() {
    var nowhere =
        Ask.transaction(
            "t.2",
            new Action.Make(
                Paths.ident(2), minutes(0, 60), new Work.Path("vis.ucl", "nowhere", 300)));
    var refusal = refusal(network().prepare(nowhere));
    assertThat(refusal.code()).isEqualTo(Refusal.Code.UNKNOWN_STP);
    assertThat(refusal.field()).isEqualTo("To");
    assertThat(bar.heard).isEmpty();
  }

  @Test
  void aCancelTakesTheNextVersionWhereOneWasGivenUp() {
    network().prepare(run);
    network().commit(run);
    var first = Ask.transaction("t.2", new Action.Cancel(Paths.ident(1)));
    network().prepare(first);
    network().abort(first);
    var second = Ask.transaction("t.3", new Action.Cancel(Paths.ident(1)));
    assertThat(network().prepare(second)).isInstanceOf(Held.class);
    network().commit(second);
    assertThat(bar.heard).endsWith("reserve 2", "abort 2", "reserve 3", "commit 3");
    assertThat(part().state()).isEqualTo(Part.State.CANCELLED);
    assertThat(part().released()).isTrue();
  }

  /** Else the nodes booked together with a path that an officer cut could never be given back. */
  @Test
  void aCancelOfWhatHasFailedIsHeldAndAsksNothingMoreOfTheBar() {
    network().prepare(run);
    network().commit(run);
    bar.bookings.values().forEach(booking -> booking.failed = true);
    var cancel = Ask.transaction("t.2", new Action.Cancel(Paths.ident(1)));
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
    var asked = List.copyOf(bar.heard);
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
    network().commit(cancel);
    network().commit(cancel);
    assertThat(bar.heard).isEqualTo(asked).endsWith("commit 1", "provision 1");
    assertThat(part().state()).isEqualTo(Part.State.FAILED);
  }

  /** The BAR is asked for the next version, ahead of the run like the first. */
  @Test
  void aModificationIsTheNextVersion() {
    network().prepare(run);
    network().commit(run);
    var move = Ask.transaction("t.2", new Action.Modify(Paths.ident(1), minutes(30, 90), null));
    assertThat(network().prepare(move)).isInstanceOf(Held.class);
    network().commit(move);
    assertThat(bar.heard).endsWith("reserve 2", "commit 2", "provision 2");
    var asked = bar.asked(ConnectionId.of(Paths.ident(1)), 2).criteria();
    assertThat(asked)
        .isEqualTo(
            new Criteria(
                Paths.VIS,
                Paths.NEWTON,
                300,
                new Schedule(
                    minutes(30, 90).startTime().minusSeconds(10), minutes(30, 90).endTime())));
  }

  @ParameterizedTest
  @CsvSource({"newton.manchester,vis.ucl,Work", "vis.ucl,nowhere,Work"})
  void theEndsOfALightpathStay(String from, String to, String field) {
    network().prepare(run);
    network().commit(run);
    var asked = List.copyOf(bar.heard);
    var turn =
        Ask.transaction(
            "t.2", new Action.Modify(Paths.ident(1), null, new Work.Path(from, to, 100)));
    assertThat(refusal(network().prepare(turn)).field()).isEqualTo(field);
    assertThat(bar.heard).isEqualTo(asked);
  }

  @Test
  void theTimetablesStartTimesAreThoseOfTheRun() {
    var question =
        new FreeTimeQuestion(
            Ask.ANNE, "vis.ucl..newton.manchester", minutes(0, 60), 300, Duration.ofMinutes(10));
    var free = network().timetable(question);
    assertThat(free.unit()).isEqualTo("Mbit/s");
    assertThat(free.steps()).hasSize(1);
    assertThat(free.steps().getFirst().during()).isEqualTo(minutes(0, 60));
    assertThat(free.starts().getFirst().firstStart()).isEqualTo(NINE);
    assertThat(free.starts().getFirst().lastStart()).isEqualTo(NINE.plusSeconds(50 * 60));
  }

  private Schedule booked() {
    var criteria = bar.asked(ConnectionId.of(Paths.ident(1)), 1).criteria();
    return criteria == null ? minutes(0, 1) : criteria.schedule();
  }

  private Part part() {
    return network().query(run).getFirst();
  }

  private static Refusal refusal(HoldAnswer answer) {
    return ((Refused) answer).reasons().getFirst().refusal();
  }
}
