package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.Repeatedly.faults;
import static org.touchpaper.segment.kit.Repeatedly.manyTimes;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.ReservationState;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;

/** What a reserve is answered, however often and from wherever it comes. */
interface ReserveContract extends SegmentTalk {

  @Test
  default void holdsWhatFits() {
    held(one(), 1, nextHour());
    assertThat(known(one()))
        .returns(ReservationState.RESERVE_HELD, Report.Known::reservation)
        .returns(1, Report.Known::heldVersion)
        .returns(0, Report.Known::version)
        .returns(DataPlane.INACTIVE, Report.Known::dataPlane)
        .returns(false, Report.Known::released);
  }

  @Test
  default void choosesOneLabelAmongThoseAllowed() {
    var answer = held(one(), 1, nextHour());
    for (var chosen : List.of(answer.source(), answer.destination())) {
      assertThat(chosen.vlans())
          .satisfiesAnyOf(
              vlans -> assertThat(vlans).isNull(), vlans -> assertThat(vlans.isSingle()).isTrue());
    }
  }

  @Test
  default void refusesWhatCanNeverFit() {
    var refusal = refused(reserve(one(), 1, it().hopeless(nextHour())));
    assertThat(refusal.code().isPermanent()).isTrue();
    assertThat(refusal.reason()).isNotBlank();
  }

  @Test
  default void refusesTheSecondOfTwoThatDoNotFitTogether() {
    held(one(), 1, nextHour());
    var refusal = refused(reserve(other(), 1, it().greedy(nextHour())));
    assertThat(refusal.code().isPermanent()).isFalse();
    assertThat(refusal.resource()).isNotBlank();
  }

  @Test
  default void acceptsTwoThatOnlyTouch() {
    var first = nextHour();
    held(one(), 1, first);
    held(other(), 1, new Schedule(first.endTime(), first.endTime().plus(HOUR)));
  }

  @Test
  default void refusesWhatHasEnded() {
    var past = new Schedule(it().now().minus(HOUR), it().now());
    assertThat(refused(reserve(one(), 1, it().greedy(past))).code())
        .isEqualTo(Refusal.Code.BAD_SCHEDULE);
  }

  @Test
  default void theSameIdWithOtherContentIsAFaultAndChangesNothing() {
    held(one(), 1, nextHour());
    var before = known(one());
    var later = new Schedule(it().now().plus(HOUR), it().now().plus(HOUR.multipliedBy(3)));
    faults(Fault.Code.CONTRADICTS_EARLIER, () -> it().segment().reserve(reserve(one(), 1, later)));
    assertThat(known(one())).isEqualTo(before);
  }

  @Test
  default void believesOnlyConfiguredHolders() {
    var stranger = new Holder.Asker("stranger", URI.create("http://127.0.0.1:9/"), one(), 1);
    faults(
        Fault.Code.NOT_ALLOWED,
        () ->
            it().segment()
                .reserve(
                    new Reserve(it().requester(), one(), 1, it().greedy(nextHour()), stranger)));
    assertThat(it().segment().query(it().requester(), one())).isEqualTo(new Report.Unknown(one()));
  }

  @Test
  default void aReserveThatComesAgainAfterItsCommitGetsTheSameAnswer() {
    var schedule = nextHour();
    var first = held(one(), 1, schedule);
    commit(one(), 1);
    assertThat(held(one(), 1, schedule)).isEqualTo(first);
  }

  @Test
  default void aRefusalIsRememberedThoughItWouldFitByThen() {
    held(one(), 1, nextHour());
    var schedule = nextHour();
    var refusal = refused(reserve(other(), 1, schedule));
    abort(one(), 1);
    assertThat(refused(reserve(other(), 1, schedule))).isEqualTo(refusal);
  }

  @Test
  default void theSameReserveManyTimesAtOnceGetsOneAnswer() {
    var request = reserve(one(), 1, nextHour());
    var answers = manyTimes(() -> it().segment().reserve(request));
    assertThat(answers.stream().distinct()).singleElement().isInstanceOf(ReserveAnswer.Held.class);
  }

  @Test
  default void ofManyThatDoNotFitTogetherOneIsHeld() {
    var schedule = nextHour();
    var answers =
        manyTimes(() -> it().segment().reserve(reserve(SegmentTalk.connection(), 1, schedule)));
    assertThat(answers).filteredOn(ReserveAnswer.Held.class::isInstance).hasSize(1);
  }
}
