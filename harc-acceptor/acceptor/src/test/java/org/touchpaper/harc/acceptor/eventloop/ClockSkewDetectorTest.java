package org.touchpaper.harc.acceptor.eventloop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.acceptor.InProcessCluster;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;

class ClockSkewDetectorTest {
  private static final Instant VOTE_BY = Instant.parse("2026-12-01T21:00:00Z");
  private static final TransactionRecord RECORD =
      TransactionRequest.of(
              new TransactionId("t"),
              List.of("a1", "a2", "a3"),
              1,
              VOTE_BY,
              InProcessCluster.ADA,
              List.of(new ResourceManagerActions("rm1", "<x/>")))
          .record();

  private final AtomicLong nanos = new AtomicLong();
  private final ClockSkewDetector detector = new ClockSkewDetector("a3", nanos::get);

  private void observe(Message.ForAcceptor message, String from, Instant now) {
    detector.observe(new AcceptorEvent.MessageReceived(message, from), now);
  }

  @Test
  void warnsOfAnEnlistAfterVoteBy() {
    observe(new Message.Enlist(RECORD, "a1"), "a1", VOTE_BY.plusSeconds(42));
    assertThat(detector.warning())
        .isEqualTo(
            "a1 begins t, which may be voted on until 2026-12-01T21:00:00Z, but at a3 it is"
                + " 2026-12-01T21:00:42Z; a3's clock is ahead or a1's behind, by 42 s or more, or"
                + " this message was delayed by as much: check both clocks");
  }

  @Test
  void enlistsTheOtherAcceptorsOnceASecond() {
    var prepare =
        new AcceptorEffect.Send(
            "rm1",
            new Message.Prepare(
                RECORD, InProcessCluster.ADA, new ResourceManagerActions("rm1", "<x/>"), "a3"));
    var wake = new AcceptorEffect.SetTimer(RECORD.id(), VOTE_BY);
    var enlist = new Message.Enlist(RECORD, "a3");
    var before = VOTE_BY.minusSeconds(42);
    assertThat(detector.addEnlists(List.of(prepare), VOTE_BY))
        .as("after voteBy")
        .containsExactly(prepare);
    assertThat(detector.addEnlists(List.of(wake), before)).as("no Prepare").containsExactly(wake);
    assertThat(detector.addEnlists(List.of(prepare, wake), before))
        .containsExactly(
            prepare,
            wake,
            new AcceptorEffect.Send("a1", enlist),
            new AcceptorEffect.Send("a2", enlist));
    nanos.addAndGet(999_000_000);
    assertThat(detector.addEnlists(List.of(prepare), before)).containsExactly(prepare);
    nanos.addAndGet(1_000_000);
    assertThat(detector.addEnlists(List.of(prepare), before)).hasSize(3);
  }

  @Test
  void warnsOfAPhase1aBeforeVoteBy() {
    observe(new Message.Phase1a(RECORD, new Ballot(1), "a1"), "a1", VOTE_BY.minusSeconds(42));
    assertThat(detector.warning())
        .startsWith("a1 finishes t")
        .contains("until 2026-12-01T21:00:00Z, but at a3 it is 2026-12-01T20:59:18Z")
        .endsWith("a1's clock is ahead or a3's behind, by 42 s or more: check both clocks");
  }

  @Test
  void ignoresSkewWithinTheTolerance() {
    observe(new Message.Enlist(RECORD, "a1"), "a1", VOTE_BY.minusSeconds(42));
    observe(new Message.Enlist(RECORD, "a1"), "a1", VOTE_BY.plusSeconds(1));
    observe(new Message.Phase1a(RECORD, new Ballot(1), "a1"), "a1", VOTE_BY.plusSeconds(42));
    observe(new Message.Phase1a(RECORD, new Ballot(1), "a1"), "a1", VOTE_BY.minusSeconds(1));
    observe(new Message.Phase1a(RECORD, new Ballot(3), "a3"), "a3", VOTE_BY.minusSeconds(42));
    // A Learn may arrive at any time.
    observe(new Message.Learn(RECORD, "a1"), "a1", VOTE_BY.plusSeconds(42));
    detector.observe(new AcceptorEvent.TimePassed(), VOTE_BY.plusSeconds(42));
    assertThat(detector.warning()).isEmpty();
  }

  @Test
  void dropsAWarningAfterTenMinutes() {
    observe(new Message.Enlist(RECORD, "a1"), "a1", VOTE_BY.plusSeconds(42));
    nanos.addAndGet(Duration.ofMinutes(10).toNanos());
    assertThat(detector.warning()).isNotEmpty();
    nanos.addAndGet(1);
    assertThat(detector.warning()).isEmpty();
  }
}
