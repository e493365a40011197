package org.touchpaper.harc.acceptor.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.protocol.acceptor.Tombstone;

/** The retention of tombstones. */
class JournalTombstonesTest extends JournalFixture {
  @Test
  void aTombstoneLosesItsNotesAndIsDroppedLater() throws IOException {
    var hardState = hardState(2, true);
    var id = hardState.record().id();
    var tombstone = Objects.requireNonNull(Tombstone.of(hardState, now));
    try (var journal = open(TINY, Failpoints.NONE)) {
      journal.append(List.of(hardState));
      journal.state().replaceByTombstone(tombstone);
      appendUntilCompacted(journal);
    }
    now = now.plus(Duration.ofDays(9));
    try (var journal = open(TINY, Failpoints.NONE)) {
      assertThat(journal.state().tombstones().find(id)).as("with its notes").isEqualTo(tombstone);
      now = now.plus(Duration.ofDays(2));
      appendUntilCompacted(journal);
    }
    try (var journal = open(TINY, Failpoints.NONE)) {
      assertThat(journal.state().tombstones().find(id)).isEqualTo(tombstone.withoutNotes());
      assertThat(journal.state().tombstones().mayHaveDropped(queryFor(hardState))).isFalse();
      now = now.plus(Duration.ofDays(11));
      appendUntilCompacted(journal);
      assertThat(journal.state().tombstones().find(id)).isNull();
    }
    try (var journal = open()) {
      assertThat(journal.state().tombstones().find(id)).isNull();
      assertThat(journal.state().tombstones().mayHaveDropped(queryFor(hardState))).isTrue();
    }
  }

  @Test
  void keepsATombstoneUntilLongAfterVoteBy() throws IOException {
    var hardState = hardState(2, true);
    try (var journal = open(TINY, Failpoints.NONE)) {
      journal.append(List.of(hardState));
      now = hardState.record().voteBy().minus(Duration.ofDays(100));
      journal.state().replaceByTombstone(Objects.requireNonNull(Tombstone.of(hardState, now)));
      now = now.plus(Duration.ofDays(110));
      appendUntilCompacted(journal);
      assertThat(journal.state().tombstones().find(hardState.record().id())).isNotNull();
      assertThat(journal.state().tombstones().mayHaveDropped(queryFor(hardState))).isFalse();
    }
  }

  @Test
  void writesTombstonesAsSeveralFrames() throws IOException {
    var tombstone = Objects.requireNonNull(Tombstone.of(hardState(2, true), now)).withoutNotes();
    var ids = IntStream.range(0, 25_001).mapToObj(n -> new TransactionId("over." + n)).toList();
    try (var journal = open(TINY, Failpoints.NONE)) {
      journal.append(List.of(hardState(2, true)));
      for (var id : ids) {
        journal
            .state()
            .replaceByTombstone(
                new Tombstone(
                    id,
                    tombstone.fingerprint(),
                    tombstone.decisionRecord(),
                    tombstone.voteBy(),
                    tombstone.completedAt()));
      }
      appendUntilCompacted(journal);
    }
    try (var journal = open()) {
      assertThat(ids).allMatch(id -> journal.state().tombstones().find(id) != null);
    }
  }

  static AcceptorEvent queryFor(HardState hardState) {
    return new AcceptorEvent.OutcomeQueried(hardState.record().id(), hardState.record());
  }
}
