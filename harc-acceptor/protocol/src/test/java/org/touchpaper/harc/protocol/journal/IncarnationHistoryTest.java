package org.touchpaper.harc.protocol.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A journal with ten entries in its first incarnation and five in its second. */
class IncarnationHistoryTest {
  private static final IncarnationHistory HISTORY =
      IncarnationHistory.NONE
          .with(new JournalPosition("first", 0))
          .with(new JournalPosition("second", 10));

  @Test
  void coversPositionsOfEachIncarnation() {
    assertThat(HISTORY.covers(JournalPosition.NONE, 15)).isTrue();
    assertThat(HISTORY.covers(new JournalPosition("first", 3), 15)).isTrue();
    assertThat(HISTORY.covers(new JournalPosition("first", 10), 15)).isTrue();
    assertThat(HISTORY.covers(new JournalPosition("second", 15), 15)).isTrue();
  }

  @Test
  void aRestoredCopyDoesNotCoverLaterEntriesHoweverMuchItGrows() {
    assertThat(HISTORY.covers(new JournalPosition("first", 11), 15)).isFalse();
    assertThat(HISTORY.covers(new JournalPosition("first", 11), 1_000_000)).isFalse();
    assertThat(HISTORY.covers(new JournalPosition("second", 16), 15)).isFalse();
  }

  @Test
  void doesNotCoverAnUnknownIncarnation() {
    assertThat(HISTORY.covers(new JournalPosition("third", 1), 15)).isFalse();
    assertThat(IncarnationHistory.NONE.covers(new JournalPosition("first", 0), 0)).isFalse();
  }

  @Test
  void onlyTheFirstIncarnationCannotBeACopy() {
    assertThat(IncarnationHistory.NONE.with(new JournalPosition("first", 0)).isFirstIncarnation())
        .isTrue();
    assertThat(HISTORY.isFirstIncarnation()).isFalse();
  }

  @Test
  void refusesInvalidPositions() {
    assertThatThrownBy(() -> new JournalPosition("a b", 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new JournalPosition("a", -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
