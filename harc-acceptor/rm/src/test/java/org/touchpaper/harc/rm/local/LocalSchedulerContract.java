package org.touchpaper.harc.rm.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.segment.connection.Refusal;

/**
 * What every local scheduler must pass. Each request is sent twice; each story is also told with
 * the process killed at every write in turn, and started again ({@link LocalSchedulerFixture}).
 */
public abstract class LocalSchedulerContract extends LocalSchedulerCallersContract {

  @Test
  void holdsCommitsAndTellsWhatItDid() {
    var transaction = Ask.transaction("t.1", modest(ident(1)));
    var held = twice(() -> start().prepare(transaction));
    assertThat(held).isInstanceOf(Held.class);
    assertThat(states(transaction)).containsExactly(Part.State.HELD);
    start().commit(transaction);
    start().commit(transaction);
    assertThat(states(transaction)).containsExactly(Part.State.COMMITTED);
    assertThat(references(start().prepare(transaction))).isEqualTo(references(held));
  }

  @Test
  void lettingGoMakesRoomAgain() {
    var first = Ask.transaction("t.1", greedy(ident(1)));
    var second = Ask.transaction("t.2", greedy(ident(2)));
    var third = Ask.transaction("t.3", greedy(ident(3)));
    assertThat(twice(() -> start().prepare(first))).isInstanceOf(Held.class);
    assertThat(twice(() -> start().prepare(second))).isInstanceOf(Refused.class);
    start().abort(first);
    start().abort(first);
    assertThat(states(first)).isSubsetOf(Part.State.ABORTED);
    assertThat(twice(() -> start().prepare(third))).isInstanceOf(Held.class);
    assertThat(twice(() -> start().prepare(second)))
        .as("a refusal stands")
        .isInstanceOf(Refused.class);
  }

  @Test
  void holdsAllOfATransactionOrNothing() {
    var taken = Ask.transaction("t.1", greedy(ident(1)));
    start().prepare(taken);
    var mixed = Ask.transaction("t.2", modest(ident(2)), greedy(ident(3)));
    assertThat(twice(() -> start().prepare(mixed))).isInstanceOf(Refused.class);
    start().abort(taken);
    assertThat(start().prepare(Ask.transaction("t.3", greedy(ident(4))))).isInstanceOf(Held.class);
  }

  @Test
  void anAbortThatOvertakesItsPrepareIsRemembered() {
    var transaction = Ask.transaction("t.1", modest(ident(1)));
    start().abort(transaction);
    start().abort(transaction);
    var answer = (Refused) twice(() -> start().prepare(transaction));
    assertThat(answer.reasons())
        .extracting(reason -> reason.refusal().code())
        .containsOnly(Refusal.Code.GIVEN_UP);
  }

