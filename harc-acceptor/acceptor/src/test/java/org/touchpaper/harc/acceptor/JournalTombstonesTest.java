package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;

/** What is over stays as a tombstone, and for how long. */
class JournalTombstonesTest extends JournalFixture {
  @Test
  void whatIsOverBecomesATombstoneThatLosesItsNotesAndThenIsDropped() throws IOException {
    var over = memory(2, true);
    var id = over.record().id();
    var tombstone = Objects.requireNonNull(Tombstone.of(over, now));
    try (var journal = open(TINY, Failpoints.UNWATCHED)) {
      journal.append(List.of(over));
      journal.state().bury(tombstone);
      writeAnew(journal);
    }
    now = now.plus(Duration.ofDays(9));
    try (var journal = open(TINY, Failpoints.UNWATCHED)) {
      assertThat(journal.state().tombstones().find(id)).as("with its notes").isEqualTo(tombstone);
      now = now.plus(Duration.ofDays(2));
      writeAnew(journal);
    }
    try (var journal = open(TINY, Failpoints.UNWATCHED)) {
      assertThat(journal.state().tombstones().find(id)).isEqualTo(tombstone.withoutNotes());
      assertThat(journal.state().tombstones().mayHaveForgotten(asked(over))).isFalse();
      now = now.plus(Duration.ofDays(11));
      writeAnew(journal);
      assertThat(journal.state().tombstones().find(id)).isNull();
    }
    try (var journal = open()) {
      assertThat(journal.state().tombstones().find(id)).isNull();
      assertThat(journal.state().tombstones().mayHaveForgotten(asked(over))).isTrue();
    }
  }

  @Test
  void aTombstoneStaysUntilLongAfterVoteBy() throws IOException {
    var over = memory(2, true);
    try (var journal = open(TINY, Failpoints.UNWATCHED)) {
      journal.append(List.of(over));
      now = over.record().voteBy().minus(Duration.ofDays(100));
      journal.state().bury(Objects.requireNonNull(Tombstone.of(over, now)));
      now = now.plus(Duration.ofDays(110));
      writeAnew(journal);
      assertThat(journal.state().tombstones().find(over.record().id())).isNotNull();
      assertThat(journal.state().tombstones().mayHaveForgotten(asked(over))).isFalse();
    }
  }

  @Test
  void moreTombstonesThanOneFrameHoldsAreAllFoundAgain() throws IOException {
    var one = Objects.requireNonNull(Tombstone.of(memory(2, true), now)).withoutNotes();
    var ids = IntStream.range(0, 25_001).mapToObj(n -> new TransactionId("over." + n)).toList();
    try (var journal = open(TINY, Failpoints.UNWATCHED)) {
      journal.append(List.of(memory(2, true)));
      for (var id : ids) {
        journal
            .state()
            .bury(new Tombstone(id, one.fingerprint(), one.verdict(), one.voteBy(), one.since()));
      }
      writeAnew(journal);
    }
    try (var journal = open()) {
      assertThat(ids).allMatch(id -> journal.state().tombstones().find(id) != null);
    }
  }

  static Event asked(Memory memory) {
    return new Event.Asked(memory.record().id(), memory.record());
  }
}
