package org.touchpaper.harc.rm.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.segment.connection.Refusal;

/**
 * The contract tests for every local scheduler. Each request is sent twice; each scenario also runs
 * with a crash and restart at every write in turn ({@link LocalSchedulerFixture}).
 */
public abstract class LocalSchedulerContract extends LocalSchedulerCallersContract {

  @Test
  void holdsCommitsAndReportsTheStatus() {
    var transaction = TestRequests.transaction("t.1", small(bookingId(1)));
    var held = sendTwice(() -> newScheduler().prepare(transaction));
    assertThat(held).isInstanceOf(Held.class);
    assertThat(states(transaction)).containsExactly(ActionStatusDetails.State.HELD);
    newScheduler().commit(transaction);
    newScheduler().commit(transaction);
    assertThat(states(transaction)).containsExactly(ActionStatusDetails.State.COMMITTED);
    assertThat(references(newScheduler().prepare(transaction))).isEqualTo(references(held));
  }

  @Test
  void anAbortReleasesTheHold() {
    var first = TestRequests.transaction("t.1", large(bookingId(1)));
    var second = TestRequests.transaction("t.2", large(bookingId(2)));
    var third = TestRequests.transaction("t.3", large(bookingId(3)));
    assertThat(sendTwice(() -> newScheduler().prepare(first))).isInstanceOf(Held.class);
    assertThat(sendTwice(() -> newScheduler().prepare(second))).isInstanceOf(Refused.class);
    newScheduler().abort(first);
    newScheduler().abort(first);
    assertThat(states(first)).isSubsetOf(ActionStatusDetails.State.ABORTED);
    assertThat(sendTwice(() -> newScheduler().prepare(third))).isInstanceOf(Held.class);
    assertThat(sendTwice(() -> newScheduler().prepare(second)))
        .as("a refusal is permanent")
        .isInstanceOf(Refused.class);
  }

  @Test
  void holdsAllOfATransactionOrNothing() {
    var taken = TestRequests.transaction("t.1", large(bookingId(1)));
    newScheduler().prepare(taken);
    var mixed = TestRequests.transaction("t.2", small(bookingId(2)), large(bookingId(3)));
    assertThat(sendTwice(() -> newScheduler().prepare(mixed))).isInstanceOf(Refused.class);
    newScheduler().abort(taken);
    assertThat(newScheduler().prepare(TestRequests.transaction("t.3", large(bookingId(4)))))
        .isInstanceOf(Held.class);
  }

  @Test
  void anAbortThatOvertakesItsPrepareIsRemembered() {
    var transaction = TestRequests.transaction("t.1", small(bookingId(1)));
    newScheduler().abort(transaction);
    newScheduler().abort(transaction);
    var answer = (Refused) sendTwice(() -> newScheduler().prepare(transaction));
    assertThat(answer.refusals())
        .extracting(reason -> reason.refusal().code())
        .containsOnly(Refusal.Code.GIVEN_UP);
  }

