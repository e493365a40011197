package org.touchpaper.bar.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;

/** A reservation over a campus and the wide area, told what its segments say; no database. */
class ReservationTest {

  private static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");
  private static final Schedule HOUR =
      new Schedule(NOW.plus(Duration.ofHours(1)), NOW.plus(Duration.ofHours(2)));
  private static final Stp VIS = Stp.parse("urn:ogf:network:ucl.ukl:2026:vis");
  private static final Stp BORDER = Stp.parse("urn:ogf:network:ucl.ukl:2026:border?vlan=100-109");
  private static final Stp IN = Stp.parse("urn:ogf:network:wan.ukl:2026:UCL?vlan=100-109");
  private static final Stp OUT = Stp.parse("urn:ogf:network:wan.ukl:2026:MAN?vlan=100-109");
  private static final Requester ADA =
      new Requester(
          "rm-network", new Requester.Person("ada", "ucl", List.of(), "scientist"), "thread");

  private final ConnectionId id = new ConnectionId(UUID.randomUUID());
  private final Holder.Asker holder =
      new Holder.Asker("bar-home", URI.create("http://127.0.0.1:9/"), id, 1);
  private final Reservation it = Reservation.of(id, ADA, "a test", "", NOW);

  private Reserve request(int version, @Nullable Schedule when) {
    var criteria = when == null ? null : new Criteria(VIS, OUT, 300, when);
    return new Reserve(ADA, id, version, criteria, holder);
  }

  private void asked() {
    it.check(
        request(1, HOUR),
        List.of(new Leg("lnsap", VIS, BORDER, false), new Leg("nsap", IN, OUT, false)),
        NOW);
  }

  private Call only() {
    assertThat(it.next()).hasSize(1);
    return it.next().getFirst();
  }

  /** The segment asked next holds with the lowest label it may. */
  private void holds() {
    var call = (Call.ReserveSegment) only();
    var asked = Optional.ofNullable(call.criteria()).orElseThrow();
    it.on(
        call,
        new Answer.Reserved(
            new ReserveAnswer.Held(
                lowest(asked.source()), lowest(asked.destination()), List.of(call.peer()))),
        NOW);
  }

  private static Stp lowest(Stp end) {
    var vlans = end.vlans();
    return vlans == null ? end : end.with(VlanRange.single(vlans.low()));
  }

  private void done(Call call) {
    it.on(call, new Answer.Done(), NOW);
    it.on(call, new Answer.Done(), NOW);
  }

  private void allDone() {
    for (var call : it.next()) {
      done(call);
    }
  }

  private void booked() {
    asked();
    holds();
    holds();
    it.commit(1, "ada", NOW);
    allDone();
    it.provision("ada", NOW);
    allDone();
  }

  @Test
  void asksTheNextSegmentWithTheLabelTheOneBeforeChose() {
    asked();
    holds();
    var second = (Call.ReserveSegment) only();
    assertThat(second.peer()).isEqualTo("nsap");
    assertThat(Optional.ofNullable(second.criteria()).orElseThrow().source().vlans())
        .isEqualTo(VlanRange.single(100));
    assertThat(it.answer(1)).isEmpty();
    holds();
    assertThat(it.answer(1)).get().isInstanceOf(ReserveAnswer.Held.class);
    assertThat(it.path()).containsExactly("lnsap", "nsap");
    assertThat(it.next()).isEmpty();
  }

  @Test
  void triesAnotherLabelUnderAnotherIdWhenOneIsRefused() {
    asked();
    holds();
    var refused = only();
    it.on(
        refused,
        new Answer.Reserved(
            new ReserveAnswer.Refused(
                new Refusal(Refusal.Code.LABEL_BUSY, "UCL", "source", "VLAN 100 is busy", null))),
        NOW);
    assertThat(only()).isInstanceOf(Call.AbortSegment.class);
    done(only());
    var again = (Call.ReserveSegment) only();
    assertThat(again.peer()).isEqualTo("lnsap");
    assertThat(Optional.ofNullable(again.criteria()).orElseThrow().destination().vlans())
        .isEqualTo(VlanRange.parse("101-109"));
    holds();
    assertThat(only().segment()).isNotEqualTo(refused.segment());
    holds();
    assertThat(it.answer(1)).get().isInstanceOf(ReserveAnswer.Held.class);
  }

