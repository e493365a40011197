package org.touchpaper.harc.acceptor.journal;

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
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.HardState;

/** A newly initialised journal, and entries for it. */
public abstract class JournalFixture {
  static final long LARGE = 1 << 20;

  public static final long TINY = 2000;

  public static final Tombstones.Retention RETENTION =
      new Tombstones.Retention(Duration.ofDays(20), Duration.ofDays(10));

  @TempDir Path data;

  Path file;

  public Instant now = Instant.parse("2026-12-01T20:00:00Z");

  @BeforeEach
  void initialise() {
    Journal.initialise(data, "acceptor-1", 3);
    file = data.resolve("journal");
  }

  public Journal open() {
    return open(LARGE, Failpoints.NONE);
  }

  public Journal open(long minBytes, Failpoints failpoints) {
    return open(failpoints, new CompactionPolicy(minBytes, 0, RETENTION, Runnable::run));
  }

  Journal open(Failpoints failpoints, CompactionPolicy policy) {
    return Journal.open(data, "acceptor-1", policy, failpoints, () -> now);
  }

  public static HardState hardState(int number, boolean decided) {
    var record =
        new TransactionRecord(
            new TransactionId("t." + number),
            List.of("rm-1", "rm-2"),
            List.of("acceptor-1", "acceptor-2", "acceptor-3"),
            "0".repeat(64),
            Instant.parse("2026-12-01T21:00:00.123456789Z"),
            3);
    var vote = Vote.prepared("reference €" + number);
    return new HardState(
        record,
        number % 2 == 0 ? null : "acceptor-2",
        new Ballot(number),
        Map.of("rm-1", new AcceptedVote(new Ballot(number), vote)),
        decided ? new DecisionRecord(Decision.ABORT, Map.of("rm-2", Vote.aborted(""))) : null,
        decided);
  }

  List<HardState> reopened() {
    try (var journal = open()) {
      assertThat(journal.state().identity().epoch()).isEqualTo(3);
      return new ArrayList<>(journal.state().hardStates());
    }
  }

  /** Appends until the file has been compacted. */
  void appendUntilCompacted(Journal journal) throws IOException {
    var before = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    while (before.equals(Files.readAttributes(file, BasicFileAttributes.class).fileKey())) {
      journal.append(List.of(hardState(1, false)));
    }
  }
}
