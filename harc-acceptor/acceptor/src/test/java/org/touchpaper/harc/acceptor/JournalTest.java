package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Tombstone;

/** What was appended is there when it is opened again, however a process died. */
class JournalTest extends JournalFixture {
  @Test
  void remembersTheLastOfEachTransaction() {
    try (var journal = open()) {
      journal.append(List.of(memory(1, false), memory(2, false)));
      journal.append(List.of(memory(1, true)));
    }
    assertThat(reopened()).containsExactly(memory(2, false));
    try (var journal = open()) {
      assertThat(journal.state().tombstones().find(memory(1, true).record().id()))
          .isEqualTo(Tombstone.of(memory(1, true), now));
    }
  }

  /** A process that was killed may have left whole frames that only the page cache has. */
  @Test
  void whatItReadsIsDurableBeforeItIsSpokenFrom() throws IOException {
    try (var journal = open()) {
      journal.append(List.of(memory(1, false)));
    }
    var whole = Files.size(file);
    var flushedAt = new ArrayList<Long>();
    Failpoints listening =
        (kind, _, what) -> {
          if (kind == Failpoints.Kind.FLUSHED && what.equals(Journal.OPENED)) {
            flushedAt.add(file.toFile().length());
          }
        };
    try (var journal = open(LARGE, listening)) {
      assertThat(flushedAt).as("nothing was torn").containsExactly(whole);
      assertThat(journal.state().memories()).containsExactly(memory(1, false));
    }
    var grown = Files.size(file);
    Files.write(file, new byte[] {0, 0, 0}, StandardOpenOption.APPEND);
    try (var _ = open(LARGE, listening)) {
      assertThat(flushedAt).as("flushed as it was cut").containsExactly(whole, grown);
    }
  }

  /** After a kill the file is longer than what is written in it; that is no torn end. */
  @Test
  void whatWasKeptFreeAheadIsNotTaken() throws IOException {
    byte[] asKilled;
    try (var journal = open()) {
      journal.append(List.of(memory(1, false)));
      asKilled = Files.readAllBytes(file);
      assertThat(asKilled.length).isGreaterThan((int) journal.length());
    }
    Files.write(file, asKilled);
    assertThat(reopened()).containsExactly(memory(1, false));
  }

  @Test
  void isWrittenAnewWhenMostOfItHasBeenSaidAgain() throws IOException {
    try (var journal = open(TINY, Failpoints.UNWATCHED)) {
      for (var round = 0; round < 200; round++) {
        journal.append(List.of(memory(1, false), memory(2, false)));
      }
      journal.append(List.of(memory(2, true)));
      assertThat(journal.length()).isLessThan(3 * TINY);
    }
    assertThat(reopened()).containsExactly(memory(1, false));
    try (var journal = open()) {
      assertThat(journal.state().tombstones().find(memory(2, true).record().id())).isNotNull();
    }
  }

  @Test
  void whatCannotBeCreatedIsRefused() throws IOException {
    var inTheWay = Files.writeString(data.resolve("file"), "");
    assertThatThrownBy(() -> Journal.initialise(inTheWay.resolve("below"), "acceptor-1", 1))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("cannot create");
  }

  @Test
  void isInitialisedOnce() {
    assertThatThrownBy(() -> Journal.initialise(data, "acceptor-1", 1))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("without --initialise");
    assertThat(reopened()).isEmpty();
  }

  @Test
  void belongsToOneAcceptorAndOneProcess() {
    assertThatThrownBy(() -> Journal.open(data, "acceptor-2", Failpoints.UNWATCHED, () -> now))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("acceptor-1");
    try (var _ = open()) {
      assertThatThrownBy(() -> open())
          .isInstanceOf(JournalRefused.class)
          .hasMessageContaining("in use");
    }
  }
}
