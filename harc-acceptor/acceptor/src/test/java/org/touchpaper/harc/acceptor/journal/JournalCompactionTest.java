package org.touchpaper.harc.acceptor.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.protocol.acceptor.Tombstone;

/**
 * Compaction of a journal in use. The tests run the compaction task explicitly, and append entries
 * while it runs.
 */
class JournalCompactionTest extends JournalFixture {
  /** More than one frame of the new file. */
  private static final int INITIAL_TRANSACTIONS = 1200;

  private final ArrayDeque<Runnable> writers = new ArrayDeque<>();
  private int appended;
  private boolean isWriting;
  private int copies;

  /** The files after a kill at some moment, and the number of entries appended by then. */
  private record CrashImage(String moment, Path directory, int appended) {
    Path journal() {
      return directory.resolve("journal");
    }

    Path compacted() {
      return directory.resolve("journal.new");
    }
  }

  @Test
  void aKillAtAnyMomentLeavesACompleteJournal() throws IOException {
    var images = new ArrayList<CrashImage>();
    Failpoints watching =
        (kind, _, detail) -> {
          if (detail.equals(Journal.COMPACTING) || detail.equals(Journal.RENAMED)) {
            images.add(copyAt(kind + " " + detail));
          }
        };
    var tombstone = Objects.requireNonNull(Tombstone.of(hardState(5000, true), now));
    try (var journal = open(appendingAtEachPart(watching), policy(0))) {
      journal.state().replaceByTombstone(tombstone);
      appendUntilCompactionIsDue(journal);
      runWriter();
      assertThat(compacted()).as("not in use before the next append").exists();
      append(journal);
      assertThat(compacted()).doesNotExist();
      append(journal);
      images.add(copyAt("after it"));
    }
    assertThat(images)
        .extracting(CrashImage::moment)
        .contains("WRITTEN renamed")
        .hasSizeGreaterThan(15);
    CrashImage durable = images.getFirst();
    for (var image : images) {
      if (image.moment().equals("FLUSHED compacting")) {
        durable = image;
      } else if (image.moment().equals("WRITTEN renamed")) {
        assertThat(image.journal())
            .as("durable before it is renamed")
            .hasSameBinaryContentAs(durable.compacted());
      }
    }
    for (var image : images) {
      try (var journal = open(image.directory())) {
        assertThat(journal.state().hardStates()).as(image.moment()).hasSize(image.appended());
        assertThat(image.compacted()).as("left by a crash").doesNotExist();
      }
    }
    try (var journal = open()) {
      assertThat(journal.state().tombstones().find(tombstone.id())).isEqualTo(tombstone);
    }
  }

  @Test
  void countsEntriesAsAReaderDoes() throws IOException {
    long entries;
    try (var journal = open(appendingAtEachPart(Failpoints.NONE), policy(0))) {
      appendUntilCompactionIsDue(journal);
      var before = journal.state().position().entries();
      runWriter();
      append(journal);
      entries = journal.state().position().entries();
      assertThat(entries).isGreaterThan(before);
    }
    try (var journal = open()) {
      assertThat(journal.state().position().entries()).isEqualTo(entries);
    }
  }

  /** Entries appended meanwhile are copied by the compaction, except for the last ones. */
  @Test
  void copiesALongTail() throws IOException {
    var tail = IntStream.range(10_000, 12_000).mapToObj(n -> hardState(n, false)).toList();
    Failpoints busy =
        (kind, _, detail) -> {
          if (kind == Failpoints.Kind.WRITING && detail.equals(Journal.COMPACTING)) {
            append(openJournal(), tail);
          }
        };
    try (var journal = open(busy, policy(0))) {
      appendUntilCompactionIsDue(journal);
      runWriter();
      append(journal);
      assertThat(journal.length()).isGreaterThan(400_000);
    }
    assertThat(reopened()).hasSize(appended);
  }