  @Test
  void neverAbortsACommittedNorCommitsAnUnheldTransaction() {
    var committed = TestRequests.transaction("t.1", small(bookingId(1)));
    newScheduler().prepare(committed);
    newScheduler().commit(committed);
    assertThatThrownBy(() -> newScheduler().abort(committed))
        .isInstanceOf(IllegalStateException.class);
    assertThat(states(committed)).containsExactly(ActionStatusDetails.State.COMMITTED);
    var aborted = TestRequests.transaction("t.2", small(bookingId(2)));
    newScheduler().prepare(aborted);
    newScheduler().abort(aborted);
    assertThatThrownBy(() -> newScheduler().commit(aborted))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void doesNotKnowATransactionThatWasNeverPrepared() {
    assertThat(newScheduler().queryStatuses(TestRequests.transaction("t.1", small(bookingId(1)))))
        .isEmpty();
  }

  @Test
  void aCancelIsHeldThenApplied() {
    commit(TestRequests.transaction("t.1", large(bookingId(1))));
    var cancel = TestRequests.transaction("t.2", new BookingAction.Cancel(bookingId(1)));
    assertThat(sendTwice(() -> newScheduler().prepare(cancel))).isInstanceOf(Held.class);
    assertThat(states(cancel)).containsExactly(ActionStatusDetails.State.COMMITTED);
    newScheduler().commit(cancel);
    newScheduler().commit(cancel);
    assertThat(states(cancel)).containsExactly(ActionStatusDetails.State.CANCELLED);
    assertThat(newScheduler().prepare(TestRequests.transaction("t.3", large(bookingId(3)))))
        .isInstanceOf(Held.class);
  }

  /**
   * A client that lost its record of the first cancellation repeats it, for all bookings, in
   * another transaction.
   */
  @Test
  void aCancelledBookingCanBeCancelledByAnotherTransaction() {
    var made = TestRequests.transaction("t.1", small(bookingId(1)), small(bookingId(2)));
    commit(made);
    commit(TestRequests.transaction("t.2", new BookingAction.Cancel(bookingId(1))));
    var all =
        List.<BookingAction>of(
            new BookingAction.Cancel(bookingId(1)), new BookingAction.Cancel(bookingId(2)));
    var givenUp = TestRequests.transaction("t.3", all.toArray(BookingAction[]::new));
    assertThat(sendTwice(() -> newScheduler().prepare(givenUp))).isInstanceOf(Held.class);
    newScheduler().abort(givenUp);
    assertThat(states(made))
        .containsExactly(ActionStatusDetails.State.CANCELLED, ActionStatusDetails.State.COMMITTED);
    for (var transaction : List.of("t.4", "t.5")) {
      var cancel = TestRequests.transaction(transaction, all.toArray(BookingAction[]::new));
      assertThat(sendTwice(() -> newScheduler().prepare(cancel))).isInstanceOf(Held.class);
      newScheduler().commit(cancel);
      newScheduler().commit(cancel);
      assertThat(states(cancel)).containsOnly(ActionStatusDetails.State.CANCELLED);
    }
    assertThat(states(made)).containsOnly(ActionStatusDetails.State.CANCELLED);
    assertThat(
            sendTwice(() ->
                newScheduler()
                    .prepare(TestRequests.transaction("t.6", modificationTo(small(bookingId(1)))))))
        .as("a cancelled booking stays cancelled")
        .isInstanceOf(Refused.class);
  }

  @Test
  void afterAnAbortedCancelAnotherTransactionCanCancel() {
    var made = TestRequests.transaction("t.1", small(bookingId(1)));
    commit(made);
    var first = TestRequests.transaction("t.2", new BookingAction.Cancel(bookingId(1)));
    newScheduler().prepare(first);
    var rival = TestRequests.transaction("t.3", new BookingAction.Cancel(bookingId(1)));
    assertThat(sendTwice(() -> newScheduler().prepare(rival))).isInstanceOf(Refused.class);
    newScheduler().abort(first);
    assertThat(states(made)).containsExactly(ActionStatusDetails.State.COMMITTED);
    commit(TestRequests.transaction("t.4", new BookingAction.Cancel(bookingId(1))));
    assertThat(states(made)).containsExactly(ActionStatusDetails.State.CANCELLED);
  }

  @Test
  void aModificationIsHeldBesideTheBookingThenReplacesIt() {
    var made = TestRequests.transaction("t.1", small(bookingId(1)));
    commit(made);
    var grow = TestRequests.transaction("t.2", modificationTo(large(bookingId(1))));
    assertThat(sendTwice(() -> newScheduler().prepare(grow))).isInstanceOf(Held.class);
    assertThat(states(made)).containsExactly(ActionStatusDetails.State.COMMITTED);
    assertThat(newScheduler().prepare(TestRequests.transaction("t.3", small(bookingId(2)))))
        .as("held modifications count")
        .isInstanceOf(Refused.class);
    newScheduler().commit(grow);
    newScheduler().commit(grow);
    assertThat(states(made)).containsExactly(ActionStatusDetails.State.COMMITTED);
    commit(TestRequests.transaction("t.4", modificationTo(small(bookingId(1)))));
    assertThat(newScheduler().prepare(TestRequests.transaction("t.5", small(bookingId(3)))))
        .isInstanceOf(Held.class);
    commit(TestRequests.transaction("t.6", new BookingAction.Cancel(bookingId(1))));
    assertThat(states(made)).containsExactly(ActionStatusDetails.State.CANCELLED);
  }

  /**
   * While it is undecided no other transaction changes the booking; aborted, it leaves no trace.
   */
  @Test
  void anAbortedModificationLeavesTheBookingAsItWas() {
    var made = TestRequests.transaction("t.1", small(bookingId(1)));
    commit(made);
    var grow = TestRequests.transaction("t.2", modificationTo(large(bookingId(1))));
    newScheduler().prepare(grow);
    var rival = TestRequests.transaction("t.3", new BookingAction.Cancel(bookingId(1)));
    assertThat(sendTwice(() -> newScheduler().prepare(rival))).isInstanceOf(Refused.class);
    newScheduler().abort(grow);
    newScheduler().abort(grow);
    assertThat(states(made)).containsExactly(ActionStatusDetails.State.COMMITTED);
    assertThat(newScheduler().prepare(TestRequests.transaction("t.4", small(bookingId(2)))))
        .isInstanceOf(Held.class);
    assertThat(
            sendTwice(() ->
                newScheduler()
                    .prepare(TestRequests.transaction("t.5", modificationTo(large(bookingId(1)))))))
        .as("nothing is free now")
        .isInstanceOf(Refused.class);
    commit(TestRequests.transaction("t.6", new BookingAction.Cancel(bookingId(1))));
    assertThat(states(made)).containsExactly(ActionStatusDetails.State.CANCELLED);
  }

  /** Exchanges one booking for another and modifies a third: all of it or nothing. */
  @Test
  void makesModifiesAndCancelsInOneTransaction() {
    var old = TestRequests.transaction("t.1", small(bookingId(1)), small(bookingId(2)));
    commit(old);
    var swap =
        TestRequests.transaction(
            "t.2",
            new BookingAction.Cancel(bookingId(1)),
            small(bookingId(3)),
            modificationTo(small(bookingId(2))));
    assertThat(sendTwice(() -> newScheduler().prepare(swap))).isInstanceOf(Held.class);
    newScheduler().abort(swap);
    assertThat(states(old)).containsOnly(ActionStatusDetails.State.COMMITTED);
    var again =
        TestRequests.transaction(
            "t.3",
            new BookingAction.Cancel(bookingId(1)),
            small(bookingId(4)),
            modificationTo(small(bookingId(2))));
    commit(again);
    assertThat(states(again))
        .containsExactly(
            ActionStatusDetails.State.CANCELLED,
            ActionStatusDetails.State.COMMITTED,
            ActionStatusDetails.State.COMMITTED);
    var impossible =
        TestRequests.transaction(
            "t.4", new BookingAction.Cancel(bookingId(4)), large(bookingId(5)));
    assertThat(sendTwice(() -> newScheduler().prepare(impossible))).isInstanceOf(Refused.class);
    assertThat(states(again))
        .as("a refused transaction cancels nothing")
        .containsExactly(
            ActionStatusDetails.State.CANCELLED,
            ActionStatusDetails.State.COMMITTED,
            ActionStatusDetails.State.COMMITTED);
  }

  /** Two actions on one booking have no defined order. */
  @Test
  void aTransactionHasAtMostOneActionForABooking() {
    var made = TestRequests.transaction("t.1", small(bookingId(1)));
    commit(made);
    var torn =
        TestRequests.transaction(
            "t.2", modificationTo(small(bookingId(1))), new BookingAction.Cancel(bookingId(1)));
    var answer = (Refused) sendTwice(() -> newScheduler().prepare(torn));
    assertThat(answer.refusals())
        .extracting(reason -> reason.refusal().reason())
        .containsExactly("the transaction has more than one action for this booking");
    var twice = TestRequests.transaction("t.3", small(bookingId(2)), small(bookingId(2)));
    assertThat(sendTwice(() -> newScheduler().prepare(twice))).isInstanceOf(Refused.class);
    commit(TestRequests.transaction("t.4", new BookingAction.Cancel(bookingId(1))));
    assertThat(states(made)).containsExactly(ActionStatusDetails.State.CANCELLED);
  }

  @Test
  void modifyingAnUnknownBookingIsRefused() {
    var modify = TestRequests.transaction("t.1", modificationTo(small(bookingId(9))));
    assertThat(sendTwice(() -> newScheduler().prepare(modify))).isInstanceOf(Refused.class);
  }

  @Test
  void cancellingAnUnknownBookingIsRefused() {
    var cancel = TestRequests.transaction("t.1", new BookingAction.Cancel(bookingId(9)));
    assertThat(sendTwice(() -> newScheduler().prepare(cancel))).isInstanceOf(Refused.class);
  }

  @Test
  void survivesACrashAtAnyWriteOfAPrepareAndCommit() {
    crashAtEveryWrite(n -> {
      var transaction = TestRequests.transaction("t.c" + n, small(bookingId(n)));
      repeatAcrossCrash(
          () -> assertThat(newScheduler().prepare(transaction)).isInstanceOf(Held.class));
      repeatAcrossCrash(() -> newScheduler().commit(transaction));
      assertThat(states(transaction)).containsExactly(ActionStatusDetails.State.COMMITTED);
      var modify = TestRequests.transaction("t.m" + n, modificationTo(large(bookingId(n))));
      repeatAcrossCrash(() -> assertThat(newScheduler().prepare(modify)).isInstanceOf(Held.class));
      repeatAcrossCrash(() -> newScheduler().commit(modify));
      assertThat(states(transaction)).containsExactly(ActionStatusDetails.State.COMMITTED);
      var cancel = TestRequests.transaction("t.x" + n, new BookingAction.Cancel(bookingId(n)));
      repeatAcrossCrash(() -> assertThat(newScheduler().prepare(cancel)).isInstanceOf(Held.class));
      repeatAcrossCrash(() -> newScheduler().commit(cancel));
      assertThat(states(transaction)).containsExactly(ActionStatusDetails.State.CANCELLED);
    });
  }

  @Test
  void survivesACrashAtAnyWriteOfAnAbortedModification() {
    crashAtEveryWrite(n -> {
      var made = TestRequests.transaction("t.c" + n, small(bookingId(n)));
      repeatAcrossCrash(() -> assertThat(newScheduler().prepare(made)).isInstanceOf(Held.class));
      repeatAcrossCrash(() -> newScheduler().commit(made));
      var modify = TestRequests.transaction("t.m" + n, modificationTo(large(bookingId(n))));
      repeatAcrossCrash(() -> assertThat(newScheduler().prepare(modify)).isInstanceOf(Held.class));
      repeatAcrossCrash(() -> newScheduler().abort(modify));
      var cancel = TestRequests.transaction("t.x" + n, new BookingAction.Cancel(bookingId(n)));
      repeatAcrossCrash(() -> assertThat(newScheduler().prepare(cancel)).isInstanceOf(Held.class));
      repeatAcrossCrash(() -> newScheduler().commit(cancel));
      assertThat(states(made)).containsExactly(ActionStatusDetails.State.CANCELLED);
    });
  }

  @Test
  void survivesACrashAtAnyWriteOfAPrepareAndAbort() {
    crashAtEveryWrite(n -> {
      var transaction = TestRequests.transaction("t.a" + n, large(bookingId(n)));
      repeatAcrossCrash(
          () -> assertThat(newScheduler().prepare(transaction)).isInstanceOf(Held.class));
      repeatAcrossCrash(() -> newScheduler().abort(transaction));
    });
  }

  private static List<String> references(PrepareResult answer) {
    return ((Held) answer).statuses().stream().map(ActionStatusDetails::reference).toList();
  }
}
