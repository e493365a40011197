package org.touchpaper.harc.acceptor.eventloop;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.acceptor.journal.Journal;
import org.touchpaper.harc.transport.message.JournalIdentity;

class PeerJournalTrackerTest {
  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

  @TempDir Path data;

  /** Journals that begin later cannot hold earlier promises; a4 is unknown. */
  @Test
  void listsAcceptorsWhoseJournalsReachBackToTheEpoch() throws Exception {
    Journal.initialise(data, "a1", 1);
    var channel = new EmbeddedChannel();
    try (var journal = Journal.open(data, "a1", Failpoints.NONE, InstantSource.system());
        var timers = new TransactionTimers(Clock.systemUTC(), channel.eventLoop(), _ -> {})) {
      var tracker = new PeerJournalTracker(journal, timers, Runnable::run, () -> {}, _ -> {});
      assertThat(tracker.objectionTo("a2", new JournalIdentity(1, "first"))).isNull();
      assertThat(tracker.objectionTo("a3", new JournalIdentity(2, "second"))).isNull();
      var present = Set.of("a2", "a3", "a4");
      assertThat(tracker.listEligible(1, present)).containsExactly("a2");
      assertThat(tracker.listEligible(2, present)).containsExactlyInAnyOrder("a2", "a3");
      assertThat(tracker.listEligible(2, Set.of("a3"))).containsExactly("a3");
    } finally {
      channel.finishAndReleaseAll();
    }
  }

  /** Such an acceptor may send ten messages a second. */
  @Test
  void rejectsEachMessageFromAnotherJournalAndLogsItOnceAMinute() throws Exception {
    var log = (Logger) LoggerFactory.getLogger(PeerJournalTracker.class);
    logged.start();
    log.addAppender(logged);
    Journal.initialise(data, "a1", 1);
    var channel = new EmbeddedChannel();
    try (var journal = Journal.open(data, "a1", Failpoints.NONE, InstantSource.system());
        var timers = new TransactionTimers(Clock.systemUTC(), channel.eventLoop(), _ -> {})) {
      var tracker = new PeerJournalTracker(journal, timers, Runnable::run, () -> {}, _ -> {});
      for (var acceptor : List.of("a2", "a3")) {
        assertThat(tracker.objectionTo(acceptor, new JournalIdentity(1, "first"))).isNull();
      }
      for (var n = 0; n < 600; n++) {
        for (var acceptor : List.of("a2", "a3")) {
          assertThat(tracker.objectionTo(acceptor, new JournalIdentity(1, "blank")))
              .contains(acceptor);
        }
      }
    } finally {
      log.detachAppender(logged);
      channel.finishAndReleaseAll();
    }
    assertThat(logged.list)
        .hasSize(2)
        .allMatch(line -> line.getLevel().equals(Level.ERROR))
        .extracting(ILoggingEvent::getFormattedMessage)
        .satisfiesExactly(
            message2 -> assertThat(message2).contains("a2"),
            message3 -> assertThat(message3).contains("a3"));
  }
}