  /** A dropped transaction must not seem unknown while a million tombstones are checked. */
  @Test
  void refusesDroppedTransactionsAtAnyMoment() throws IOException {
    var tombstone = Objects.requireNonNull(Tombstone.of(hardState(5000, true), now));
    try (var journal = open(Failpoints.NONE, policy(0))) {
      var tombstones = journal.state().tombstones();
      tombstones.add(tombstone);
      now = now.plus(Duration.ofDays(30));
      appendUntilCompactionIsDue(journal);
      assertThat(tombstones.find(tombstone.id()))
          .as("not dropped by the appending thread")
          .isNotNull();
      runWriter();
      assertThat(tombstones.find(tombstone.id())).isNull();
      assertThat(tombstones.mayHaveDropped(JournalTombstonesTest.queryFor(hardState(5000, true))))
          .isTrue();
    }
  }

  /** Writing to /dev/full fails as on a full disk. */
  @Test
  void keepsTheOldFileWhileTheDiskIsFull() throws IOException {
    try (var journal = open(Failpoints.NONE, policy(0))) {
      appendUntilCompactionIsDue(journal);
      Files.createSymbolicLink(compacted(), Path.of("/dev/full"));
      assertNotReplaced(journal);
      appendUntilCompactionIsDue(journal);
      runWriter();
      var before = inode();
      append(journal);
      assertThat(inode()).as("compacted").isNotEqualTo(before);
    }
    assertThat(reopened()).hasSize(appended);
  }

  @Test
  void leavesDiskSpaceForVotes() throws IOException {
    try (var journal = open(Failpoints.NONE, policy(Long.MAX_VALUE))) {
      appendUntilCompactionIsDue(journal);
      assertNotReplaced(journal);
    }
    assertThat(reopened()).hasSize(appended);
  }

  private void assertNotReplaced(Journal journal) throws IOException {
    var before = inode();
    runWriter();
    append(journal);
    assertThat(compacted()).doesNotExist();
    assertThat(inode()).isEqualTo(before);
  }

  private Object inode() throws IOException {
    return Files.getAttribute(file, "unix:ino");
  }

  @Test
  void isCancelledWhenTheJournalIsClosed() throws Exception {
    var opened = open(Failpoints.NONE, policy(0));
    appendUntilCompactionIsDue(opened);
    var closing = Thread.ofVirtual().start(opened::close);
    runWriter();
    closing.join();
    assertThat(compacted()).doesNotExist();
    assertThat(reopened()).hasSize(appended);
  }

  private @Nullable Journal openJournal;

  private Journal openJournal() {
    return Objects.requireNonNull(openJournal);
  }

  private CompactionPolicy policy(long reservedBytes) {
    return new CompactionPolicy(200_000, reservedBytes, RETENTION, writers::add);
  }

  private Path compacted() {
    return data.resolve("journal.new");
  }

  /** Appends until a compaction is due. */
  private void appendUntilCompactionIsDue(Journal journal) {
    openJournal = journal;
    append(
        journal,
        IntStream.range(appended + 1, INITIAL_TRANSACTIONS)
            .mapToObj(n -> hardState(n, false))
            .toList());
    while (writers.isEmpty()) {
      append(journal);
    }
  }

  private void runWriter() {
    isWriting = true;
    writers.remove().run();
    isWriting = false;
  }

  private void append(Journal journal) {
    append(journal, List.of(hardState(appended + 1, false)));
  }

  /** Appends each transaction once, so that counts can be compared. */
  private void append(Journal journal, Collection<HardState> hardStates) {
    if (!hardStates.isEmpty()) {
      journal.append(hardStates);
      appended += hardStates.size();
    }
  }

  /** Appends an entry after each frame of the new file. */
  private Failpoints appendingAtEachPart(Failpoints first) {
    return (kind, transactionIds, detail) -> {
      first.pass(kind, transactionIds, detail);
      if (kind == Failpoints.Kind.WRITTEN && detail.equals(Journal.COMPACTING) && isWriting) {
        append(openJournal());
      }
    };
  }

  private CrashImage copyAt(String moment) {
    try {
      var copy = Files.createDirectory(data.resolve("left-" + copies++));
      for (var source : List.of(file, compacted())) {
        if (Files.exists(source)) {
          Files.copy(source, copy.resolve(source.getFileName()));
        }
      }
      return new CrashImage(moment, copy, appended);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Journal open(Path directory) {
    return Journal.open(directory, "acceptor-1", policy(0), Failpoints.NONE, () -> now);
  }
}