  @Test
  void aSegmentThatKnowsNothingOfALabelLetGoDoesNotStopTheNextTry() {
    asked();
    holds();
    it.on(
        only(),
        new Answer.Reserved(
            new ReserveAnswer.Refused(
                new Refusal(Refusal.Code.LABEL_BUSY, "UCL", "source", "VLAN 100 is busy", null))),
        NOW);
    it.on(only(), new Answer.Impossible(Fault.Code.UNKNOWN_CONNECTION, "UNKNOWN_CONNECTION"), NOW);
    holds();
    holds();
    assertThat(it.answer(1)).get().isInstanceOf(ReserveAnswer.Held.class);
  }

  @Test
  void commitsNoSegmentBeforeAllHold() {
    asked();
    holds();
    assertThatExceptionOfType(Fault.class)
        .isThrownBy(() -> it.commit(1, "ada", NOW))
        .returns(Fault.Code.INVALID_TRANSITION, Fault::code);
    assertThat(only()).isInstanceOf(Call.ReserveSegment.class);
  }

  @Test
  void permitsEachSegmentOnlyWhenAllHaveCommitted() {
    asked();
    holds();
    holds();
    it.commit(1, "ada", NOW);
    it.provision("ada", NOW);
    assertThat(it.next()).hasSize(2).allMatch(Call.CommitSegment.class::isInstance);
    done(it.next().getFirst());
    assertThat(only()).isInstanceOf(Call.CommitSegment.class);
    done(only());
    assertThat(it.next()).hasSize(2).allMatch(Call.ProvisionSegment.class::isInstance);
    allDone();
    assertThat(it.next()).isEmpty();
  }

  @Test
  void permissionMayBeTakenBackBeforeAllHaveHeardOfIt() {
    asked();
    holds();
    holds();
    it.commit(1, "ada", NOW);
    allDone();
    it.provision("ada", NOW);
    done(it.next().getFirst());
    it.release("ada", NOW);
    it.release("ada", NOW);
    assertThat(only()).isInstanceOf(Call.ReleaseSegment.class);
    it.provision("ada", NOW);
    assertThat(only()).isInstanceOf(Call.ProvisionSegment.class);
    allDone();
    assertThat(it.next()).isEmpty();
  }

  @Test
  void whatASegmentRefusesToEndIsAskedForAgainAndShown() {
    asked();
    holds();
    holds();
    it.commit(1, "ada", NOW);
    allDone();
    it.terminate("ada", NOW);
    var first = it.next().getFirst();
    it.on(first, new Answer.Impossible(Fault.Code.NOT_ALLOWED, "NOT_ALLOWED: not yours"), NOW);
    assertThat(it.next()).contains(first);
    assertThat(it.circuit().problem())
        .hasValueSatisfying(why -> assertThat(why).contains("not yours"));
    it.on(first, new Answer.Impossible(Fault.Code.UNKNOWN_CONNECTION, "gone"), NOW);
    assertThat(it.next()).doesNotContain(first);
  }

  @Test
  void oneSegmentThatCannotCommitFailsTheWholeAndTheRestIsGivenBack() {
    asked();
    holds();
    holds();
    it.commit(1, "ada", NOW);
    it.on(
        it.next().getFirst(),
        new Answer.Impossible(Fault.Code.COMMIT_FAILED, "COMMIT_FAILED: lapsed"),
        NOW);
    assertThat(it.lifecycle().state()).isEqualTo(LifecycleState.FAILED);
    assertThat(it.lifecycle().reason()).contains("lnsap: COMMIT_FAILED: lapsed");
    assertThat(it.next()).hasSize(2).allMatch(Call.TerminateSegment.class::isInstance);
    allDone();
    assertThat(it.next()).isEmpty();
    assertThat(it.untold(NOW)).get().isInstanceOf(Notification.ForcedEnd.class);
  }

