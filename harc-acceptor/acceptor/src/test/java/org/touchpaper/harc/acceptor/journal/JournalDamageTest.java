package org.touchpaper.harc.acceptor.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A torn end is truncated; any other damage is refused. */
class JournalDamageTest extends JournalFixture {
  /** A torn write is limited to one frame; bit rot may affect flushed frames. */
  @Test
  void refusesDataBeyondTheReachOfATornWrite() throws IOException {
    byte[] asKilled;
    int end;
    try (var journal = open()) {
      journal.append(List.of(hardState(1, false)));
      asKilled = Files.readAllBytes(file);
      end = (int) journal.length();
    }
    var torn = asKilled.clone();
    torn[end + 100_000] = 7;
    Files.write(file, torn);
    assertThat(reopened()).containsExactly(hardState(1, false));
    var rotten = asKilled.clone();
    rotten[asKilled.length - 1000] = 7;
    Files.write(file, rotten);
    assertThatThrownBy(this::reopened)
        .isInstanceOf(UnusableJournalException.class)
        .hasMessageContaining("damaged");
  }

  /** Its header is durable before the rest, so its end is known. */
  @Test
  void truncatesATornLongFrame() throws IOException {
    byte[] asKilled;
    int begin;
    int end;
    try (var journal = open()) {
      journal.append(List.of(hardState(1, false)));
      begin = (int) journal.length();
      var before = journal.flushCount();
      journal.append(IntStream.range(100, 2000).mapToObj(n -> hardState(n, false)).toList());
      assertThat(journal.flushCount() - before).as("header, rest").isEqualTo(2);
      asKilled = Files.readAllBytes(file);
      end = (int) journal.length();
    }
    assertThat(end - begin).isGreaterThan(400_000);
    var torn = asKilled.clone();
    Arrays.fill(torn, begin + 12, end - 10, (byte) 0);
    Files.write(file, torn);
    assertThat(reopened()).containsExactly(hardState(1, false));
    torn[end + 1] = 7;
    Files.write(file, torn);
    assertThatThrownBy(this::reopened).isInstanceOf(UnusableJournalException.class);
    Files.write(file, asKilled);
    assertThat(reopened()).hasSize(1901);
  }

  @Test
  void truncatesATornFrameAtAnyByte() throws IOException {
    var lengths = new ArrayList<Long>();
    try (var journal = open()) {
      lengths.add(journal.length());
      for (var i = 1; i <= 2; i++) {
        journal.append(List.of(hardState(i, false)));
        lengths.add(journal.length());
      }
    }
    var intact = Files.readAllBytes(file);
    for (var cut = (int) (long) lengths.getFirst(); cut < intact.length; cut++) {
      Files.write(file, Arrays.copyOf(intact, cut));
      var end = cut;
      var intactFrames = lengths.stream().filter(length -> length <= end).count() - 1;
      assertThat(reopened()).as("cut at %s", cut).hasSize((int) intactFrames);
      if (cut % 11 == 0) {
        try (var journal = open()) {
          journal.append(List.of(hardState(9, false)));
        }
        assertThat(reopened()).as("cut at %s", cut).hasSize((int) intactFrames + 1);
      }
    }
  }

  @Test
  void refusesDamageAtAnyByte() throws IOException {
    long lastFrame;
    try (var journal = open()) {
      journal.append(List.of(hardState(1, false)));
      lastFrame = journal.length();
      journal.append(List.of(hardState(2, false)));
    }
    var intact = Files.readAllBytes(file);
    for (var at = 0; at < lastFrame; at++) {
      var damaged = intact.clone();
      damaged[at] ^= 0x40;
      Files.write(file, damaged);
      assertThatThrownBy(this::reopened)
          .as("damaged at %s", at)
          .isInstanceOf(UnusableJournalException.class);
      assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
    }
  }

  @Test
  void refusesAnEmptyOrMissingJournal() throws IOException {
    Files.write(file, new byte[0]);
    assertThatThrownBy(this::reopened)
        .isInstanceOf(UnusableJournalException.class)
        .hasMessageContaining("may have lost promises");
    Files.delete(file);
    assertThatThrownBy(this::reopened)
        .isInstanceOf(UnusableJournalException.class)
        .hasMessageContaining("--initialise");
  }
}
