package org.touchpaper.harc.rm.backend.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.scheduler.TestRequests.NINE_O_CLOCK;
import static org.touchpaper.harc.rm.scheduler.TestRequests.minutes;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Refusal;

/** Two transactions about one lightpath: the abort of one never affects the other. */
class RivalTransactionsTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final ScriptedBar bar = new ScriptedBar();
  private final SettableClock clock = SettableClock.at(NINE_O_CLOCK.minusSeconds(3600));
  private final Transaction run =
      TestRequests.transaction("t.1", TestLightpaths.path(TestLightpaths.bookingId(1), 300));
  private final Transaction cancel =
      TestRequests.transaction("t.2", new BookingAction.Cancel(TestLightpaths.bookingId(1)));
  private final Transaction move =
      TestRequests.transaction(
          "t.3", new BookingAction.Modify(TestLightpaths.bookingId(1), minutes(30, 90), null));

  private NetworkScheduler network() {
    return NetworkSchedulerContractTest.scheduler(STORE.database(), bar, clock);
  }

  @Test
  void theAbortOfACancelThatNeverReachedTheBarReleasesNothingElse() {
    booked();
    bar.isReadOnly = true;
    assertThatThrownBy(() -> network().prepare(cancel))
        .isInstanceOf(SchedulerUnreachableException.class);
    bar.isReadOnly = false;
    assertThat(network().prepare(move)).isInstanceOf(Held.class);
    network().abort(cancel);
    network().abort(cancel);
    network().commit(move);
    assertThat(network().queryStatuses(move).getFirst().state())
        .isEqualTo(ActionStatusDetails.State.COMMITTED);
  }

  @Test
  void aCancelThatWasOvertakenCanBeAborted() {
    booked();
    bar.isReadOnly = true;
    assertThatThrownBy(() -> network().prepare(cancel))
        .isInstanceOf(SchedulerUnreachableException.class);
    bar.isReadOnly = false;
    assertThat(network().prepare(move)).isInstanceOf(Held.class);
    network().commit(move);
    network().abort(cancel);
    network().abort(cancel);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
    var again =
        TestRequests.transaction("t.4", new BookingAction.Cancel(TestLightpaths.bookingId(1)));
    assertThat(network().prepare(again)).isInstanceOf(Held.class);
    network().commit(again);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.CANCELLED);
  }

  @Test
  void ofTwoConcurrentChangesOneIsHeldAndStaysHeld() {
    booked();
    var bothArrived = new CountDownLatch(2);
    var answers =
        Stream.of(cancel, move)
            .map(change -> inBackground(() -> meeting(bothArrived).prepare(change)))
            .toList()
            .stream()
            .map(answer -> answer.orTimeout(60, TimeUnit.SECONDS).join())
            .toList();
    assertThat(answers).hasAtLeastOneElementOfType(Held.class);
    assertThat(answers).hasAtLeastOneElementOfType(Refused.class);
    var isCancelled = answers.getFirst() instanceof Held;
    network().abort(isCancelled ? move : cancel);
    network().commit(isCancelled ? cancel : move);
    assertThat(part().state())
        .isEqualTo(
            isCancelled
                ? ActionStatusDetails.State.CANCELLED
                : ActionStatusDetails.State.COMMITTED);
    assertThat(part().problem()).isNull();
  }

  @Test
  void aChangeRefusedForAnUndecidedOneCanBeRepeated() {
    booked();
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
    assertThat(refusal(network().prepare(move)).code()).isEqualTo(Refusal.Code.CAPACITY_BUSY);
  }

  /** For example right after a change that another resource manager refused. */
  @Test
  void aChangeWaitsWhileTheBarAbortsAnotherOne() {
    booked();
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
    bar.abortsSlowly = true;
    network().abort(cancel);
    for (var time = 0; time < 2; time++) {
      assertThatThrownBy(() -> network().prepare(move))
          .isInstanceOf(SchedulerUnreachableException.class)
          .hasMessageContaining("earlier change");
    }
    bar.finishAborts();
    assertThat(network().prepare(move)).isInstanceOf(Held.class);
    network().commit(move);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
  }

  @Test
  void aSecondBookingWithTheSameIdIsRefusedAndLeavesTheFirst() {
    network().prepare(run);
    var thief =
        TestRequests.transaction("t.2", TestLightpaths.path(TestLightpaths.bookingId(1), 100));
    var answer = network().prepare(thief);
    assertThat(network().prepare(thief)).isEqualTo(answer);
    assertThat(refusal(answer).reason())
        .isEqualTo("another booking has this id; choose a different one");
    network().abort(thief);
    network().commit(run);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
  }

  @Test
  void aTransactionHasAtMostOneActionForALightpath() {
    booked();
    var calls = List.copyOf(bar.calls);
    var torn =
        TestRequests.transaction(
            "t.2",
            new BookingAction.Modify(TestLightpaths.bookingId(1), minutes(30, 90), null),
            new BookingAction.Cancel(TestLightpaths.bookingId(1)));
    var answer = network().prepare(torn);
    assertThat(network().prepare(torn)).isEqualTo(answer);
    assertThat(refusal(answer).reason())
        .isEqualTo("the transaction has more than one action for this booking");
    assertThat(bar.calls).isEqualTo(calls);
  }

  private void booked() {
    network().prepare(run);
    network().commit(run);
  }

  private ActionStatusDetails part() {
    return network().queryStatuses(run).getFirst();
  }

  private static Refusal refusal(PrepareResult answer) {
    return ((Refused) answer).refusals().getFirst().refusal();
  }

  private static <T> CompletableFuture<T> inBackground(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, Thread::startVirtualThread);
  }

  /** Continues after its query to the BAR once the other has sent its query, too. */
  private NetworkScheduler meeting(CountDownLatch bothArrived) {
    var segment =
        bar.interceptedBy((method, _, call) -> {
          var answer = call.call();
          if (method.equals("query")) {
            bothArrived.countDown();
            assertThat(bothArrived.await(60, TimeUnit.SECONDS)).isTrue();
          }
          return answer;
        });
    return NetworkSchedulerContractTest.scheduler(STORE.database(), segment, clock);
  }
}
