package org.touchpaper.harc.protocol.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;
import org.touchpaper.harc.protocol.acceptor.HardState;

/** Persist before send, without a thread, a disk or a socket. */
class GroupCommitEffectSchedulerTest {
  private static final TransactionId T1 = new TransactionId("t.1");
  private static final TransactionId T2 = new TransactionId("t.2");

  private final Map<TransactionId, HardState> deferredWrites = new HashMap<>();
  private final GroupCommitEffectScheduler<String> batch =
      new GroupCommitEffectScheduler<>(deferredWrites);

  private static TransactionRecord record(TransactionId id) {
    return new TransactionRecord(
        id, List.of("rm-1"), List.of("a1", "a2", "a3"), "0".repeat(64), Instant.EPOCH, 1);
  }

  private static HardState hardState(TransactionId id, long promised) {
    return new HardState(record(id), null, new Ballot(promised), Map.of(), null, false);
  }

  private static AcceptorEffect send(TransactionId id, String to) {
    return new AcceptorEffect.Send(to, new Message.Learn(record(id), "a1"));
  }

  private static AcceptorEffect persist(TransactionId id, long promised) {
    return new AcceptorEffect.Persist(hardState(id, promised));
  }

  @Test
  void sendsAtOnceWhatDependsOnNoWrite() {
    assertThat(batch.add("one", T1, List.of(send(T1, "a2")))).containsExactly(send(T1, "a2"));
    assertThat(batch.isFlushPending(T1)).isFalse();
    assertThat(batch.deferred()).isEmpty();
  }

  @Test
  void effectsAfterAWriteWaitForItAndEarlierOnesDoNot() {
    var effects = List.of(send(T1, "a2"), persist(T1, 1), send(T1, "a3"));
    assertThat(batch.add("one", T1, effects)).containsExactly(send(T1, "a2"));
    assertThat(batch.pendingWrites()).containsExactly(Map.entry(T1, hardState(T1, 1)));
    assertThat(batch.deferred())
        .containsExactly(
            new GroupCommitEffectScheduler.DeferredEffects<>("one", List.of(send(T1, "a3"))));
  }

  @Test
  void aClientWaitsForTheWriteOfItsEvent() {
    assertThat(batch.add("one", T1, List.of(persist(T1, 1)))).isEmpty();
    assertThat(batch.isFlushPending(T1)).isTrue();
    assertThat(batch.deferred())
        .containsExactly(new GroupCommitEffectScheduler.DeferredEffects<>("one", List.of()));
  }

  @Test
  void effectsOfOtherTransactionsDoNotWait() {
    batch.add("one", T1, List.of(persist(T1, 1)));
    assertThat(batch.add("two", T2, List.of(send(T2, "a2")))).containsExactly(send(T2, "a2"));
    assertThat(batch.add("three", T1, List.of(send(T1, "a2")))).isEmpty();
    assertThat(batch.deferred())
        .containsExactly(
            new GroupCommitEffectScheduler.DeferredEffects<>("one", List.of()),
            new GroupCommitEffectScheduler.DeferredEffects<>("three", List.of(send(T1, "a2"))));
  }

  @Test
  void writesOnlyTheLastStateOfATransaction() {
    batch.add("one", T1, List.of(persist(T1, 1)));
    batch.add("two", T1, List.of(persist(T1, 2)));
    assertThat(batch.pendingWrites()).containsExactly(Map.entry(T1, hardState(T1, 2)));
  }

  @Test
  void aDeferredWriteDelaysOnlyTheNextMessage() {
    var effects = List.of(send(T1, "a2"), new AcceptorEffect.PersistLater(hardState(T1, 1)));
    assertThat(batch.add("one", T1, effects)).containsExactly(send(T1, "a2"));
    assertThat(batch.pendingWrites()).isEmpty();
    assertThat(deferredWrites).containsEntry(T1, hardState(T1, 1));

    assertThat(batch.add("two", T1, List.of(send(T1, "a3")))).isEmpty();
    assertThat(batch.pendingWrites()).containsExactly(Map.entry(T1, hardState(T1, 1)));
    assertThat(deferredWrites).isEmpty();
  }

  @Test
  void aWakeUpDoesNotForceADeferredWrite() {
    deferredWrites.put(T1, hardState(T1, 1));
    var wake = new AcceptorEffect.SetTimer(T1, Instant.EPOCH);
    assertThat(batch.add("one", T1, List.of(wake))).containsExactly(wake);
    assertThat(deferredWrites).containsKey(T1);
  }

  @Test
  void aDeferredWriteJoinsAWriteOfTheSameTransaction() {
    var effects =
        List.of(persist(T1, 1), new AcceptorEffect.PersistLater(hardState(T1, 2)), send(T1, "a2"));
    assertThat(batch.add("one", T1, effects)).isEmpty();
    assertThat(batch.pendingWrites()).containsExactly(Map.entry(T1, hardState(T1, 2)));
    assertThat(deferredWrites).isEmpty();
  }

  /** The second phase 2b contains the votes of the first: one message less per vote. */
  @Test
  void sendsOnlyTheLastPhase2bToEachReceiver() {
    AcceptorEffect first =
        new AcceptorEffect.Send("a2", new Message.Phase2b(record(T1), "a1", Map.of()));
    AcceptorEffect other =
        new AcceptorEffect.Send("a3", new Message.Phase2b(record(T1), "a1", Map.of()));
    var accepted = Map.of("rm-1", new AcceptedVote(Ballot.ZERO, Vote.prepared("")));
    AcceptorEffect last =
        new AcceptorEffect.Send("a2", new Message.Phase2b(record(T1), "a1", accepted));
    batch.add("one", T1, List.of(persist(T1, 0), first, other));
    batch.add("two", T1, List.of(persist(T1, 0), last));
    for (var time = 0; time < 2; time++) {
      assertThat(batch.deferred())
          .containsExactly(
              new GroupCommitEffectScheduler.DeferredEffects<>("one", List.of(other)),
              new GroupCommitEffectScheduler.DeferredEffects<>("two", List.of(last)));
    }
  }
}
