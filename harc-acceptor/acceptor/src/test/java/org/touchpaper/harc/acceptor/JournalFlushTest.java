package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Memory;

/** A disk that fails to flush: what cannot be durable is not spoken of, and what is believed is. */
class JournalFlushTest extends JournalFixture {
  private static final List<Memory> FIRST = List.of(memory(1, false));
  private static final List<Memory> SECOND = List.of(memory(2, false));
  private static final List<Memory> BOTH = List.of(memory(1, false), memory(2, false));

  private ForgetfulDisk disk;

  @BeforeEach
  void onAForgetfulDisk() throws IOException {
    disk = new ForgetfulDisk(file);
  }

  private Journal openOnDisk() {
    var policy = new CompactionPolicy(LARGE, 0, RETENTION, Runnable::run);
    return Journal.open(data, "acceptor-1", policy, Failpoints.UNWATCHED, () -> now, disk);
  }

  /** One whose last append has failed, and which has been ended. */
  private void failToAppendTheSecond() {
    try (var journal = openOnDisk()) {
      journal.append(FIRST);
      disk.failOnce();
      assertThatThrownBy(() -> journal.append(SECOND))
          .isInstanceOf(JournalRefused.class)
          .hasMessageContaining("Input/output error");
    }
  }

  @Test
  void neverFlushesAgainWhatItFailedToFlush() {
    try (var journal = openOnDisk()) {
      journal.append(FIRST);
      disk.failOnce();
      assertThatThrownBy(() -> journal.append(SECOND)).isInstanceOf(JournalRefused.class);
      var flushes = disk.flushes();
      assertThatThrownBy(() -> journal.append(SECOND)).hasMessageContaining("an earlier failure");
      assertThatThrownBy(journal::writePeerMemories).hasMessageContaining("an earlier failure");
      assertThat(disk.flushes()).as("not asked again, it would say yes").isEqualTo(flushes);
    }
  }

  @Test
  void believesWhatAFailedFlushLeftInMemoryOnlyOnceItIsDurable() throws IOException {
    failToAppendTheSecond();
    try (var journal = openOnDisk()) {
      assertThat(journal.state().memories()).containsExactlyInAnyOrderElementsOf(BOTH);
      disk.cutPower();
    }
    assertThat(reopened()).containsExactlyInAnyOrderElementsOf(BOTH);
  }

  @Test
  void believesWhatAKilledProcessLeftInMemoryOnlyOnceItIsDurable() throws IOException {
    Failpoints killed =
        (kind, about, what) -> {
          if (kind == Failpoints.Kind.WRITTEN && about.contains(SECOND.getFirst().record().id())) {
            throw new IllegalStateException("killed");
          }
        };
    var policy = new CompactionPolicy(LARGE, 0, RETENTION, Runnable::run);
    try (var journal = Journal.open(data, "acceptor-1", policy, killed, () -> now, disk)) {
      journal.append(FIRST);
      assertThatThrownBy(() -> journal.append(SECOND)).hasMessage("killed");
    }
    disk.loseInSilence();
    try (var journal = openOnDisk()) {
      assertThat(journal.state().memories()).containsExactlyInAnyOrderElementsOf(BOTH);
      disk.cutPower();
    }
    assertThat(reopened()).containsExactlyInAnyOrderElementsOf(BOTH);
  }

  @Test
  void isNotOpenedOnADiskThatFailsAndIsTriedAnewByTheNext() throws IOException {
    failToAppendTheSecond();
    disk.failOnce();
    assertThatThrownBy(this::openOnDisk)
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("Input/output error");
    try (var journal = openOnDisk()) {
      assertThat(journal.state().memories()).containsExactlyInAnyOrderElementsOf(BOTH);
      disk.cutPower();
    }
    assertThat(reopened()).containsExactlyInAnyOrderElementsOf(BOTH);
  }

  @Test
  void losesWhatNobodyWasToldOfWhenThePowerGoesFirst() throws IOException {
    failToAppendTheSecond();
    disk.cutPower();
    assertThat(reopened()).containsExactlyElementsOf(FIRST);
  }
}
