package org.touchpaper.harc.acceptor.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.OperatorOverride;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.Tombstone;

class InMemoryTombstoneCodecTest {
  private static final Instant END = Instant.parse("2026-12-01T21:00:00.123456789Z");
  private static final Map<String, Vote> VOTES =
      Map.of(
          "rm-network", Vote.prepared(""),
          "rm-newton", Vote.prepared("n".repeat(100_000) + "€"),
          "rm-store", Vote.aborted("it is full"));

  private final InMemoryTombstoneCodec codec = new InMemoryTombstoneCodec();

  private static Tombstone tombstone(String fingerprint, DecisionRecord decisionRecord) {
    return new Tombstone(
        new TransactionId("t.1"), fingerprint, decisionRecord, END, END.plusMillis(1));
  }

  @Test
  void encodesAllOfATombstone() {
    var override = new OperatorOverride("ada", "stuck since Monday", END);
    for (var fingerprint : List.of("0f".repeat(32), "0F".repeat(32), "", "abc", "ab".repeat(200))) {
      for (var decisionRecord :
          List.of(
              new DecisionRecord(Decision.ABORT, VOTES),
              new DecisionRecord(Decision.COMMIT, Map.of("rm-store", Vote.prepared(""))),
              new DecisionRecord(Decision.ABORT, Map.of()),
              new DecisionRecord(Decision.ABORT, VOTES, override),
              new DecisionRecord(Decision.COMMIT, VOTES, null, Map.of("rm-store", override)),
              new DecisionRecord(
                  Decision.ABORT,
                  Map.of(),
                  override,
                  Map.of("rm-a", override, "rm-b", override)))) {
        var tombstone = tombstone(fingerprint, decisionRecord);
        var encoded = codec.write(tombstone);
        assertThat(codec.read(tombstone.id(), encoded)).isEqualTo(tombstone);
      }
    }
  }

  @Test
  void encodesATombstoneWithoutNotesInFewBytes() {
    var tombstone =
        tombstone("0f".repeat(32), new DecisionRecord(Decision.ABORT, VOTES)).withoutNotes();
    assertThat(codec.write(tombstone)).hasSize(78);
  }
}
