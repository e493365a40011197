package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.RepeatedCalls.faults;
import static org.touchpaper.segment.kit.RepeatedCalls.manyTimes;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.ReservationState;

/** The answers to a reserve, for repeats and concurrent requests too. */
interface ReserveContract extends SegmentContractSupport {

  @Test
  default void holdsARequestThatFits() {
    reserveHeld(connectionId(), 1, nextHour());
    assertThat(known(connectionId()))
        .returns(ReservationState.RESERVE_HELD, ConnectionReport.Known::reservation)
        .returns(1, ConnectionReport.Known::heldVersion)
        .returns(0, ConnectionReport.Known::version)
        .returns(DataPlaneState.INACTIVE, ConnectionReport.Known::dataPlane)
        .returns(false, ConnectionReport.Known::released);
  }

  @Test
  default void choosesOneLabelAmongThoseAllowed() {
    var answer = reserveHeld(connectionId(), 1, nextHour());
    for (var chosen : List.of(answer.source(), answer.destination())) {
      assertThat(chosen.vlans())
          .satisfiesAnyOf(
              vlans -> assertThat(vlans).isNull(), vlans -> assertThat(vlans.isSingle()).isTrue());
    }
  }

  @Test
  default void refusesARequestThatCanNeverFit() {
    var refusal =
        reserveRefused(reserve(connectionId(), 1, underTest().unsatisfiableCriteria(nextHour())));
    assertThat(refusal.code().isPermanent()).isTrue();
    assertThat(refusal.reason()).isNotBlank();
  }

  @Test
  default void refusesTheSecondOfTwoThatDoNotFitTogether() {
    reserveHeld(connectionId(), 1, nextHour());
    var refusal =
        reserveRefused(
            reserve(otherConnectionId(), 1, underTest().fullCapacityCriteria(nextHour())));
    assertThat(refusal.code().isPermanent()).isFalse();
    assertThat(refusal.resource()).isNotBlank();
  }

  @Test
  default void acceptsAdjoiningRequests() {
    var first = nextHour();
    reserveHeld(connectionId(), 1, first);
    reserveHeld(otherConnectionId(), 1, new Schedule(first.endTime(), first.endTime().plus(HOUR)));
  }

  @Test
  default void refusesAScheduleInThePast() {
    var past = new Schedule(underTest().now().minus(HOUR), underTest().now());
    assertThat(
            reserveRefused(reserve(connectionId(), 1, underTest().fullCapacityCriteria(past)))
                .code())
        .isEqualTo(Refusal.Code.BAD_SCHEDULE);
  }

  @Test
  default void theSameIdWithOtherContentIsAFaultAndChangesNothing() {
    reserveHeld(connectionId(), 1, nextHour());
    var before = known(connectionId());
    var later =
        new Schedule(underTest().now().plus(HOUR), underTest().now().plus(HOUR.multipliedBy(3)));
    faults(
        SegmentFaultException.Code.CONTRADICTS_EARLIER,
        () -> underTest().segment().reserve(reserve(connectionId(), 1, later)));
    assertThat(known(connectionId())).isEqualTo(before);
  }

  @Test
  default void acceptsOnlyConfiguredHolders() {
    var unknownHolder =
        new Holder.PeerService(
            "unknown-peer", URI.create("http://127.0.0.1:9/"), connectionId(), 1);
    faults(
        SegmentFaultException.Code.NOT_ALLOWED,
        () ->
            underTest()
                .segment()
                .reserve(
                    new ReserveRequest(
                        underTest().requester(),
                        connectionId(),
                        1,
                        underTest().fullCapacityCriteria(nextHour()),
                        unknownHolder)));
    assertThat(underTest().segment().query(underTest().requester(), connectionId()))
        .isEqualTo(new ConnectionReport.Unknown(connectionId()));
  }

  @Test
  default void aReserveRepeatedAfterItsCommitGetsTheSameAnswer() {
    var schedule = nextHour();
    var first = reserveHeld(connectionId(), 1, schedule);
    commit(connectionId(), 1);
    assertThat(reserveHeld(connectionId(), 1, schedule)).isEqualTo(first);
  }

  @Test
  default void aRefusalIsRepeatedEvenIfTheRequestWouldFitLater() {
    reserveHeld(connectionId(), 1, nextHour());
    var schedule = nextHour();
    var refusal = reserveRefused(reserve(otherConnectionId(), 1, schedule));
    abort(connectionId(), 1);
    assertThat(reserveRefused(reserve(otherConnectionId(), 1, schedule))).isEqualTo(refusal);
  }

  @Test
  default void concurrentRepeatsOfAReserveGetOneAnswer() {
    var request = reserve(connectionId(), 1, nextHour());
    var answers = manyTimes(() -> underTest().segment().reserve(request));
    assertThat(answers.stream().distinct()).singleElement().isInstanceOf(ReserveResult.Held.class);
  }

  @Test
  default void ofManyThatDoNotFitTogetherOneIsHeld() {
    var schedule = nextHour();
    var answers =
        manyTimes(() ->
            underTest()
                .segment()
                .reserve(reserve(SegmentContractSupport.newConnectionId(), 1, schedule)));
    assertThat(answers).filteredOn(ReserveResult.Held.class::isInstance).hasSize(1);
  }
}
