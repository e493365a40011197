package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.harc.commit.Accepted;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Verdict;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.stream.Incarnation;

class JournalTest {
  private static final long LARGE = 1 << 20;
  private static final long TINY = 2000;
  private static final Graveyard.Retention RETENTION =
      new Graveyard.Retention(Duration.ofDays(20), Duration.ofDays(10));

  @TempDir Path data;
  private Path file;
  private Instant now = Instant.parse("2026-12-01T20:00:00Z");

  @BeforeEach
  void initialise() {
    Journal.initialise(data, "acceptor-1", 3);
    file = data.resolve("journal");
  }

  private Journal open() {
    return open(LARGE, Milestones.UNWATCHED);
  }

  private Journal open(long small, Milestones milestones) {
    return Journal.open(data, "acceptor-1", small, milestones, RETENTION, () -> now);
  }

  private static Memory memory(int number, boolean decided) {
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

  private List<Memory> reopened() {
    try (var journal = open()) {
      assertThat(journal.recollection().incarnation().epoch()).isEqualTo(3);
      return new ArrayList<>(journal.recollection().memories());
    }
  }

  @Test
  void remembersTheLastOfEachTransaction() {
    try (var journal = open()) {
      journal.append(List.of(memory(1, false), memory(2, false)));
      journal.append(List.of(memory(1, true)));
    }
    assertThat(reopened()).containsExactly(memory(2, false));
    try (var journal = open()) {
      assertThat(journal.recollection().graves().find(memory(1, true).record().id()))
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
    Milestones listening =
        (kind, _, what) -> {
          if (kind == Milestones.Kind.FLUSHED && what.equals(Journal.OPENED)) {
            flushedAt.add(file.toFile().length());
          }
        };
    try (var journal = open(LARGE, listening)) {
      assertThat(flushedAt).as("nothing was torn").containsExactly(whole);
      assertThat(journal.recollection().memories()).containsExactly(memory(1, false));
    }
    Files.write(file, new byte[] {0, 0, 0}, StandardOpenOption.APPEND);
    try (var _ = open(LARGE, listening)) {
      assertThat(flushedAt).as("flushed as it was cut").containsExactly(whole, whole);
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

  /** A tear lies within one write; rot may lie anywhere, and take flushed frames with it. */
  @Test
  void whatLiesBeyondAnyWriteThatCanBeTornIsDamage() throws IOException {
    byte[] asKilled;
    int end;
    try (var journal = open()) {
      journal.append(List.of(memory(1, false)));
      asKilled = Files.readAllBytes(file);
      end = (int) journal.length();
    }
    var torn = asKilled.clone();
    torn[end + 100_000] = 7;
    Files.write(file, torn);
    assertThat(reopened()).containsExactly(memory(1, false));
    var rotten = asKilled.clone();
    rotten[asKilled.length - 1000] = 7;
    Files.write(file, rotten);
    assertThatThrownBy(this::reopened)
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("damaged");
  }

  /** Its head is on the disk before the rest, so that its end is known wherever it is torn. */
  @Test
  void aLongWriteMayBeTornAnywhereToo() throws IOException {
    byte[] asKilled;
    int begin;
    int end;
    try (var journal = open()) {
      journal.append(List.of(memory(1, false)));
      begin = (int) journal.length();
      var before = journal.flushes();
      journal.append(IntStream.range(100, 2000).mapToObj(n -> memory(n, false)).toList());
      assertThat(journal.flushes() - before).as("head, rest").isEqualTo(2);
      asKilled = Files.readAllBytes(file);
      end = (int) journal.length();
    }
    assertThat(end - begin).isGreaterThan(400_000);
    var torn = asKilled.clone();
    Arrays.fill(torn, begin + 12, end - 10, (byte) 0);
    Files.write(file, torn);
    assertThat(reopened()).containsExactly(memory(1, false));
    torn[end + 1] = 7;
    Files.write(file, torn);
    assertThatThrownBy(this::reopened).isInstanceOf(JournalRefused.class);
    Files.write(file, asKilled);
    assertThat(reopened()).hasSize(1901);
  }

  /** As a build wrote it that had neither. */
  @Test
  void givesAnOlderJournalAMemoryOfItsOwnAndADate() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var identity = new DataOutputStream(bytes);
    identity.writeInt(2);
    identity.writeUTF("acceptor-1");
    identity.writeInt(3);
    var dated = MemoryCodec.write(List.of(memory(1, false)), _ -> Instant.EPOCH);
    var undated = Arrays.copyOf(dated, dated.length - 4 - Instant.EPOCH.toString().length());
    try (var out = Files.newOutputStream(file)) {
      out.write(Frames.frame(bytes.toByteArray()).array());
      out.write(Frames.frame(undated).array());
    }
    var began = now;
    Incarnation incarnation;
    try (var journal = open()) {
      incarnation = journal.recollection().incarnation();
      assertThat(incarnation.memory()).isNotEmpty();
      journal.append(List.of(memory(2, false)));
    }
    now = now.plus(Duration.ofDays(1));
    try (var journal = open()) {
      assertThat(journal.recollection().incarnation()).isEqualTo(incarnation);
      journal.append(List.of(memory(1, false), memory(3, false)));
      for (var n : List.of(1, 2)) {
        assertThat(journal.recollection().since(new TransactionId("t." + n))).contains(began);
      }
      assertThat(journal.recollection().since(new TransactionId("t.3"))).contains(now);
    }
  }

  @Test
  void remembersWhichMemoryOthersSpokeFrom() throws IOException {
    var first = new Incarnation(1, "first");
    try (var journal = open(TINY, Milestones.UNWATCHED)) {
      journal.meet("acceptor-2", first);
      writeAnew(journal);
    }
    try (var journal = open()) {
      var known = journal.recollection().acquaintances();
      for (var time = 0; time < 2; time++) {
        assertThat(known.isNew("acceptor-2", first)).isFalse();
        assertThat(known.objection("acceptor-2", first)).isNull();
        assertThat(known.objection("acceptor-2", new Incarnation(1, "second")))
            .contains("acceptor-2 speaks from another memory", "--initialise --epoch 2");
        assertThat(known.objection("acceptor-2", Incarnation.NONE)).isNotNull();
        assertThat(known.objection("acceptor-3", Incarnation.NONE)).isNull();
      }
      var next = new Incarnation(2, "third");
      assertThat(known.objection("acceptor-2", next)).isNull();
      journal.meet("acceptor-2", next);
      assertThat(known.objection("acceptor-2", first)).contains("--epoch 3");
    }
  }

  @Test
  void aTornEndIsCutWhereverItIsTorn() throws IOException {
    var lengths = new ArrayList<Long>();
    try (var journal = open()) {
      lengths.add(journal.length());
      for (var i = 1; i <= 2; i++) {
        journal.append(List.of(memory(i, false)));
        lengths.add(journal.length());
      }
    }
    var whole = Files.readAllBytes(file);
    for (var cut = (int) (long) lengths.getFirst(); cut < whole.length; cut++) {
      Files.write(file, Arrays.copyOf(whole, cut));
      var end = cut;
      var left = lengths.stream().filter(length -> length <= end).count() - 1;
      assertThat(reopened()).as("cut at %s", cut).hasSize((int) left);
      if (cut % 11 == 0) {
        try (var journal = open()) {
          journal.append(List.of(memory(9, false)));
        }
        assertThat(reopened()).as("cut at %s", cut).hasSize((int) left + 1);
      }
    }
  }

  @Test
  void aDamagedMiddleIsRefusedWhereverItIs() throws IOException {
    long lastFrame;
    try (var journal = open()) {
      journal.append(List.of(memory(1, false)));
      lastFrame = journal.length();
      journal.append(List.of(memory(2, false)));
    }
    var whole = Files.readAllBytes(file);
    for (var at = 0; at < lastFrame; at++) {
      var damaged = whole.clone();
      damaged[at] ^= 0x40;
      Files.write(file, damaged);
      assertThatThrownBy(this::reopened).as("damaged at %s", at).isInstanceOf(JournalRefused.class);
      assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
    }
  }

  @Test
  void isWrittenAnewWhenMostOfItHasBeenSaidAgain() throws IOException {
    try (var journal = open(TINY, Milestones.UNWATCHED)) {
      for (var round = 0; round < 200; round++) {
        journal.append(List.of(memory(1, false), memory(2, false)));
      }
      journal.append(List.of(memory(2, true)));
      assertThat(journal.length()).isLessThan(3 * TINY);
    }
    assertThat(reopened()).containsExactly(memory(1, false));
    try (var journal = open()) {
      assertThat(journal.recollection().graves().find(memory(2, true).record().id())).isNotNull();
    }
  }

  /** Appends until the file has been written anew. */
  private void writeAnew(Journal journal) throws IOException {
    var before = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    while (before.equals(Files.readAttributes(file, BasicFileAttributes.class).fileKey())) {
      journal.append(List.of(memory(1, false)));
    }
  }

  @Test
  void whatIsOverBecomesATombstoneThatLosesItsNotesAndThenIsDropped() throws IOException {
    var over = memory(2, true);
    var id = over.record().id();
    var tombstone = Objects.requireNonNull(Tombstone.of(over, now));
    try (var journal = open(TINY, Milestones.UNWATCHED)) {
      journal.append(List.of(over));
      journal.recollection().bury(tombstone);
      writeAnew(journal);
    }
    now = now.plus(Duration.ofDays(9));
    try (var journal = open(TINY, Milestones.UNWATCHED)) {
      assertThat(journal.recollection().graves().find(id))
          .as("with its notes")
          .isEqualTo(tombstone);
      now = now.plus(Duration.ofDays(2));
      writeAnew(journal);
    }
    try (var journal = open(TINY, Milestones.UNWATCHED)) {
      assertThat(journal.recollection().graves().find(id)).isEqualTo(tombstone.withoutNotes());
      assertThat(journal.recollection().graves().mayHaveForgotten(asked(over))).isFalse();
      now = now.plus(Duration.ofDays(11));
      writeAnew(journal);
      assertThat(journal.recollection().graves().find(id)).isNull();
    }
    try (var journal = open()) {
      assertThat(journal.recollection().graves().find(id)).isNull();
      assertThat(journal.recollection().graves().mayHaveForgotten(asked(over))).isTrue();
    }
  }

  @Test
  void aTombstoneStaysUntilLongAfterVoteBy() throws IOException {
    var over = memory(2, true);
    try (var journal = open(TINY, Milestones.UNWATCHED)) {
      journal.append(List.of(over));
      now = over.record().voteBy().minus(Duration.ofDays(100));
      journal.recollection().bury(Objects.requireNonNull(Tombstone.of(over, now)));
      now = now.plus(Duration.ofDays(110));
      writeAnew(journal);
      assertThat(journal.recollection().graves().find(over.record().id())).isNotNull();
      assertThat(journal.recollection().graves().mayHaveForgotten(asked(over))).isFalse();
    }
  }

  @Test
  void moreTombstonesThanOneFrameHoldsAreAllFoundAgain() throws IOException {
    var one = Objects.requireNonNull(Tombstone.of(memory(2, true), now)).withoutNotes();
    var ids = IntStream.range(0, 25_001).mapToObj(n -> new TransactionId("over." + n)).toList();
    try (var journal = open(TINY, Milestones.UNWATCHED)) {
      journal.append(List.of(memory(2, true)));
      for (var id : ids) {
        journal
            .recollection()
            .bury(new Tombstone(id, one.fingerprint(), one.verdict(), one.voteBy(), one.since()));
      }
      writeAnew(journal);
    }
    try (var journal = open()) {
      assertThat(ids).allMatch(id -> journal.recollection().graves().find(id) != null);
    }
  }

  private static Event asked(Memory memory) {
    return new Event.Asked(memory.record().id(), memory.record());
  }

  /** Where a process dies. */
  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @ParameterizedTest
  @EnumSource(names = {"WRITING", "WRITTEN", "FLUSHED"})
  void aCrashWhileItIsWrittenAnewLosesNothing(Milestones.Kind moment) throws IOException {
    Milestones deadly =
        (kind, _, what) -> {
          if (kind == moment && what.equals(Journal.ANEW)) {
            throw new Killed();
          }
        };
    var appended = 0;
    try (var journal = open(TINY, deadly)) {
      while (appended < 100) {
        journal.append(List.of(memory(++appended, false)));
      }
    } catch (Killed _) {
      assertThat(reopened()).hasSize(appended);
    }
    assertThat(appended).isLessThan(100);
    try (var journal = open(TINY, Milestones.UNWATCHED)) {
      journal.append(List.of(memory(100, false)));
    }
    assertThat(reopened()).hasSize(appended + 1);
  }

  @Test
  void whatCannotBeCreatedIsRefused() throws IOException {
    var inTheWay = Files.writeString(data.resolve("file"), "");
    assertThatThrownBy(() -> Journal.initialise(inTheWay.resolve("below"), "acceptor-1", 1))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("cannot create");
  }

  @Test
  void anEmptyOrMissingJournalIsRefused() throws IOException {
    Files.write(file, new byte[0]);
    assertThatThrownBy(this::reopened)
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("may have forgotten");
    Files.delete(file);
    assertThatThrownBy(this::reopened)
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("--initialise");
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
    assertThatThrownBy(() -> Journal.open(data, "acceptor-2", Milestones.UNWATCHED, () -> now))
        .isInstanceOf(JournalRefused.class)
        .hasMessageContaining("acceptor-1");
    try (var _ = open()) {
      assertThatThrownBy(() -> open())
          .isInstanceOf(JournalRefused.class)
          .hasMessageContaining("in use");
    }
  }
}
