package org.touchpaper.harc.acceptor.eventloop;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.acceptor.journal.Journal;
import org.touchpaper.harc.acceptor.journal.JournalFixture;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.AcceptorMachine;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.protocol.acceptor.Tombstone;

class TransactionTableTest extends JournalFixture {
  private static final Duration HOUR = Duration.ofHours(1);

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final TransactionTimers timers =
      new TransactionTimers(Clock.systemUTC(), channel.eventLoop(), _ -> {});
  private Duration uptime = Duration.ZERO;

  @AfterEach
  void close() {
    timers.close();
    channel.finishAndReleaseAll();
  }

  private TransactionTable openTable(Journal journal) {
    var self = new AcceptorMachine.Identity("acceptor-1", 3, ProtocolTimeouts.DEFAULT);
    return new TransactionTable(self, journal, timers, () -> uptime, HOUR);
  }

  @Test
  void cannotReportNotStartedSoonAfterARestart() {
    try (var journal = open()) {
      assertThat(openTable(journal).canReportNotStarted()).as("first incarnation").isTrue();
    }
    try (var journal = open()) {
      var table = openTable(journal);
      assertThat(table.canReportNotStarted()).isFalse();
      uptime = HOUR.minusNanos(1);
      assertThat(table.canReportNotStarted()).isFalse();
      uptime = HOUR;
      assertThat(table.canReportNotStarted()).isTrue();
    }
  }

  /** The id may have been bound to that record before its tombstone was dropped. */
  @Test
  void refusesAnotherRecordOfAnIdUnlessItsTombstoneMayHaveBeenDropped() throws Exception {
    var firstRecord = hardState(2, true).record();
    var laterRecord = withVoteBy(firstRecord, firstRecord.voteBy().plus(Duration.ofDays(100)));
    try (var journal = open(TINY, Failpoints.NONE)) {
      var last =
          decidedHardState(withVoteBy(firstRecord, firstRecord.voteBy().plus(Duration.ofDays(1))));
      journal.append(List.of(last));
      journal.state().replaceByTombstone(Objects.requireNonNull(Tombstone.of(last, now)));
      var table = openTable(journal);
      var answer =
          new AcceptorEffect.Send("rm-1", new Message.OtherRecord(firstRecord, "acceptor-1"));
      assertThat(table.step(firstRecord.id(), vote(firstRecord), now)).containsExactly(answer);

      now = now.plus(Duration.ofDays(50));
      journal.state().tombstones().dropExpired(RETENTION, now);
      journal
          .state()
          .replaceByTombstone(
              Objects.requireNonNull(Tombstone.of(decidedHardState(laterRecord), now)));
      for (var time = 0; time < 2; time++) {
        assertThat(table.step(firstRecord.id(), vote(firstRecord), now)).isEmpty();
        assertThat(
                table.step(
                    firstRecord.id(),
                    new AcceptorEvent.OutcomeQueried(firstRecord.id(), firstRecord),
                    now))
            .containsExactly(
                new AcceptorEffect.Answer(
                    firstRecord.id(), TransactionOutcomeResponse.of(Outcome.UNKNOWN)));
        assertThat(table.step(firstRecord.id(), vote(laterRecord), now))
            .containsExactly(
                new AcceptorEffect.Send(
                    "rm-1",
                    new Message.Decide(
                        laterRecord,
                        Objects.requireNonNull(decidedHardState(laterRecord).decisionRecord())
                            .decision())));
      }
    }
  }

  private static TransactionRecord withVoteBy(TransactionRecord record, Instant voteBy) {
    return new TransactionRecord(
        record.id(),
        record.resourceManagers(),
        record.acceptors(),
        record.digest(),
        voteBy,
        record.epoch());
  }

  private static HardState decidedHardState(TransactionRecord record) {
    var decided = hardState(2, true);
    return new HardState(
        record, null, decided.promised(), decided.accepted(), decided.decisionRecord(), true);
  }

  private static AcceptorEvent vote(TransactionRecord record) {
    var votes = Map.of("rm-1", Vote.prepared(""));
    return new AcceptorEvent.MessageReceived(
        new Message.Phase2a(record, Ballot.ZERO, votes, "acceptor-1"), "rm-1");
  }
}
