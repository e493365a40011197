package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A torn end is cut; anything else that is missing or wrong is refused. */
class JournalDamageTest extends JournalFixture {
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
}
