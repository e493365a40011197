package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Message;

/** What ended is kept for 90 days; acceptors that were away may speak of it after any time. */
class RetentionTest {
  private static final Instant NINE = Instant.parse("2026-12-01T21:00:00Z");

  @TempDir private static Path directory;

  @SuppressWarnings("NullAway.Init") // set before each test
  private RunningResourceManager newton;

  @BeforeEach
  void start() {
    newton = RunningResourceManager.newton(directory);
    newton.clock.set(NINE.minusSeconds(60));
  }

  @AfterEach
  void stop() {
    newton.close();
  }

  @Test
  void whatEndedLongAgoIsForgottenWithItsTransactions() throws Exception {
    var run = booked("t.1", nodes("run", 0));
    var cancelled = booked("t.2", nodes("cancelled", 0));
    var cancel = booked("t.3", new Action.Cancel("cancelled"));
    var ahead = booked("t.4", nodes("ahead", 85));
    var undecided = voted("t.5", nodes("undecided", 0));
    turnTo(Duration.ofHours(1));
    turnTo(Duration.ofDays(89));
    for (var each : new Message.Prepare[] {run, cancelled, cancel}) {
      assertThat(phase(each)).isEqualTo(Ledger.Phase.COMMITTED);
    }
    turnTo(Duration.ofDays(92));
    for (var each : new Message.Prepare[] {run, cancelled, cancel}) {
      assertThat(phase(each)).isEqualTo(Ledger.Phase.UNKNOWN);
      assertThat(newton.books()).doesNotContain(each.record().id().value());
    }
    assertThat(newton.books()).doesNotContain("run", "cancelled");
    assertThat(phase(ahead)).as("it ended a week ago").isEqualTo(Ledger.Phase.COMMITTED);
    assertThat(phase(undecided)).isEqualTo(Ledger.Phase.PREPARED);
    turnTo(Duration.ofDays(180));
    assertThat(phase(ahead)).isEqualTo(Ledger.Phase.UNKNOWN);
    assertThat(phase(undecided)).isEqualTo(Ledger.Phase.PREPARED);
  }

  /** A second vote would be another than the first; a decision was carried out, whatever it was. */
  @Test
  void ofWhatMayBeForgottenDecisionsAreAcknowledgedAndNothingIsVoted() throws Exception {
    var run = booked("t.1", nodes("run", 0));
    var unheard = newton.prepare("t.2", nodes("unheard", 0));
    turnTo(Duration.ofHours(1));
    turnTo(Duration.ofDays(92));
    newton.acceptors.drain();
    newton.restart();
    newton.clock.set(NINE.plus(Duration.ofHours(2)));
    for (var time = 0; time < 2; time++) {
      for (var each : new Message.Prepare[] {run, unheard}) {
        assertThatThrownBy(() -> newton.fromA1().prepare(each))
            .hasMessageContaining("409")
            .hasMessageContaining("it may be forgotten here");
      }
      newton.fromA1().decide(decide(run, Decision.COMMIT));
      newton.fromA1().decide(decide(unheard, Decision.ABORT));
    }
    newton.awaitQuiet();
    assertThat(newton.acceptors.drain()).isEmpty();
    assertThat(phase(run)).isEqualTo(Ledger.Phase.UNKNOWN);
    assertThat(phase(unheard)).isEqualTo(Ledger.Phase.UNKNOWN);
    assertThat(phase(booked("t.3", nodes("another", 120))))
        .as("a clock that was wrong for a while stops nothing")
        .isEqualTo(Ledger.Phase.COMMITTED);
  }

  private static Action.Make nodes(String ident, int day) {
    var start = NINE.plus(Duration.ofDays(day));
    return new Action.Make(
        ident, new Action.Schedule(start, start.plusSeconds(600)), new Action.Compute("newton", 2));
  }

  private Message.Prepare voted(String id, Action action) throws Exception {
    var prepare = newton.prepare(id, action);
    newton.fromA1().prepare(prepare);
    newton.acceptors.awaitVotes(prepare.record().id());
    newton.awaitQuiet();
    return prepare;
  }

  private Message.Prepare booked(String id, Action action) throws Exception {
    var prepare = voted(id, action);
    newton.fromA1().decide(decide(prepare, Decision.COMMIT));
    newton.awaitQuiet();
    return prepare;
  }

  private void turnTo(Duration after) throws InterruptedException {
    newton.clock.set(NINE.plus(after));
    newton.runDueWork();
  }

  private Ledger.Phase phase(Message.Prepare of) throws PeerUnreachable {
    return newton.fromBar().query(of.record().id()).phase();
  }
}
