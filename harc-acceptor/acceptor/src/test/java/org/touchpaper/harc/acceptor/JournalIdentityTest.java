package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.MemoryCodec;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.Incarnation;

/** Which memory it is, how far it has come, and what it knows of others. */
class JournalIdentityTest extends JournalFixture {
  /** As a build wrote it that had neither. */
  @Test
  void givesAnOlderJournalAMemoryOfItsOwnAndADate() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var identity = new DataOutputStream(bytes);
    identity.writeInt(2);
    identity.writeUTF("acceptor-1");
    identity.writeInt(3);
    var dated = MemoryCodec.write(List.of(new MemoryCodec.Dated(memory(1, false), Instant.EPOCH)));
    var undated = Arrays.copyOf(dated, dated.length - 4 - Instant.EPOCH.toString().length());
    try (var out = Files.newOutputStream(file)) {
      out.write(Frames.frame(bytes.toByteArray()).array());
      out.write(Frames.frame(undated).array());
    }
    var began = now;
    Incarnation incarnation;
    try (var journal = open()) {
      incarnation = journal.state().incarnation();
      assertThat(incarnation.memory()).isNotEmpty();
      journal.append(List.of(memory(2, false)));
    }
    now = now.plus(Duration.ofDays(1));
    try (var journal = open()) {
      assertThat(journal.state().incarnation()).isEqualTo(incarnation);
      journal.append(List.of(memory(1, false), memory(3, false)));
      for (var n : List.of(1, 2)) {
        assertThat(journal.state().since(new TransactionId("t." + n))).contains(began);
      }
      assertThat(journal.state().since(new TransactionId("t.3"))).contains(now);
    }
  }

  @Test
  void remembersWhichMemoryOthersSpokeFrom() throws IOException {
    var first = new Incarnation(1, "first");
    try (var journal = open(TINY, Failpoints.UNWATCHED)) {
      journal.meet("acceptor-2", first);
      writeAnew(journal);
    }
    try (var journal = open()) {
      var known = journal.state().peerMemories();
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
  void remembersHowFarItCameInEachOfItsLivesAndHowFarOthersDid() throws IOException {
    var seen = new ArrayList<Extent>();
    var theirs = new Extent("their-life", 7);
    byte[] copy;
    try (var journal = open(TINY, Failpoints.UNWATCHED)) {
      seen.add(journal.state().extent());
      journal.append(List.of(memory(1, false)));
      seen.add(journal.state().extent());
      journal.meet("acceptor-2", new Incarnation(1, "first"));
      assertThat(journal.state().peerMemories().see("acceptor-2", theirs)).isTrue();
      assertThat(journal.state().peerMemories().see("acceptor-2", theirs)).isFalse();
      journal.writePeerMemories();
      assertThat(journal.state().extent()).as("of its own").isEqualTo(seen.getLast());
      copy = Files.readAllBytes(file);
      writeAnew(journal);
      seen.add(journal.state().extent());
      journal.append(List.of(memory(2, false)));
      seen.add(journal.state().extent());
    }
    assertThat(seen.get(1).isBeyond(seen.get(0))).isTrue();
    for (var time = 0; time < 2; time++) {
      try (var journal = open()) {
        seen.add(journal.state().extent());
        journal.append(List.of(memory(3 + time, false)));
        seen.add(journal.state().extent());
        assertThat(seen).allMatch(journal.state()::holds);
        assertThat(journal.state().peerMemories().extent("acceptor-2")).isEqualTo(theirs);
        assertThat(journal.state().isInFirstLife()).isFalse();
      }
    }
    Files.write(file, copy);
    try (var journal = open()) {
      assertThat(journal.state().holds(theirs)).as("of another memory").isTrue();
      for (var i = 1; i <= 50; i++) {
        journal.append(List.of(memory(i, false)));
      }
      assertThat(seen.subList(0, 2)).allMatch(journal.state()::holds);
      assertThat(seen.subList(2, seen.size())).noneMatch(journal.state()::holds);
    }
  }
}