  @Test
  void neverAbortsWhatIsCommittedNorCommitsWhatIsNotHeld() {
    var committed = Ask.transaction("t.1", modest(ident(1)));
    start().prepare(committed);
    start().commit(committed);
    assertThatThrownBy(() -> start().abort(committed)).isInstanceOf(IllegalStateException.class);
    assertThat(states(committed)).containsExactly(Part.State.COMMITTED);
    var aborted = Ask.transaction("t.2", modest(ident(2)));
    start().prepare(aborted);
    start().abort(aborted);
    assertThatThrownBy(() -> start().commit(aborted)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void knowsNothingOfWhatItWasNeverAsked() {
    assertThat(start().query(Ask.transaction("t.1", modest(ident(1))))).isEmpty();
  }

  @Test
  void aCancelIsHeldThenCarriedOut() {
    commit(Ask.transaction("t.1", greedy(ident(1))));
    var cancel = Ask.transaction("t.2", new Action.Cancel(ident(1)));
    assertThat(twice(() -> start().prepare(cancel))).isInstanceOf(Held.class);
    assertThat(states(cancel)).containsExactly(Part.State.COMMITTED);
    start().commit(cancel);
    start().commit(cancel);
    assertThat(states(cancel)).containsExactly(Part.State.CANCELLED);
    assertThat(start().prepare(Ask.transaction("t.3", greedy(ident(3))))).isInstanceOf(Held.class);
  }

  /** Whoever lost the books of the first cancel asks under another number, for all there was. */
  @Test
  void whatIsCancelledIsCancelledByAnotherTransactionToo() {
    var made = Ask.transaction("t.1", modest(ident(1)), modest(ident(2)));
    commit(made);
    commit(Ask.transaction("t.2", new Action.Cancel(ident(1))));
    var all = List.<Action>of(new Action.Cancel(ident(1)), new Action.Cancel(ident(2)));
    var givenUp = Ask.transaction("t.3", all.toArray(Action[]::new));
    assertThat(twice(() -> start().prepare(givenUp))).isInstanceOf(Held.class);
    start().abort(givenUp);
    assertThat(states(made)).containsExactly(Part.State.CANCELLED, Part.State.COMMITTED);
    for (var transaction : List.of("t.4", "t.5")) {
      var cancel = Ask.transaction(transaction, all.toArray(Action[]::new));
      assertThat(twice(() -> start().prepare(cancel))).isInstanceOf(Held.class);
      start().commit(cancel);
      start().commit(cancel);
      assertThat(states(cancel)).containsOnly(Part.State.CANCELLED);
    }
    assertThat(states(made)).containsOnly(Part.State.CANCELLED);
    assertThat(twice(() -> start().prepare(Ask.transaction("t.6", modified(modest(ident(1)))))))
        .as("what is cancelled is not brought back")
        .isInstanceOf(Refused.class);
  }

  @Test
  void anAbortedCancelLeavesTheBookingAndLetsAnotherCancelIt() {
    var made = Ask.transaction("t.1", modest(ident(1)));
    commit(made);
    var first = Ask.transaction("t.2", new Action.Cancel(ident(1)));
    start().prepare(first);
    var rival = Ask.transaction("t.3", new Action.Cancel(ident(1)));
    assertThat(twice(() -> start().prepare(rival))).isInstanceOf(Refused.class);
    start().abort(first);
    assertThat(states(made)).containsExactly(Part.State.COMMITTED);
    commit(Ask.transaction("t.4", new Action.Cancel(ident(1))));
    assertThat(states(made)).containsExactly(Part.State.CANCELLED);
  }

  @Test
  void aModificationIsHeldBesideTheBookingThenTakesItsPlace() {
    var made = Ask.transaction("t.1", modest(ident(1)));
    commit(made);
    var grow = Ask.transaction("t.2", modified(greedy(ident(1))));
    assertThat(twice(() -> start().prepare(grow))).isInstanceOf(Held.class);
    assertThat(states(made)).containsExactly(Part.State.COMMITTED);
    assertThat(start().prepare(Ask.transaction("t.3", modest(ident(2)))))
        .as("what is held counts")
        .isInstanceOf(Refused.class);
    start().commit(grow);
    start().commit(grow);
    assertThat(states(made)).containsExactly(Part.State.COMMITTED);
    commit(Ask.transaction("t.4", modified(modest(ident(1)))));
    assertThat(start().prepare(Ask.transaction("t.5", modest(ident(3))))).isInstanceOf(Held.class);
    commit(Ask.transaction("t.6", new Action.Cancel(ident(1))));
    assertThat(states(made)).containsExactly(Part.State.CANCELLED);
  }

  /** While it is undecided nobody else changes the booking; given up, it leaves no trace. */
  @Test
  void anAbortedModificationLeavesTheBookingAsItWas() {
    var made = Ask.transaction("t.1", modest(ident(1)));
    commit(made);
    var grow = Ask.transaction("t.2", modified(greedy(ident(1))));
    start().prepare(grow);
    var rival = Ask.transaction("t.3", new Action.Cancel(ident(1)));
    assertThat(twice(() -> start().prepare(rival))).isInstanceOf(Refused.class);
    start().abort(grow);
    start().abort(grow);
    assertThat(states(made)).containsExactly(Part.State.COMMITTED);
    assertThat(start().prepare(Ask.transaction("t.4", modest(ident(2))))).isInstanceOf(Held.class);
    assertThat(twice(() -> start().prepare(Ask.transaction("t.5", modified(greedy(ident(1)))))))
        .as("there is no room any more")
        .isInstanceOf(Refused.class);
    commit(Ask.transaction("t.6", new Action.Cancel(ident(1))));
    assertThat(states(made)).containsExactly(Part.State.CANCELLED);
  }

  /** One booking for another, and a third changed with them: all of it or nothing. */
  @Test
  void makesModifiesAndCancelsInOneTransaction() {
    var old = Ask.transaction("t.1", modest(ident(1)), modest(ident(2)));
    commit(old);
    var swap =
        Ask.transaction(
            "t.2", new Action.Cancel(ident(1)), modest(ident(3)), modified(modest(ident(2))));
    assertThat(twice(() -> start().prepare(swap))).isInstanceOf(Held.class);
    start().abort(swap);
    assertThat(states(old)).containsOnly(Part.State.COMMITTED);
    var again =
        Ask.transaction(
            "t.3", new Action.Cancel(ident(1)), modest(ident(4)), modified(modest(ident(2))));
    commit(again);
    assertThat(states(again))
        .containsExactly(Part.State.CANCELLED, Part.State.COMMITTED, Part.State.COMMITTED);
    var impossible = Ask.transaction("t.4", new Action.Cancel(ident(4)), greedy(ident(5)));
    assertThat(twice(() -> start().prepare(impossible))).isInstanceOf(Refused.class);
    assertThat(states(again))
        .as("a refused transaction cancels nothing")
        .containsExactly(Part.State.CANCELLED, Part.State.COMMITTED, Part.State.COMMITTED);
  }

  /** Which of the two is to come first, nobody has said. */
  @Test
  void aTransactionDoesOneThingToOneBooking() {
    var made = Ask.transaction("t.1", modest(ident(1)));
    commit(made);
    var torn = Ask.transaction("t.2", modified(modest(ident(1))), new Action.Cancel(ident(1)));
    var answer = (Refused) twice(() -> start().prepare(torn));
    assertThat(answer.reasons())
        .extracting(reason -> reason.refusal().reason())
        .containsExactly("one action for one booking only");
    var twice = Ask.transaction("t.3", modest(ident(2)), modest(ident(2)));
    assertThat(twice(() -> start().prepare(twice))).isInstanceOf(Refused.class);
    commit(Ask.transaction("t.4", new Action.Cancel(ident(1))));
    assertThat(states(made)).containsExactly(Part.State.CANCELLED);
  }

  @Test
  void modifyingTheUnknownIsRefused() {
    var modify = Ask.transaction("t.1", modified(modest(ident(9))));
    assertThat(twice(() -> start().prepare(modify))).isInstanceOf(Refused.class);
  }

  @Test
  void cancellingTheUnknownIsRefused() {
    var cancel = Ask.transaction("t.1", new Action.Cancel(ident(9)));
    assertThat(twice(() -> start().prepare(cancel))).isInstanceOf(Refused.class);
  }

  @Test
  void survivesBeingKilledAtAnyWriteOfAPrepareAndCommit() {
    killedEverywhere(n -> {
      var transaction = Ask.transaction("t.c" + n, modest(ident(n)));
      until(() -> assertThat(start().prepare(transaction)).isInstanceOf(Held.class));
      until(() -> start().commit(transaction));
      assertThat(states(transaction)).containsExactly(Part.State.COMMITTED);
      var modify = Ask.transaction("t.m" + n, modified(greedy(ident(n))));
      until(() -> assertThat(start().prepare(modify)).isInstanceOf(Held.class));
      until(() -> start().commit(modify));
      assertThat(states(transaction)).containsExactly(Part.State.COMMITTED);
      var cancel = Ask.transaction("t.x" + n, new Action.Cancel(ident(n)));
      until(() -> assertThat(start().prepare(cancel)).isInstanceOf(Held.class));
      until(() -> start().commit(cancel));
      assertThat(states(transaction)).containsExactly(Part.State.CANCELLED);
    });
  }

  @Test
  void survivesBeingKilledAtAnyWriteOfAModificationGivenUp() {
    killedEverywhere(n -> {
      var made = Ask.transaction("t.c" + n, modest(ident(n)));
      until(() -> assertThat(start().prepare(made)).isInstanceOf(Held.class));
      until(() -> start().commit(made));
      var modify = Ask.transaction("t.m" + n, modified(greedy(ident(n))));
      until(() -> assertThat(start().prepare(modify)).isInstanceOf(Held.class));
      until(() -> start().abort(modify));
      var cancel = Ask.transaction("t.x" + n, new Action.Cancel(ident(n)));
      until(() -> assertThat(start().prepare(cancel)).isInstanceOf(Held.class));
      until(() -> start().commit(cancel));
      assertThat(states(made)).containsExactly(Part.State.CANCELLED);
    });
  }

  @Test
  void survivesBeingKilledAtAnyWriteOfAPrepareAndAbort() {
    killedEverywhere(n -> {
      var transaction = Ask.transaction("t.a" + n, greedy(ident(n)));
      until(() -> assertThat(start().prepare(transaction)).isInstanceOf(Held.class));
      until(() -> start().abort(transaction));
    });
  }

  private static List<String> references(HoldAnswer answer) {
    return ((Held) answer).parts().stream().map(Part::reference).toList();
  }
}
