package org.touchpaper.harc.acceptor.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.acceptor.HardState;

/** Failed flushes: entries are used only once they are durable. */
class JournalFlushTest extends JournalFixture {
  private static final List<HardState> FIRST = List.of(hardState(1, false));
  private static final List<HardState> SECOND = List.of(hardState(2, false));
  private static final List<HardState> BOTH = List.of(hardState(1, false), hardState(2, false));

  private PowerLossDisk disk;

  @BeforeEach
  void createDisk() throws IOException {
    disk = new PowerLossDisk(file);
  }

  private Journal openOnDisk() {
    var policy = new CompactionPolicy(LARGE, 0, RETENTION, Runnable::run);
    return Journal.open(data, "acceptor-1", policy, Failpoints.NONE, () -> now, disk);
  }

  /** Closes a journal after its last append failed. */
  private void failToAppendSecond() {
    try (var journal = openOnDisk()) {
      journal.append(FIRST);
      disk.failOnce();
      assertThatThrownBy(() -> journal.append(SECOND))
          .isInstanceOf(UnusableJournalException.class)
          .hasMessageContaining("Input/output error");
    }
  }

  @Test
  void doesNotRetryAFailedFlush() {
    try (var journal = openOnDisk()) {
      journal.append(FIRST);
      disk.failOnce();
      assertThatThrownBy(() -> journal.append(SECOND)).isInstanceOf(UnusableJournalException.class);
      var flushes = disk.flushes();
      assertThatThrownBy(() -> journal.append(SECOND)).hasMessageContaining("an earlier failure");
      assertThatThrownBy(journal::writePeerJournals).hasMessageContaining("an earlier failure");
      assertThat(disk.flushes()).as("not retried: it would succeed").isEqualTo(flushes);
    }
  }

  @Test
  void makesAnEntryDurableThatAFailedFlushLeftInTheCache() throws IOException {
    failToAppendSecond();
    try (var journal = openOnDisk()) {
      assertThat(journal.state().hardStates()).containsExactlyInAnyOrderElementsOf(BOTH);
      disk.cutPower();
    }
    assertThat(reopened()).containsExactlyInAnyOrderElementsOf(BOTH);
  }

  @Test
  void makesAnEntryDurableThatAKilledProcessLeftInTheCache() throws IOException {
    Failpoints killed =
        (kind, transactionIds, detail) -> {
          if (kind == Failpoints.Kind.WRITTEN
              && transactionIds.contains(SECOND.getFirst().record().id())) {
            throw new IllegalStateException("killed");
          }
        };
    var policy = new CompactionPolicy(LARGE, 0, RETENTION, Runnable::run);
    try (var journal = Journal.open(data, "acceptor-1", policy, killed, () -> now, disk)) {
      journal.append(FIRST);
      assertThatThrownBy(() -> journal.append(SECOND)).hasMessage("killed");
    }
    disk.loseUnflushedSilently();
    try (var journal = openOnDisk()) {
      assertThat(journal.state().hardStates()).containsExactlyInAnyOrderElementsOf(BOTH);
      disk.cutPower();
    }
    assertThat(reopened()).containsExactlyInAnyOrderElementsOf(BOTH);
  }

  @Test
  void doesNotOpenWhileTheDiskFails() throws IOException {
    failToAppendSecond();
    disk.failOnce();
    assertThatThrownBy(this::openOnDisk)
        .isInstanceOf(UnusableJournalException.class)
        .hasMessageContaining("Input/output error");
    try (var journal = openOnDisk()) {
      assertThat(journal.state().hardStates()).containsExactlyInAnyOrderElementsOf(BOTH);
      disk.cutPower();
    }
    assertThat(reopened()).containsExactlyInAnyOrderElementsOf(BOTH);
  }

  @Test
  void losesAnUnflushedEntryInAPowerFailure() throws IOException {
    failToAppendSecond();
    disk.cutPower();
    assertThat(reopened()).containsExactlyElementsOf(FIRST);
  }
}
