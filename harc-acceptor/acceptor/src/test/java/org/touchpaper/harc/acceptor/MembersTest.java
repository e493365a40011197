package org.touchpaper.harc.acceptor;

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
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;

class MembersTest extends JournalFixture {
  private static final Duration HOUR = Duration.ofHours(1);

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Timers timers = new Timers(Clock.systemUTC(), channel.eventLoop(), _ -> {});
  private Duration age = Duration.ZERO;

  @AfterEach
  void close() {
    timers.close();
    channel.finishAndReleaseAll();
  }

  private Members members(Journal journal) {
    var self = new Member.Self("acceptor-1", 3, Timing.DEFAULT);
    return new Members(self, journal, timers, () -> age, HOUR);
  }

  @Test
  void deniesNothingThatAnEarlierLifeMayHaveBegunAndCanBeVotedOnStill() {
    try (var journal = open()) {
      assertThat(members(journal).mayDeny()).as("there was none").isTrue();
    }
    try (var journal = open()) {
      var members = members(journal);
      assertThat(members.mayDeny()).isFalse();
      age = HOUR.minusNanos(1);
      assertThat(members.mayDeny()).isFalse();
      age = HOUR;
      assertThat(members.mayDeny()).isTrue();
    }
  }

  /** The id may have been that record's before what is left of it was dropped. */
  @Test
  void refusesAnotherRecordOfAnIdOnlyIfItCannotHaveForgottenIt() throws Exception {
    var old = memory(2, true).record();
    var later = of(old, old.voteBy().plus(Duration.ofDays(100)));
    try (var journal = open(TINY, Failpoints.UNWATCHED)) {
      var last = over(of(old, old.voteBy().plus(Duration.ofDays(1))));
      journal.append(List.of(last));
      journal.state().bury(Objects.requireNonNull(Tombstone.of(last, now)));
      var members = members(journal);
      var answer = new Effect.Send("rm-1", new Message.OtherRecord(old, "acceptor-1"));
      assertThat(members.step(old.id(), vote(old), now)).containsExactly(answer);

      now = now.plus(Duration.ofDays(50));
      journal.state().tombstones().clear(RETENTION, now);
      journal.state().bury(Objects.requireNonNull(Tombstone.of(over(later), now)));
      for (var time = 0; time < 2; time++) {
        assertThat(members.step(old.id(), vote(old), now)).isEmpty();
        assertThat(members.step(old.id(), new Event.Asked(old.id(), old), now))
            .containsExactly(new Effect.Answer(old.id(), Knowledge.of(Outcome.UNKNOWN)));
        assertThat(members.step(old.id(), vote(later), now))
            .containsExactly(
                new Effect.Send(
                    "rm-1",
                    new Message.Decide(
                        later, Objects.requireNonNull(over(later).verdict()).decision())));
      }
    }
  }

  private static TransactionRecord of(TransactionRecord record, Instant voteBy) {
    return new TransactionRecord(
        record.id(),
        record.resourceManagers(),
        record.acceptors(),
        record.digest(),
        voteBy,
        record.epoch());
  }

  private static Memory over(TransactionRecord record) {
    var decided = memory(2, true);
    return new Memory(
        record, null, decided.promised(), decided.accepted(), decided.verdict(), true);
  }

  private static Event vote(TransactionRecord record) {
    var votes = Map.of("rm-1", Vote.prepared(""));
    return new Event.Received(
        new Message.Phase2a(record, Ballot.ZERO, votes, "acceptor-1"), "rm-1");
  }
}
