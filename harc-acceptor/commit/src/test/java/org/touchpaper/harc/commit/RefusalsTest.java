package org.touchpaper.harc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Message.OtherRecord;

class RefusalsTest {
  private static final Instant NOW = Instant.parse("2026-12-01T21:00:00Z");

  private final Refusals refusals = new Refusals();

  private static TransactionRecord record(String digest) {
    return new TransactionRecord(
        new TransactionId("t"), List.of("rm1"), List.of("a1", "a2", "a3"), digest, NOW, 1);
  }

  @Test
  void areAnAbortOnceHalfOfTheAcceptorsAndOneMoreHaveSaidSo() {
    var mine = record("mine");
    assertThat(refusals.hear(new OtherRecord(mine, "a2"))).isEmpty();
    assertThat(refusals.hear(new OtherRecord(mine, "a2"))).as("the same again").isEmpty();
    assertThat(refusals.hear(new OtherRecord(mine, "a9"))).as("no acceptor of it").isEmpty();
    assertThat(refusals.hear(new OtherRecord(record("theirs"), "a3"))).as("another").isEmpty();
    assertThat(refusals.hear(new OtherRecord(mine, "a3"))).contains(Decision.ABORT);
  }

  /** What an acceptor says of a record follows from its own, be that known as yet or over. */
  @Test
  void comeFromAcceptorsThatAreBoundToAnother() {
    var self = new Member.Self("a2", 1, Timing.DEFAULT);
    var bound = Member.remembering(self, Memory.bound(record("theirs")));
    var vote = Map.of("rm1", Vote.prepared("held"));
    var mine = new Message.Phase2a(record("mine"), Ballot.ZERO, vote, "a1");
    var refused = new Effect.Send("rm1", new OtherRecord(record("mine"), "a2"));
    assertThat(bound.on(new Event.Received(mine, "rm1"), NOW).effects()).containsExactly(refused);
    assertThat(bound.on(new Event.Received(mine, "a1"), NOW).effects())
        .as("a leader that hears nothing asks the others")
        .isEmpty();
  }
}
