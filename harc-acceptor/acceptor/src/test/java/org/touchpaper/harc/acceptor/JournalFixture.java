package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.commit.Accepted;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Verdict;
import org.touchpaper.harc.commit.Vote;

/** A journal that has just been initialised, and what is written to it. */
abstract class JournalFixture {
  static final long LARGE = 1 << 20;

  static final long TINY = 2000;

  static final Tombstones.Retention RETENTION =
      new Tombstones.Retention(Duration.ofDays(20), Duration.ofDays(10));

  @TempDir Path data;

  Path file;

  Instant now = Instant.parse("2026-12-01T20:00:00Z");

  @BeforeEach
  void initialise() {
    Journal.initialise(data, "acceptor-1", 3);
    file = data.resolve("journal");
  }

  Journal open() {
    return open(LARGE, Failpoints.UNWATCHED);
  }

  Journal open(long small, Failpoints failpoints) {
    return open(failpoints, new CompactionPolicy(small, 0, RETENTION, Runnable::run));
  }

  Journal open(Failpoints failpoints, CompactionPolicy policy) {
    return Journal.open(data, "acceptor-1", policy, failpoints, () -> now);
  }

  static Memory memory(int number, boolean decided) {
    var record =
        new TransactionRecord(
            new TransactionId("t." + number),
            List.of("rm-1", "rm-2"),
            List.of("acceptor-1", "acceptor-2", "acceptor-3"),
            "0".repeat(64),
            Instant.parse("2026-12-01T21:00:00.123456789Z"),
            3);
    var vote = Vote.prepared("reference €" + number);
    return new Memory(
        record,
        number % 2 == 0 ? null : "acceptor-2",
        new Ballot(number),
        Map.of("rm-1", new Accepted(new Ballot(number), vote)),
        decided ? new Verdict(Decision.ABORT, Map.of("rm-2", Vote.aborted(""))) : null,
        decided);
  }

  List<Memory> reopened() {
    try (var journal = open()) {
      assertThat(journal.state().incarnation().epoch()).isEqualTo(3);
      return new ArrayList<>(journal.state().memories());
    }
  }

  /** Appends until the file has been written anew. */
  void writeAnew(Journal journal) throws IOException {
    var before = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    while (before.equals(Files.readAttributes(file, BasicFileAttributes.class).fileKey())) {
      journal.append(List.of(memory(1, false)));
    }
  }
}
