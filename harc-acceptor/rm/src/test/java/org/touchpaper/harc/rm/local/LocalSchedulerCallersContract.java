package org.touchpaper.harc.rm.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.vote.VoterByHand;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;

/**
 * Who may ask for what, and how soon: a booking is its owner's, and whoever hears a decision first
 * may go on from there.
 */
abstract class LocalSchedulerCallersContract extends LocalSchedulerFixture {

  /**
   * A namesake of another site is somebody else, and an admin of another site is nobody's here;
   * what is refused changes nothing.
   */
  @Test
  void onlyItsOwnerAndAnAdminModifyOrCancelABooking() {
    var made = Ask.transaction("t.1", modest(ident(1)));
    commit(made);
    var namesake = new Person("anne", "manchester", List.of("spice"), "scientist");
    var operator = new Person("bob", "ucl", List.of("spice"), "operator");
    var number = 2;
    var foreign = new Person("dan", "lancaster", List.of(), "admin");
    for (var person : List.of(namesake, operator, foreign)) {
      for (var action : List.of(modified(modest(ident(1))), new Action.Cancel(ident(1)))) {
        var change = Ask.transaction("t." + number++, person, action);
        var answer = (Refused) twice(() -> start().prepare(change));
        assertThat(answer.reasons())
            .extracting(reason -> reason.refusal().code())
            .containsOnly(Refusal.Code.NOT_ALLOWED);
        start().abort(change);
      }
    }
    assertThat(states(made)).containsExactly(Part.State.COMMITTED);
    commit(Ask.transaction("t.m", modified(modest(ident(1)))));
    var admin = new Person("carol", "ucl", List.of(), "admin");
    commit(Ask.transaction("t.x", admin, new Action.Cancel(ident(1))));
    assertThat(states(made)).containsExactly(Part.State.CANCELLED);
  }

  /** Where the kit's schedulers are, Manchester's people are at home ({@code rm.sites}). */
  @Test
  void anAdminOfALocalSiteModifiesAndCancelsAnybodysBooking() {
    var made = Ask.transaction("t.1", modest(ident(1)));
    commit(made);
    var admin = new Person("dan", "manchester", List.of(), "admin");
    commit(Ask.transaction("t.2", admin, modified(modest(ident(1)))));
    assertThat(states(made)).containsExactly(Part.State.COMMITTED);
    commit(Ask.transaction("t.3", admin, new Action.Cancel(ident(1))));
    assertThat(states(made)).containsExactly(Part.State.CANCELLED);
  }

  /** So an admin swaps what is somebody's for what is theirs, too. */
  @Test
  void whatAnAdminMakesForSomebodyIsThatPersons() {
    var admin = new Person("carol", "ucl", List.of(), "admin");
    var operator = new Person("bob", "ucl", List.of(), "operator");
    commit(Ask.transaction("t.1", modest(ident(1))));
    var forged = Ask.transaction("t.2", operator, ofAnne(modest(ident(2))));
    var answer = (Refused) twice(() -> start().prepare(forged));
    assertThat(answer.reasons())
        .extracting(reason -> reason.refusal().field())
        .containsExactly("Owner");
    var cancel = new Action.Cancel(ident(1));
    commit(Ask.transaction("t.3", admin, cancel, ofAnne(modest(ident(3)))));
    var mine = Ask.transaction("t.4", ofAnne(modest(ident(4))));
    commit(mine);
    var operators = Ask.transaction("t.5", operator, new Action.Cancel(ident(3)));
    assertThat(twice(() -> start().prepare(operators))).isInstanceOf(Refused.class);
    commit(Ask.transaction("t.6", new Action.Cancel(ident(3)), new Action.Cancel(ident(4))));
    assertThat(states(mine)).containsExactly(Part.State.CANCELLED);
  }

  private static Action ofAnne(Action.Make make) {
    return new Action.Make(make.ident(), Ask.ANNE, make.schedule(), make.work());
  }

  /**
   * The caller hears a decision before the resource managers do, and may change or cancel at once
   * what it has just booked or changed.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatFollowsADecisionWaitsUntilThatIsCarriedOut(boolean isHeard) {
    var voter = new VoterByHand(store(), start());
    var number = 1;
    var before = voter.prepare(Ask.SPACE + ".1", modest(ident(1)));
    voter.work();
    for (var next : List.of(modified(greedy(ident(1))), new Action.Cancel(ident(1)))) {
      if (isHeard) {
        voter.decide(before, Decision.COMMIT);
      }
      var late = voter.putOff();
      var id = Ask.SPACE + "." + ++number;
      var change = voter.prepare(id, next);
      voter.prepare(id, next);
      voter.work();
      assertThat(voter.vote(change)).isEmpty();
      late.forEach(Runnable::run);
      if (!isHeard) {
        voter.acceptorsKnow(before, Decision.COMMIT);
        voter.goOn(change);
        assertThat(voter.vote(change)).as("it is carried out only then").isEmpty();
      }
      voter.goOn(change);
      assertThat(voter.vote(change)).contains(Vote.Choice.PREPARED);
      before = change;
    }
    voter.decide(before, Decision.COMMIT);
    voter.work();
    assertThat(states(Ask.transaction(Ask.SPACE + ".1", modest(ident(1)))))
        .containsExactly(Part.State.CANCELLED);
  }

  @Test
  void nobodyWaitsForAChangeThatIsNotDecided() {
    var voter = new VoterByHand(store(), start());
    commit(Ask.transaction("t.1", modest(ident(1))));
    var first = voter.prepare("t.2", new Action.Cancel(ident(1)));
    voter.work();
    var rival = voter.prepare("t.3", new Action.Cancel(ident(1)));
    voter.work();
    assertThat(voter.vote(first)).contains(Vote.Choice.PREPARED);
    assertThat(voter.vote(rival)).contains(Vote.Choice.ABORTED);
  }
}