  @Test
  void isActiveWhenEverySegmentIsAndTellsItsHolderOnce() {
    booked();
    var now = HOUR.startTime();
    var segments = it.inCircuitOrder().stream().map(SegmentHold::segment).toList();
    assertThat(it.hear(segments.getFirst(), DataPlane.ACTIVE, null, now)).isTrue();
    assertThat(it.phase(now)).isEqualTo(Phase.COMMITTED);
    assertThat(it.hear(segments.getLast(), DataPlane.ACTIVE, null, now)).isTrue();
    assertThat(it.hear(segments.getLast(), DataPlane.ACTIVE, null, now)).isFalse();
    assertThat(it.phase(now)).isEqualTo(Phase.ACTIVE);
    var news = it.untold(now).orElseThrow();
    assertThat(news).isInstanceOf(Notification.DataPlaneChanged.class);
    it.told(news);
    assertThat(it.untold(now)).isEmpty();
  }

  @Test
  void anImpairedSegmentLeavesItActiveAndItsProblemSaysSo() {
    booked();
    var now = HOUR.startTime();
    it.inCircuitOrder().forEach(share -> it.hear(share.segment(), DataPlane.ACTIVE, null, now));
    var last = it.inCircuitOrder().getLast();

    assertThat(it.alarm(last.segment(), "impaired: LOS on 1-A-1-1 of LONDON", now)).isTrue();
    assertThat(it.phase(now)).isEqualTo(Phase.ACTIVE);
    assertThat(it.circuit().problem())
        .contains(last.peer() + ": impaired: LOS on 1-A-1-1 of LONDON");

    assertThat(it.hear(last.segment(), DataPlane.ACTIVE, null, now)).isTrue();
    assertThat(it.circuit().problem()).isEmpty();
  }

  @Test
  void fromItsEndOnItIsNeverActive() {
    booked();
    it.inCircuitOrder()
        .forEach(share -> it.hear(share.segment(), DataPlane.ACTIVE, null, HOUR.startTime()));
    assertThat(it.phase(HOUR.endTime())).isEqualTo(Phase.ENDED);
    assertThat(it.report(HOUR.endTime()).dataPlane()).isEqualTo(DataPlane.DEACTIVATING);
  }

  @Test
  void aSegmentInDoubtIsToldWhatWasDecided() {
    asked();
    var first = only();
    assertThat(it.outcome(first.segment(), 1)).isEqualTo(Outcome.UNDECIDED);
    assertThat(it.outcome(new ConnectionId(UUID.randomUUID()), 1)).isEqualTo(Outcome.ABORT);
    holds();
    holds();
    it.commit(1, "ada", NOW);
    assertThat(it.outcome(first.segment(), 1)).isEqualTo(Outcome.COMMIT);
  }

  @Test
  void aVersionGivenUpBeforeItWasAskedForIsRemembered() {
    it.abort(1, "ada", NOW);
    it.abort(1, "ada", NOW);
    assertThat(it.answer(1)).get().isInstanceOf(ReserveAnswer.Refused.class);
    assertThat(it.takeNews()).hasSize(1);
    assertThat(it.takeNews()).isEmpty();
  }

  /** What is undecided at the old end may yet move it. */
  @Test
  void whatIsProlongedAfterItsEndStandsAgain() {
    booked();
    var longer = new Schedule(HOUR.startTime(), HOUR.endTime().plus(Duration.ofHours(1)));
    it.check(request(2, longer), List.of(), NOW);
    holds();
    holds();
    var late = HOUR.endTime().plusSeconds(5);
    allAre(DataPlane.INACTIVE, true, late);
    it.passEnd(late);
    assertThat(it.lifecycle().state()).isEqualTo(LifecycleState.CREATED);
    assertThat(it.phase(late)).isEqualTo(Phase.ENDED);
    it.plan(true, late);
    assertThat(it.dueAt()).as("its holder is asked on").isPresent();
    it.commit(2, "ada", late);
    allDone();
    assertThat(it.phase(late)).isEqualTo(Phase.COMMITTED);
    assertThat(it.report(late).released()).isFalse();
    it.plan(true, late);
    assertThat(it.dueAt()).as("it is watched").isPresent();
    allAre(DataPlane.ACTIVE, false, late);
    assertThat(it.phase(late)).isEqualTo(Phase.ACTIVE);
    allAre(DataPlane.INACTIVE, true, longer.endTime());
    it.passEnd(longer.endTime());
    assertThat(it.lifecycle().state()).isEqualTo(LifecycleState.PASSED_END_TIME);
    assertThat(it.report(longer.endTime()).released()).isTrue();
  }

