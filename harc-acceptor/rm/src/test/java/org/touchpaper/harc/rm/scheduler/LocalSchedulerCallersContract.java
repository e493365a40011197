package org.touchpaper.harc.rm.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.voting.ManualVoter;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/** Ownership of bookings, and requests that follow a decision before it is applied. */
abstract class LocalSchedulerCallersContract extends LocalSchedulerFixture {

  /**
   * A person of the same name from another site is another person, and an admin of another site has
   * no rights here. A refusal changes nothing.
   */
  @Test
  void onlyItsOwnerAndAnAdminModifyOrCancelABooking() {
    var made = TestRequests.transaction("t.1", small(bookingId(1)));
    commit(made);
    var namesake = new Person("anne", "manchester", List.of("spice"), "scientist");
    var operator = new Person("bob", "ucl", List.of("spice"), "operator");
    var number = 2;
    var foreign = new Person("dan", "lancaster", List.of(), "admin");
    for (var person : List.of(namesake, operator, foreign)) {
      for (var action :
          List.of(modificationTo(small(bookingId(1))), new BookingAction.Cancel(bookingId(1)))) {
        var change = TestRequests.transaction("t." + number++, person, action);
        var answer = (Refused) sendTwice(() -> newScheduler().prepare(change));
        assertThat(answer.refusals())
            .extracting(reason -> reason.refusal().code())
            .containsOnly(Refusal.Code.NOT_ALLOWED);
        newScheduler().abort(change);
      }
    }
    assertThat(states(made)).containsExactly(ActionStatusDetails.State.COMMITTED);
    commit(TestRequests.transaction("t.m", modificationTo(small(bookingId(1)))));
    var admin = new Person("carol", "ucl", List.of(), "admin");
    commit(TestRequests.transaction("t.x", admin, new BookingAction.Cancel(bookingId(1))));
    assertThat(states(made)).containsExactly(ActionStatusDetails.State.CANCELLED);
  }

  /** The kit's schedulers have Manchester as a local site ({@code rm.sites}). */
  @Test
  void anAdminOfALocalSiteModifiesAndCancelsEveryBooking() {
    var made = TestRequests.transaction("t.1", small(bookingId(1)));
    commit(made);
    var admin = new Person("dan", "manchester", List.of(), "admin");
    commit(TestRequests.transaction("t.2", admin, modificationTo(small(bookingId(1)))));
    assertThat(states(made)).containsExactly(ActionStatusDetails.State.COMMITTED);
    commit(TestRequests.transaction("t.3", admin, new BookingAction.Cancel(bookingId(1))));
    assertThat(states(made)).containsExactly(ActionStatusDetails.State.CANCELLED);
  }

  /** An admin can also exchange another person's booking for a new one of that person. */
  @Test
  void aBookingThatAnAdminMakesBelongsToItsOwner() {
    var admin = new Person("carol", "ucl", List.of(), "admin");
    var operator = new Person("bob", "ucl", List.of(), "operator");
    commit(TestRequests.transaction("t.1", small(bookingId(1))));
    var forged = TestRequests.transaction("t.2", operator, ofAnne(small(bookingId(2))));
    var answer = (Refused) sendTwice(() -> newScheduler().prepare(forged));
    assertThat(answer.refusals())
        .extracting(reason -> reason.refusal().field())
        .containsExactly("Owner");
    var cancel = new BookingAction.Cancel(bookingId(1));
    commit(TestRequests.transaction("t.3", admin, cancel, ofAnne(small(bookingId(3)))));
    var mine = TestRequests.transaction("t.4", ofAnne(small(bookingId(4))));
    commit(mine);
    var operators =
        TestRequests.transaction("t.5", operator, new BookingAction.Cancel(bookingId(3)));
    assertThat(sendTwice(() -> newScheduler().prepare(operators))).isInstanceOf(Refused.class);
    commit(
        TestRequests.transaction(
            "t.6", new BookingAction.Cancel(bookingId(3)), new BookingAction.Cancel(bookingId(4))));
    assertThat(states(mine)).containsExactly(ActionStatusDetails.State.CANCELLED);
  }

  private static BookingAction ofAnne(BookingAction.Make make) {
    return new BookingAction.Make(
        make.bookingId(), TestRequests.ANNE, make.schedule(), make.work());
  }

  /**
   * A client may receive a decision before the resource managers do, and change or cancel the
   * booking at once.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aChangeWaitsUntilThePreviousDecisionIsApplied(boolean isDecisionReceived) {
    var voter = new ManualVoter(database(), newScheduler());
    var number = 1;
    var predecessor = voter.prepare(TestRequests.CO_ALLOCATION_ID + ".1", small(bookingId(1)));
    voter.runTasks();
    for (var action :
        List.of(modificationTo(large(bookingId(1))), new BookingAction.Cancel(bookingId(1)))) {
      if (isDecisionReceived) {
        voter.decide(predecessor, Decision.COMMIT);
      }
      var postponed = voter.postponeTasks();
      var id = TestRequests.CO_ALLOCATION_ID + "." + ++number;
      var change = voter.prepare(id, action);
      voter.prepare(id, action);
      voter.runTasks();
      assertThat(voter.voteOf(change)).isEmpty();
      postponed.forEach(Runnable::run);
      if (!isDecisionReceived) {
        voter.setKnownOutcome(predecessor, Decision.COMMIT);
        voter.advance(change);
        assertThat(voter.voteOf(change)).as("the predecessor is only applied now").isEmpty();
      }
      voter.advance(change);
      assertThat(voter.voteOf(change)).contains(Vote.Choice.PREPARED);
      predecessor = change;
    }
    voter.decide(predecessor, Decision.COMMIT);
    voter.runTasks();
    assertThat(
            states(
                TestRequests.transaction(
                    TestRequests.CO_ALLOCATION_ID + ".1", small(bookingId(1)))))
        .containsExactly(ActionStatusDetails.State.CANCELLED);
  }

  @Test
  void aRivalChangeDoesNotWaitForAnUndecidedOne() {
    var voter = new ManualVoter(database(), newScheduler());
    commit(TestRequests.transaction("t.1", small(bookingId(1))));
    var first = voter.prepare("t.2", new BookingAction.Cancel(bookingId(1)));
    voter.runTasks();
    var rival = voter.prepare("t.3", new BookingAction.Cancel(bookingId(1)));
    voter.runTasks();
    assertThat(voter.voteOf(first)).contains(Vote.Choice.PREPARED);
    assertThat(voter.voteOf(rival)).contains(Vote.Choice.ABORTED);
  }
}
