package org.touchpaper.bar.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;

/** Later versions of a reservation: prolonged, cancelled, given up, in time or late. */
class VersionsTest extends LightpathStory {

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
  void aVersionGivenUpBeforeItWasAskedForIsRemembered() {
    it.abort(1, "ada", NOW);
    it.abort(1, "ada", NOW);
    assertThat(it.answer(1)).get().isInstanceOf(ReserveAnswer.Refused.class);
    assertThat(it.takeNews()).hasSize(1);
    assertThat(it.takeNews()).isEmpty();
  }
}
