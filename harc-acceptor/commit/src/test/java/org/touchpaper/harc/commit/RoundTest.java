package org.touchpaper.harc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Persist before send: the order of effects without a thread, a disk or a socket. */
class RoundTest {
  private static final TransactionId T1 = new TransactionId("t.1");
  private static final TransactionId T2 = new TransactionId("t.2");

  private final Map<TransactionId, Memory> noted = new HashMap<>();
  private final Round<String> round = new Round<>(noted);

  private static TransactionRecord record(TransactionId id) {
    return new TransactionRecord(
        id, List.of("rm-1"), List.of("a1", "a2", "a3"), "0".repeat(64), Instant.EPOCH, 1);
  }

  private static Memory memory(TransactionId id, long promised) {
    return new Memory(record(id), null, new Ballot(promised), Map.of(), null, false);
  }

  private static Effect say(TransactionId id, String to) {
    return new Effect.Send(to, new Message.Learn(record(id), "a1"));
  }

  private static Effect write(TransactionId id, long promised) {
    return new Effect.Persist(memory(id, promised));
  }

  @Test
  void whatRestsOnNothingWrittenIsSaidAtOnce() {
    assertThat(round.take("one", T1, List.of(say(T1, "a2")))).containsExactly(say(T1, "a2"));
    assertThat(round.awaits(T1)).isFalse();
    assertThat(round.deferred()).isEmpty();
  }

  @Test
  void whatStandsBehindAWritingWaitsForItAndWhatStandsBeforeDoesNot() {
    var effects = List.of(say(T1, "a2"), write(T1, 1), say(T1, "a3"));
    assertThat(round.take("one", T1, effects)).containsExactly(say(T1, "a2"));
    assertThat(round.changed()).containsExactly(Map.entry(T1, memory(T1, 1)));
    assertThat(round.deferred())
        .containsExactly(new Round.Deferred<>("one", List.of(say(T1, "a3"))));
  }

  @Test
  void whoWaitsForAnEventWaitsForItsWriting() {
    assertThat(round.take("one", T1, List.of(write(T1, 1)))).isEmpty();
    assertThat(round.awaits(T1)).isTrue();
    assertThat(round.deferred()).containsExactly(new Round.Deferred<>("one", List.of()));
  }

  @Test
  void onlyTheTransactionThatIsWrittenWaits() {
    round.take("one", T1, List.of(write(T1, 1)));
    assertThat(round.take("two", T2, List.of(say(T2, "a2")))).containsExactly(say(T2, "a2"));
    assertThat(round.take("three", T1, List.of(say(T1, "a2")))).isEmpty();
    assertThat(round.deferred())
        .containsExactly(
            new Round.Deferred<>("one", List.of()),
            new Round.Deferred<>("three", List.of(say(T1, "a2"))));
  }

  @Test
  void theLastOfATransactionIsWrittenOnce() {
    round.take("one", T1, List.of(write(T1, 1)));
    round.take("two", T1, List.of(write(T1, 2)));
    assertThat(round.changed()).containsExactly(Map.entry(T1, memory(T1, 2)));
  }

  @Test
  void aNoteHoldsUpNothingButWhatIsSaidNext() {
    var effects = List.of(say(T1, "a2"), new Effect.Note(memory(T1, 1)));
    assertThat(round.take("one", T1, effects)).containsExactly(say(T1, "a2"));
    assertThat(round.changed()).isEmpty();
    assertThat(noted).containsEntry(T1, memory(T1, 1));

    assertThat(round.take("two", T1, List.of(say(T1, "a3")))).isEmpty();
    assertThat(round.changed()).containsExactly(Map.entry(T1, memory(T1, 1)));
    assertThat(noted).isEmpty();
  }

  @Test
  void anAlarmDoesNotHurryANote() {
    noted.put(T1, memory(T1, 1));
    var alarm = new Effect.Wake(T1, Instant.EPOCH);
    assertThat(round.take("one", T1, List.of(alarm))).containsExactly(alarm);
    assertThat(noted).containsKey(T1);
  }

  @Test
  void aNoteOfWhatIsWrittenAnywayGoesWithIt() {
    var effects = List.of(write(T1, 1), new Effect.Note(memory(T1, 2)), say(T1, "a2"));
    assertThat(round.take("one", T1, effects)).isEmpty();
    assertThat(round.changed()).containsExactly(Map.entry(T1, memory(T1, 2)));
    assertThat(noted).isEmpty();
  }

  /** What was accepted first is in the second bundle, too: one message less for each vote. */
  @Test
  void ofSeveralBundlesToTheSameTheLastIsSaid() {
    Effect first = new Effect.Send("a2", new Message.Phase2b(record(T1), "a1", Map.of()));
    Effect other = new Effect.Send("a3", new Message.Phase2b(record(T1), "a1", Map.of()));
    var accepted = Map.of("rm-1", new Accepted(Ballot.ZERO, Vote.prepared("")));
    Effect last = new Effect.Send("a2", new Message.Phase2b(record(T1), "a1", accepted));
    round.take("one", T1, List.of(write(T1, 0), first, other));
    round.take("two", T1, List.of(write(T1, 0), last));
    for (var time = 0; time < 2; time++) {
      assertThat(round.deferred())
          .containsExactly(
              new Round.Deferred<>("one", List.of(other)),
              new Round.Deferred<>("two", List.of(last)));
    }
  }
}
