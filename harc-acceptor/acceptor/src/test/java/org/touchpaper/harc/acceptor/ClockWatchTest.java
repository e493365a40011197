package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;

class ClockWatchTest {
  private static final Instant VOTE_BY = Instant.parse("2026-12-01T21:00:00Z");
  private static final TransactionRecord RECORD =
      Request.of(
              new TransactionId("t"),
              List.of("a1", "a2", "a3"),
              1,
              VOTE_BY,
              Cluster.ADA,
              List.of(new Actions("rm1", "<x/>")))
          .record();

  private final AtomicLong nanos = new AtomicLong();
  private final ClockWatch watch = new ClockWatch("a3", nanos::get);

  private void hear(Message.ForAcceptor message, String from, Instant now) {
    watch.hear(new Event.Received(message, from), now);
  }

  @Test
  void whoHearsOfABeginningLateIsAheadOrTheOtherIsBehind() {
    hear(new Message.Enlist(RECORD, "a1"), "a1", VOTE_BY.plusSeconds(42));
    assertThat(watch.doubt())
        .isEqualTo(
            "a1 begins t, which may be voted on until 2026-12-01T21:00:00Z, and at a3 it is"
                + " 2026-12-01T21:00:42Z; a3's clock is ahead or a1's behind, by 42 s or more, or"
                + " this message was as long on its way: set the clocks right, unless it was");
  }

  @Test
  void whoBeginsTellsTheOthersSoOnceASecond() {
    var prepare =
        new Effect.Send(
            "rm1", new Message.Prepare(RECORD, Cluster.ADA, new Actions("rm1", "<x/>"), "a3"));
    var wake = new Effect.Wake(RECORD.id(), VOTE_BY);
    var told = new Message.Enlist(RECORD, "a3");
    var before = VOTE_BY.minusSeconds(42);
    assertThat(watch.tell(List.of(prepare), VOTE_BY)).as("too late").containsExactly(prepare);
    assertThat(watch.tell(List.of(wake), before)).as("nothing is begun").containsExactly(wake);
    assertThat(watch.tell(List.of(prepare, wake), before))
        .containsExactly(prepare, wake, new Effect.Send("a1", told), new Effect.Send("a2", told));
    nanos.addAndGet(999_000_000);
    assertThat(watch.tell(List.of(prepare), before)).containsExactly(prepare);
    nanos.addAndGet(1_000_000);
    assertThat(watch.tell(List.of(prepare), before)).hasSize(3);
  }

  @Test
  void whoHearsOfAnEndEarlyIsBehindOrTheOtherIsAhead() {
    hear(new Message.Phase1a(RECORD, new Ballot(1), "a1"), "a1", VOTE_BY.minusSeconds(42));
    assertThat(watch.doubt())
        .startsWith("a1 finishes t")
        .contains("until 2026-12-01T21:00:00Z, and at a3 it is 2026-12-01T20:59:18Z")
        .endsWith("a1's clock is ahead or a3's behind, by 42 s or more: set the clocks right");
  }

  @Test
  void nobodyIsDoubtedForWhatRightClocksSayToo() {
    hear(new Message.Enlist(RECORD, "a1"), "a1", VOTE_BY.minusSeconds(42));
    hear(new Message.Enlist(RECORD, "a1"), "a1", VOTE_BY.plusSeconds(1));
    hear(new Message.Phase1a(RECORD, new Ballot(1), "a1"), "a1", VOTE_BY.plusSeconds(42));
    hear(new Message.Phase1a(RECORD, new Ballot(1), "a1"), "a1", VOTE_BY.minusSeconds(1));
    hear(new Message.Phase1a(RECORD, new Ballot(3), "a3"), "a3", VOTE_BY.minusSeconds(42));
    // Sent to who was away, as late as one likes.
    hear(new Message.Learn(RECORD, "a1"), "a1", VOTE_BY.plusSeconds(42));
    watch.hear(new Event.TimePassed(), VOTE_BY.plusSeconds(42));
    assertThat(watch.doubt()).isEmpty();
  }

  @Test
  void whatIsRightAgainIsSaidNoMoreAfterTenMinutes() {
    hear(new Message.Enlist(RECORD, "a1"), "a1", VOTE_BY.plusSeconds(42));
    nanos.addAndGet(Duration.ofMinutes(10).toNanos());
    assertThat(watch.doubt()).isNotEmpty();
    nanos.addAndGet(1);
    assertThat(watch.doubt()).isEmpty();
  }
}
