package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;

/**
 * Ended bookings are kept for 90 days; messages of acceptors that were down may arrive at any later
 * time.
 */
class TransactionPurgerTest {
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
  void purgesBookingsThatEndedLongAgoWithTheirTransactions() throws Exception {
    var run = booked("t.1", nodes("run", 0));
    var cancelled = booked("t.2", nodes("cancelled", 0));
    var cancel = booked("t.3", new HarcAction.Cancel("cancelled"));
    var ahead = booked("t.4", nodes("ahead", 85));
    var undecided = voted("t.5", nodes("undecided", 0));
    turnTo(Duration.ofHours(1));
    turnTo(Duration.ofDays(89));
    for (var prepare : new Message.Prepare[] {run, cancelled, cancel}) {
      assertThat(phase(prepare)).isEqualTo(ResourceManagerState.Phase.COMMITTED);
    }
    turnTo(Duration.ofDays(92));
    for (var prepare : new Message.Prepare[] {run, cancelled, cancel}) {
      assertThat(phase(prepare)).isEqualTo(ResourceManagerState.Phase.UNKNOWN);
      assertThat(newton.databaseText()).doesNotContain(prepare.record().id().value());
    }
    assertThat(newton.databaseText()).doesNotContain("run", "cancelled");
    assertThat(phase(ahead))
        .as("it ended a week ago")
        .isEqualTo(ResourceManagerState.Phase.COMMITTED);
    assertThat(phase(undecided)).isEqualTo(ResourceManagerState.Phase.PREPARED);
    turnTo(Duration.ofDays(180));
    assertThat(phase(ahead)).isEqualTo(ResourceManagerState.Phase.UNKNOWN);
    assertThat(phase(undecided)).isEqualTo(ResourceManagerState.Phase.PREPARED);
  }

  /** A second vote might differ from the first; a decision was applied, whatever it was. */
  @Test
  void acknowledgesDecisionsAndVotesOnNothingThatMayHaveBeenPurged() throws Exception {
    var run = booked("t.1", nodes("run", 0));
    var unheard = newton.prepare("t.2", nodes("unheard", 0));
    turnTo(Duration.ofHours(1));
    turnTo(Duration.ofDays(92));
    newton.acceptors.drain();
    newton.restart();
    newton.clock.set(NINE.plus(Duration.ofHours(2)));
    for (var time = 0; time < 2; time++) {
      for (var prepare : new Message.Prepare[] {run, unheard}) {
        newton.clientOfA1().prepare(prepare);
      }
      newton.clientOfA1().decide(decide(run, Decision.COMMIT));
      newton.clientOfA1().decide(decide(unheard, Decision.ABORT));
    }
    newton.awaitIdle();
    assertThat(newton.acceptors.drain()).isEmpty();
    assertThat(phase(run)).isEqualTo(ResourceManagerState.Phase.UNKNOWN);
    assertThat(phase(unheard)).isEqualTo(ResourceManagerState.Phase.UNKNOWN);
    assertThat(phase(booked("t.3", nodes("another", 120))))
        .as("a clock that was wrong for a while blocks nothing")
        .isEqualTo(ResourceManagerState.Phase.COMMITTED);
  }

  private static HarcAction.Make nodes(String bookingId, int day) {
    var start = NINE.plus(Duration.ofDays(day));
    return new HarcAction.Make(
        bookingId,
        new HarcAction.Schedule(start, start.plusSeconds(600)),
        new HarcAction.ComputeNodes("newton", 2));
  }

  private Message.Prepare voted(String id, HarcAction action) throws Exception {
    var prepare = newton.prepare(id, action);
    newton.clientOfA1().prepare(prepare);
    newton.acceptors.awaitVotes(prepare.record().id());
    newton.awaitIdle();
    return prepare;
  }

  private Message.Prepare booked(String id, HarcAction action) throws Exception {
    var prepare = voted(id, action);
    newton.clientOfA1().decide(decide(prepare, Decision.COMMIT));
    newton.awaitIdle();
    return prepare;
  }

  private void turnTo(Duration after) throws InterruptedException {
    newton.clock.set(NINE.plus(after));
    newton.runDueWork();
  }

  private ResourceManagerState.Phase phase(Message.Prepare prepare) throws PeerRequestException {
    return newton.clientOfBar().queryStatus(prepare.record().id()).phase();
  }
}
