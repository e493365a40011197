package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Force;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Verdict;
import org.touchpaper.harc.commit.Vote;

class TombstoneCodecTest {
  private static final Instant END = Instant.parse("2026-12-01T21:00:00.123456789Z");
  private static final Map<String, Vote> VOTES =
      Map.of(
          "rm-network", Vote.prepared(""),
          "rm-newton", Vote.prepared("n".repeat(100_000) + "€"),
          "rm-store", Vote.aborted("it is full"));

  private final TombstoneCodec codec = new TombstoneCodec();

  private static Tombstone tombstone(String fingerprint, Verdict verdict) {
    return new Tombstone(new TransactionId("t.1"), fingerprint, verdict, END, END.plusMillis(1));
  }

  @Test
  void sayAllThatATombstoneSays() {
    var force = new Force("ada", "stuck since Monday", END);
    for (var fingerprint : List.of("0f".repeat(32), "0F".repeat(32), "", "abc", "ab".repeat(200))) {
      for (var verdict :
          List.of(
              new Verdict(Decision.ABORT, VOTES),
              new Verdict(Decision.COMMIT, Map.of("rm-store", Vote.prepared(""))),
              new Verdict(Decision.ABORT, Map.of()),
              new Verdict(Decision.ABORT, VOTES, force),
              new Verdict(Decision.COMMIT, VOTES, null, Map.of("rm-store", force)),
              new Verdict(Decision.ABORT, Map.of(), force, Map.of("rm-a", force, "rm-b", force)))) {
        var tombstone = tombstone(fingerprint, verdict);
        var encoded = codec.write(tombstone);
        assertThat(codec.read(tombstone.id(), encoded)).isEqualTo(tombstone);
      }
    }
  }

  @Test
  void takeFewBytesWhenTheNotesAreGone() {
    var bare = tombstone("0f".repeat(32), new Verdict(Decision.ABORT, VOTES)).withoutNotes();
    assertThat(codec.write(bare)).hasSize(78);
  }
}
