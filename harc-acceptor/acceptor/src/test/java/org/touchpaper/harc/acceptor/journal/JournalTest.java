package org.touchpaper.harc.acceptor.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.acceptor.Tombstone;

/** Entries are kept across restarts and crashes. */
class JournalTest extends JournalFixture {
  @Test
  void keepsTheLatestEntryOfEachTransaction() {
    try (var journal = open()) {
      journal.append(List.of(hardState(1, false), hardState(2, false)));
      journal.append(List.of(hardState(1, true)));
    }
    assertThat(reopened()).containsExactly(hardState(2, false));
    try (var journal = open()) {
      assertThat(journal.state().tombstones().find(hardState(1, true).record().id()))
          .isEqualTo(Tombstone.of(hardState(1, true), now));
    }
  }

  /** A killed process may leave complete frames in the page cache only. */
  @Test
  void flushesWhatItReadsBeforeUse() throws IOException {
    try (var journal = open()) {
      journal.append(List.of(hardState(1, false)));
    }
    var intactLength = Files.size(file);
    var flushedAt = new ArrayList<Long>();
    Failpoints listening =
        (kind, _, detail) -> {
          if (kind == Failpoints.Kind.FLUSHED && detail.equals(Journal.OPENED)) {
            flushedAt.add(file.toFile().length());
          }
        };
    try (var journal = open(LARGE, listening)) {
      assertThat(flushedAt).as("nothing was torn").containsExactly(intactLength);
      assertThat(journal.state().hardStates()).containsExactly(hardState(1, false));
    }
    var grown = Files.size(file);
    Files.write(file, new byte[] {0, 0, 0}, StandardOpenOption.APPEND);
    try (var _ = open(LARGE, listening)) {
      assertThat(flushedAt).as("flushed after truncation").containsExactly(intactLength, grown);
    }
  }

  /** After a kill the preallocated part remains; it is not a torn frame. */
  @Test
  void ignoresThePreallocatedPart() throws IOException {
    byte[] asKilled;
    try (var journal = open()) {
      journal.append(List.of(hardState(1, false)));
      asKilled = Files.readAllBytes(file);
      assertThat(asKilled.length).isGreaterThan((int) journal.length());
    }
    Files.write(file, asKilled);
    assertThat(reopened()).containsExactly(hardState(1, false));
  }

  @Test
  void isCompactedWhenMostEntriesAreObsolete() throws IOException {
    try (var journal = open(TINY, Failpoints.NONE)) {
      for (var round = 0; round < 200; round++) {
        journal.append(List.of(hardState(1, false), hardState(2, false)));
      }
      journal.append(List.of(hardState(2, true)));
      assertThat(journal.length()).isLessThan(3 * TINY);
    }
    assertThat(reopened()).containsExactly(hardState(1, false));
    try (var journal = open()) {
      assertThat(journal.state().tombstones().find(hardState(2, true).record().id())).isNotNull();
    }
  }

  @Test
  void reportsAJournalThatCannotBeCreated() throws IOException {
    var regularFile = Files.writeString(data.resolve("file"), "");
    assertThatThrownBy(() -> Journal.initialise(regularFile.resolve("below"), "acceptor-1", 1))
        .isInstanceOf(UnusableJournalException.class)
        .hasMessageContaining("cannot create");
  }

  @Test
  void isInitialisedOnce() {
    assertThatThrownBy(() -> Journal.initialise(data, "acceptor-1", 1))
        .isInstanceOf(UnusableJournalException.class)
        .hasMessageContaining("without --initialise");
    assertThat(reopened()).isEmpty();
  }

  @Test
  void belongsToOneAcceptorAndOneProcess() {
    assertThatThrownBy(() -> Journal.open(data, "acceptor-2", Failpoints.NONE, () -> now))
        .isInstanceOf(UnusableJournalException.class)
        .hasMessageContaining("acceptor-1");
    try (var _ = open()) {
      assertThatThrownBy(() -> open())
          .isInstanceOf(UnusableJournalException.class)
          .hasMessageContaining("in use");
    }
  }
}
