package org.touchpaper.harc.rm.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.local.Ask.NINE;
import static org.touchpaper.harc.rm.local.Ask.minutes;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Refusal;

/** Two transactions about one lightpath: what one gives up is never the other's. */
class RivalTransactionsTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final ScriptedBar bar = new ScriptedBar();
  private final SettableClock clock = SettableClock.at(NINE.minusSeconds(3600));
  private final Transaction run = Ask.transaction("t.1", Paths.path(Paths.ident(1), 300));
  private final Transaction cancel = Ask.transaction("t.2", new Action.Cancel(Paths.ident(1)));
  private final Transaction move =
      Ask.transaction("t.3", new Action.Modify(Paths.ident(1), minutes(30, 90), null));

  private NetworkScheduler network() {
    return NetworkSchedulerContractTest.scheduler(STORE.database(), bar, clock);
  }

  @Test
  void theAbortOfACancelThatNeverReachedTheBarLetsGoOfNothingElse() {
    booked();
    bar.busy = true;
    assertThatThrownBy(() -> network().prepare(cancel)).isInstanceOf(SchedulerUnreachable.class);
    bar.busy = false;
    assertThat(network().prepare(move)).isInstanceOf(Held.class);
    network().abort(cancel);
    network().abort(cancel);
    network().commit(move);
    assertThat(network().query(move).getFirst().state()).isEqualTo(Part.State.COMMITTED);
  }

  @Test
  void aCancelThatWasOvertakenCanBeGivenUp() {
    booked();
    bar.busy = true;
    assertThatThrownBy(() -> network().prepare(cancel)).isInstanceOf(SchedulerUnreachable.class);
    bar.busy = false;
    assertThat(network().prepare(move)).isInstanceOf(Held.class);
    network().commit(move);
    network().abort(cancel);
    network().abort(cancel);
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
    var again = Ask.transaction("t.4", new Action.Cancel(Paths.ident(1)));
    assertThat(network().prepare(again)).isInstanceOf(Held.class);
    network().commit(again);
    assertThat(part().state()).isEqualTo(Part.State.CANCELLED);
  }

  @Test
  void ofTwoAtOnceOneIsHeldAndStaysSoWhateverBecomesOfTheOther() {
    booked();
    var both = new CountDownLatch(2);
    var answers =
        Stream.of(cancel, move)
            .map(change -> inBackground(() -> meeting(both).prepare(change)))
            .toList()
            .stream()
            .map(answer -> answer.orTimeout(60, TimeUnit.SECONDS).join())
            .toList();
    assertThat(answers).hasAtLeastOneElementOfType(Held.class);
    assertThat(answers).hasAtLeastOneElementOfType(Refused.class);
    var isCancelled = answers.getFirst() instanceof Held;
    network().abort(isCancelled ? move : cancel);
    network().commit(isCancelled ? cancel : move);
    assertThat(part().state()).isEqualTo(isCancelled ? Part.State.CANCELLED : Part.State.COMMITTED);
    assertThat(part().problem()).isNull();
  }

  @Test
  void whoComesWhileAnotherChangeIsUndecidedMayComeAgain() {
    booked();
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
    assertThat(refusal(network().prepare(move)).code()).isEqualTo(Refusal.Code.CAPACITY_BUSY);
  }

  /** As right after a change that another resource manager refused. */
  @Test
  void whoComesWhileTheBarLetsGoOfAnotherChangeIsNotRefusedButWaits() {
    booked();
    assertThat(network().prepare(cancel)).isInstanceOf(Held.class);
    bar.slow = true;
    network().abort(cancel);
    for (var time = 0; time < 2; time++) {
      assertThatThrownBy(() -> network().prepare(move))
          .isInstanceOf(SchedulerUnreachable.class)
          .hasMessageContaining("earlier change");
    }
    bar.finishAborts();
    assertThat(network().prepare(move)).isInstanceOf(Held.class);
    network().commit(move);
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
  }

  @Test
  void aSecondBookingOfTheSameNameIsRefusedAndLeavesTheFirst() {
    network().prepare(run);
    var thief = Ask.transaction("t.2", Paths.path(Paths.ident(1), 100));
    var answer = network().prepare(thief);
    assertThat(network().prepare(thief)).isEqualTo(answer);
    assertThat(refusal(answer).reason()).isEqualTo("that name is another booking's");
    network().abort(thief);
    network().commit(run);
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
  }

  @Test
  void oneTransactionDoesOneThingToOneLightpath() {
    booked();
    var asked = List.copyOf(bar.heard);
    var torn =
        Ask.transaction(
            "t.2",
            new Action.Modify(Paths.ident(1), minutes(30, 90), null),
            new Action.Cancel(Paths.ident(1)));
    var answer = network().prepare(torn);
    assertThat(network().prepare(torn)).isEqualTo(answer);
    assertThat(refusal(answer).reason()).isEqualTo("one action for one booking only");
    assertThat(bar.heard).isEqualTo(asked);
  }

  private void booked() {
    network().prepare(run);
    network().commit(run);
  }

  private Part part() {
    return network().query(run).getFirst();
  }

  private static Refusal refusal(HoldAnswer answer) {
    return ((Refused) answer).reasons().getFirst().refusal();
  }

  private static <T> CompletableFuture<T> inBackground(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, Thread::startVirtualThread);
  }

  /** Goes on from its question to the BAR when the other has asked too. */
  private NetworkScheduler meeting(CountDownLatch both) {
    var segment =
        (NetworkSegment)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {NetworkSegment.class},
                (_, method, args) -> {
                  try {
                    var answer = method.invoke(bar, args);
                    if (method.getName().equals("query")) {
                      both.countDown();
                      assertThat(both.await(60, TimeUnit.SECONDS)).isTrue();
                    }
                    return answer;
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    return NetworkSchedulerContractTest.scheduler(STORE.database(), segment, clock);
  }
}
