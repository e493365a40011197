package org.touchpaper.harc.acceptor.eventloop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.protocol.journal.JournalPosition.NONE;

import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.acceptor.journal.Journal;
import org.touchpaper.harc.transport.message.JournalIdentity;

class JournalRollbackDetectorTest {
  @TempDir Path data;

  /** Journals that begin later cannot hold earlier promises; a4 is unknown. */
  @Test
  void listsAcceptorsWhoseJournalsReachBackToTheEpoch() throws Exception {
    Journal.initialise(data, "a1", 1);
    var channel = new EmbeddedChannel();
    try (var journal = Journal.open(data, "a1", Failpoints.NONE, InstantSource.system());
        var timers = new TransactionTimers(Clock.systemUTC(), channel.eventLoop(), _ -> {})) {
      var tracker = new JournalRollbackDetector(journal, timers, () -> {}, _ -> {});
      assertThat(tracker.objectionTo("a2", new JournalIdentity(1, "first"), NONE)).isNull();
      assertThat(tracker.objectionTo("a3", new JournalIdentity(2, "second"), NONE)).isNull();
      var present = Set.of("a2", "a3", "a4");
      assertThat(tracker.listEligible(1, present)).containsExactly("a2");
      assertThat(tracker.listEligible(2, present)).containsExactlyInAnyOrder("a2", "a3");
      assertThat(tracker.listEligible(2, Set.of("a3"))).containsExactly("a3");
    } finally {
      channel.finishAndReleaseAll();
    }
  }

  @Test
  void rejectsEachStreamFromAnotherJournal() throws Exception {
    Journal.initialise(data, "a1", 1);
    var channel = new EmbeddedChannel();
    try (var journal = Journal.open(data, "a1", Failpoints.NONE, InstantSource.system());
        var timers = new TransactionTimers(Clock.systemUTC(), channel.eventLoop(), _ -> {})) {
      var tracker = new JournalRollbackDetector(journal, timers, () -> {}, _ -> {});
      for (var acceptor : List.of("a2", "a3")) {
        assertThat(tracker.objectionTo(acceptor, new JournalIdentity(1, "first"), NONE)).isNull();
      }
      for (var n = 0; n < 2; n++) {
        for (var acceptor : List.of("a2", "a3")) {
          assertThat(tracker.objectionTo(acceptor, new JournalIdentity(1, "blank"), NONE))
              .contains(acceptor);
        }
      }
    } finally {
      channel.finishAndReleaseAll();
    }
  }
}
