package org.touchpaper.harc.acceptor.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.message.JournalIdentity;

/** A journal's identity and position, and those of peers. */
class JournalIdentityTest extends JournalFixture {
  @Test
  void storesWhenATransactionWasFirstWritten() {
    var startedAt = now;
    try (var journal = open()) {
      journal.append(List.of(hardState(1, false)));
    }
    now = now.plus(Duration.ofDays(1));
    for (var time = 0; time < 2; time++) {
      try (var journal = open()) {
        journal.append(List.of(hardState(1, false), hardState(2, false)));
        assertThat(journal.state().firstWrittenAt(new TransactionId("t.1"))).contains(startedAt);
        assertThat(journal.state().firstWrittenAt(new TransactionId("t.2"))).contains(now);
      }
    }
  }

  @Test
  void storesTheJournalIdentitiesOfPeers() throws IOException {
    var first = new JournalIdentity(1, "first");
    try (var journal = open(TINY, Failpoints.NONE)) {
      journal.recordPeerIdentity("acceptor-2", first);
      appendUntilCompacted(journal);
    }
    try (var journal = open()) {
      var peerJournals = journal.state().peerJournals();
      for (var time = 0; time < 2; time++) {
        assertThat(peerJournals.isNewIdentity("acceptor-2", first)).isFalse();
        assertThat(peerJournals.objectionTo("acceptor-2", first)).isNull();
        assertThat(peerJournals.objectionTo("acceptor-2", new JournalIdentity(1, "second")))
            .contains("acceptor-2 has another journal", "--initialise --epoch 2");
        assertThat(peerJournals.objectionTo("acceptor-2", JournalIdentity.NONE)).isNotNull();
        assertThat(peerJournals.objectionTo("acceptor-3", JournalIdentity.NONE)).isNull();
      }
      var next = new JournalIdentity(2, "third");
      assertThat(peerJournals.objectionTo("acceptor-2", next)).isNull();
      journal.recordPeerIdentity("acceptor-2", next);
      assertThat(peerJournals.objectionTo("acceptor-2", first)).contains("--epoch 3");
    }
  }

  @Test
  void storesItsPositionsOfEachIncarnationAndThoseOfPeers() throws IOException {
    var seen = new ArrayList<JournalPosition>();
    var peerPosition = new JournalPosition("their-incarnation", 7);
    byte[] copy;
    try (var journal = open(TINY, Failpoints.NONE)) {
      seen.add(journal.state().position());
      journal.append(List.of(hardState(1, false)));
      seen.add(journal.state().position());
      journal.recordPeerIdentity("acceptor-2", new JournalIdentity(1, "first"));
      assertThat(journal.state().peerJournals().recordPosition("acceptor-2", peerPosition))
          .isTrue();
      assertThat(journal.state().peerJournals().recordPosition("acceptor-2", peerPosition))
          .isFalse();
      journal.writePeerJournals();
      assertThat(journal.state().position())
          .as("peers' positions are not entries")
          .isEqualTo(seen.getLast());
      copy = Files.readAllBytes(file);
      appendUntilCompacted(journal);
      seen.add(journal.state().position());
      journal.append(List.of(hardState(2, false)));
      seen.add(journal.state().position());
    }
    assertThat(seen.get(1).isAheadOf(seen.get(0))).isTrue();
    for (var time = 0; time < 2; time++) {
      try (var journal = open()) {
        seen.add(journal.state().position());
        journal.append(List.of(hardState(3 + time, false)));
        seen.add(journal.state().position());
        assertThat(seen).allMatch(journal.state()::covers);
        assertThat(journal.state().peerJournals().position("acceptor-2")).isEqualTo(peerPosition);
        assertThat(journal.state().isFirstIncarnation()).isFalse();
      }
    }
    Files.write(file, copy);
    try (var journal = open()) {
      assertThat(journal.state().covers(peerPosition)).as("of another journal").isTrue();
      for (var i = 1; i <= 50; i++) {
        journal.append(List.of(hardState(i, false)));
      }
      assertThat(seen.subList(0, 2)).allMatch(journal.state()::covers);
      assertThat(seen.subList(2, seen.size())).noneMatch(journal.state()::covers);
    }
  }
}