  /** What it was when it was asked to be prolonged says nothing about when it is. */
  @Test
  void whatWasUpWhenItWasAskedToBeProlongedIsUpAgainWhenAllSayIt() {
    booked();
    allAre(DataPlane.ACTIVE, false, HOUR.startTime());
    var longer = new Schedule(HOUR.startTime(), HOUR.endTime().plus(Duration.ofHours(1)));
    it.check(request(2, longer), List.of(), HOUR.startTime());
    holds();
    holds();
    var late = HOUR.endTime().plusSeconds(5);
    allAre(DataPlane.INACTIVE, true, late);
    it.commit(2, "ada", late);
    allDone();
    var first = it.inCircuitOrder().getFirst();
    it.observe(first.segment(), DataPlane.ACTIVE, null, false, late);
    assertThat(it.phase(late)).isEqualTo(Phase.COMMITTED);
    allAre(DataPlane.ACTIVE, false, late);
    assertThat(it.phase(late)).isEqualTo(Phase.ACTIVE);
  }

  @Test
  void whatIsNotProlongedAfterAllHasEnded() {
    booked();
    var longer = new Schedule(HOUR.startTime(), HOUR.endTime().plus(Duration.ofHours(1)));
    it.check(request(2, longer), List.of(), NOW);
    holds();
    holds();
    it.passEnd(HOUR.endTime());
    it.abort(2, "ada", HOUR.endTime());
    allDone();
    it.passEnd(HOUR.endTime());
    assertThat(it.lifecycle().state()).isEqualTo(LifecycleState.PASSED_END_TIME);
  }

  /** There is nothing to cancel any more. */
  @Test
  void whatIsCancelledAfterItsEndHasEnded() {
    booked();
    it.check(request(2, null), List.of(), NOW);
    holdsAsItWas();
    holdsAsItWas();
    it.commit(2, "ada", HOUR.endTime());
    for (var call : it.next()) {
      it.on(call, new Answer.Done(), HOUR.endTime());
    }
    it.passEnd(HOUR.endTime());
    assertThat(it.phase(HOUR.endTime())).isEqualTo(Phase.ENDED);
  }

  private void holdsAsItWas() {
    it.on(only(), new Answer.Reserved(new ReserveAnswer.Held(VIS, OUT, List.of("as it was"))), NOW);
  }

  private void allAre(DataPlane seen, boolean readsClean, Instant now) {
    it.inCircuitOrder().forEach(each -> it.observe(each.segment(), seen, null, readsClean, now));
  }

  /** Who asked for a version need not be who booked. */
  @Test
  void eachVersionIsAskedForWhoeverAsksForIt() {
    booked();
    var admin =
        new Requester(
            "rm-network", new Requester.Person("root", "ucl", List.of(), "admin"), "thread");
    it.check(new Reserve(admin, id, 2, null, holder), List.of(), NOW);
    assertThat(it.askedBy(only())).isEqualTo(admin);
    assertThat(it.booking().requester()).isEqualTo(ADA);
  }

  @Test
  void aCancelEndsIt() {
    booked();
    it.check(request(2, null), List.of(), NOW);
    holdsAsItWas();
    holdsAsItWas();
    it.commit(2, "ada", NOW);
    allDone();
    assertThat(it.phase(NOW)).isEqualTo(Phase.CANCELLED);
  }

  @Test
  void whatWasPlannedDuringALookIsNotForgotten() {
    booked();
    it.plan(true, NOW);
    var seen = it.dueAt();
    it.lookAt(NOW); // a segment notified us while we were looking
    it.planAfter(seen, false, NOW);
    assertThat(it.dueAt()).contains(NOW);
    it.planAfter(it.dueAt(), false, NOW);
    assertThat(it.dueAt()).contains(HOUR.startTime());
  }
}
