package org.touchpaper.harc.acceptor;

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
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Tombstone;

/**
 * A long journal is written anew beside itself while it goes on. What writes it is a task that
 * these tests run when they like, and in whose middle they append.
 */
class JournalCompactionTest extends JournalFixture {
  /** More than one part of the new file. */
  private static final int MANY = 1200;

  private final ArrayDeque<Runnable> writers = new ArrayDeque<>();
  private int appended;
  private boolean isWriting;
  private int copies;

  /** What a kill at some moment leaves, and how much was appended by then. */
  private record Left(String moment, Path directory, int appended) {
    Path journal() {
      return directory.resolve("journal");
    }

    Path compacted() {
      return directory.resolve("journal.new");
    }
  }

  @Test
  void aKillAtAnyMomentOfItLeavesAWholeJournal() throws IOException {
    var all = new ArrayList<Left>();
    Failpoints watching =
        (kind, _, what) -> {
          if (what.equals(Journal.ANEW) || what.equals(Journal.RENAMED)) {
            all.add(left(kind + " " + what));
          }
        };
    var over = Objects.requireNonNull(Tombstone.of(memory(5000, true), now));
    try (var journal = open(appendingAtEachPart(watching), policy(0))) {
      journal.state().bury(over);
      fill(journal);
      runWriter();
      assertThat(compacted()).as("not in use before something is appended").exists();
      append(journal);
      assertThat(compacted()).doesNotExist();
      append(journal);
      all.add(left("after it"));
    }
    assertThat(all).extracting(Left::moment).contains("WRITTEN renamed").hasSizeGreaterThan(15);
    Left durable = all.getFirst();
    for (var each : all) {
      if (each.moment().equals("FLUSHED anew")) {
        durable = each;
      } else if (each.moment().equals("WRITTEN renamed")) {
        assertThat(each.journal())
            .as("durable before it is renamed")
            .hasSameBinaryContentAs(durable.compacted());
      }
    }
    for (var each : all) {
      try (var journal = open(each.directory())) {
        assertThat(journal.state().memories()).as(each.moment()).hasSize(each.appended());
        assertThat(each.compacted()).as("what a crash left").doesNotExist();
      }
    }
    try (var journal = open()) {
      assertThat(journal.state().tombstones().find(over.id())).isEqualTo(over);
    }
  }

  @Test
  void countsItsEntriesAsWhoeverReadsItWill() throws IOException {
    long entries;
    try (var journal = open(appendingAtEachPart(Failpoints.UNWATCHED), policy(0))) {
      fill(journal);
      var before = journal.state().extent().entries();
      runWriter();
      append(journal);
      entries = journal.state().extent().entries();
      assertThat(entries).isGreaterThan(before);
    }
    try (var journal = open()) {
      assertThat(journal.state().extent().entries()).isEqualTo(entries);
    }
  }

  /** What was appended while it was written is added by the writer, but for the last of it. */
  @Test
  void aLongTailIsAddedToo() throws IOException {
    var tail = IntStream.range(10_000, 12_000).mapToObj(n -> memory(n, false)).toList();
    Failpoints busy =
        (kind, _, what) -> {
          if (kind == Failpoints.Kind.WRITING && what.equals(Journal.ANEW)) {
            append(opened(), tail);
          }
        };
    try (var journal = open(busy, policy(0))) {
      fill(journal);
      runWriter();
      append(journal);
      assertThat(journal.length()).isGreaterThan(400_000);
    }
    assertThat(reopened()).hasSize(appended);
  }

  /** While a million tombstones are looked through, what is dropped must not seem unknown. */
  @Test
  void whatIsDroppedMeanwhileIsRefusedAtAnyMoment() throws IOException {
    var over = Objects.requireNonNull(Tombstone.of(memory(5000, true), now));
    try (var journal = open(Failpoints.UNWATCHED, policy(0))) {
      var tombstones = journal.state().tombstones();
      tombstones.bury(over);
      now = now.plus(Duration.ofDays(30));
      fill(journal);
      assertThat(tombstones.find(over.id())).as("not on the loop's thread").isNotNull();
      runWriter();
      assertThat(tombstones.find(over.id())).isNull();
      assertThat(tombstones.mayHaveForgotten(JournalTombstonesTest.asked(memory(5000, true))))
          .isTrue();
    }
  }

  /** Linux has a file for every full disk. */
  @Test
  void aFullDiskLeavesTheOldFileInUseUntilThereIsRoom() throws IOException {
    try (var journal = open(Failpoints.UNWATCHED, policy(0))) {
      fill(journal);
      Files.createSymbolicLink(compacted(), Path.of("/dev/full"));
      growsOn(journal);
      fill(journal);
      runWriter();
      var before = inode();
      append(journal);
      assertThat(inode()).as("written anew").isNotEqualTo(before);
    }
    assertThat(reopened()).hasSize(appended);
  }

  @Test
  void doesNotTakeTheRoomThatVotesNeed() throws IOException {
    try (var journal = open(Failpoints.UNWATCHED, policy(Long.MAX_VALUE))) {
      fill(journal);
      growsOn(journal);
    }
    assertThat(reopened()).hasSize(appended);
  }

  private void growsOn(Journal journal) throws IOException {
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
  void isCalledOffWhenTheJournalIsClosed() throws Exception {
    var opened = open(Failpoints.UNWATCHED, policy(0));
    fill(opened);
    var closing = Thread.ofVirtual().start(opened::close);
    runWriter();
    closing.join();
    assertThat(compacted()).doesNotExist();
    assertThat(reopened()).hasSize(appended);
  }

  private @Nullable Journal opened;

  private Journal opened() {
    return Objects.requireNonNull(opened);
  }

  private CompactionPolicy policy(long spare) {
    return new CompactionPolicy(200_000, spare, RETENTION, writers::add);
  }

  private Path compacted() {
    return data.resolve("journal.new");
  }

  /** Appends until another file is to be written. */
  private void fill(Journal journal) {
    opened = journal;
    append(journal, IntStream.range(appended + 1, MANY).mapToObj(n -> memory(n, false)).toList());
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
    append(journal, List.of(memory(appended + 1, false)));
  }

  /** Each transaction once, so that their number says what is there. */
  private void append(Journal journal, Collection<Memory> memories) {
    if (!memories.isEmpty()) {
      journal.append(memories);
      appended += memories.size();
    }
  }

  /** Something is appended between any two parts of the new file. */
  private Failpoints appendingAtEachPart(Failpoints first) {
    return (kind, about, what) -> {
      first.pass(kind, about, what);
      if (kind == Failpoints.Kind.WRITTEN && what.equals(Journal.ANEW) && isWriting) {
        append(opened());
      }
    };
  }

  private Left left(String moment) {
    try {
      var copy = Files.createDirectory(data.resolve("left-" + copies++));
      for (var each : List.of(file, compacted())) {
        if (Files.exists(each)) {
          Files.copy(each, copy.resolve(each.getFileName()));
        }
      }
      return new Left(moment, copy, appended);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Journal open(Path directory) {
    return Journal.open(directory, "acceptor-1", policy(0), Failpoints.UNWATCHED, () -> now);
  }
}
