package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.client.ResourceTimetableQuery;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus.BookingState;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.crash.KilledError;

/**
 * Books and cancels a lightpath, and aborts another one, with the network's resource manager killed
 * and restarted at each of its writes and messages. Its records agree with those of the BAR and the
 * acceptors throughout.
 */
class NetworkCrashTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @SuppressWarnings("NullAway.Init") // set before any test
  private static RunningBar bar;

  @SuppressWarnings("NullAway.Init") // set before any test
  private static RunningResourceManager network;

  private CrashSwitch crash = CrashSwitch.never();
  private final Map<Phase, List<CrashPoint>> points = new EnumMap<>(Phase.class);
  private int run;

  /**
   * The scenario; in each run the service crashes once. A cancellation is a reservation, too, and
   * the scheduler contract crashes it everywhere.
   */
  private enum Phase {
    RESERVING,
    COMMITTING,
    GIVING_UP
  }

  @BeforeAll
  static void start() {
    bar = new RunningBar();
    network = RunningResourceManager.network(bar.url());
  }

  @AfterAll
  static void stop() {
    network.close();
    bar.close();
  }

  @Test
  void agreesWithItsBarAfterACrashAnywhere() throws Exception {
    network.restart(crash);
    runLife();
    var lives = points.values().stream().mapToInt(List::size).max().orElseThrow();
    assertThat(points.values().stream().mapToInt(List::size).sum()).isGreaterThan(30);
    for (run = 1; run <= lives; run++) {
      runLife();
    }
    points.forEach((phase, passed) -> System.out.println(phase + " was cut at " + passed));
  }

  @Test
  void aQueryThatTheBarRejectsIsAClientError() throws Exception {
    network.restart(CrashSwitch.never());
    var nine = network.clock.instant();
    var question =
        ResourceTimetableQuery.forDisplay("vis.ucl..vis.ucl", nine, nine.plusSeconds(60));
    assertThatThrownBy(() -> network.clientOfBar().timetable(question))
        .hasMessageContaining("422")
        .hasMessageContaining("one host to another");
  }

  private void runLife() throws Exception {
    network.clock.advance(HOUR);
    var nine = network.clock.instant().plusSeconds(60);
    var keptBooking = UUID.randomUUID().toString();
    var make = network.prepare("t" + run + ".1", path(keptBooking, nine));
    assertThat(vote(Phase.RESERVING, make)).isEqualTo(Vote.Choice.PREPARED);
    decide(Phase.COMMITTING, make, Decision.COMMIT);
    assertThat(stateOf(make)).isEqualTo(BookingState.COMMITTED);
    assertThat(bar.reservationStates()).contains(keptBooking + " 1 PROVISIONED");

    var lostId = UUID.randomUUID().toString();
    var undecided = network.prepare("t" + run + ".2", path(lostId, nine));
    assertThat(vote(null, undecided)).isEqualTo(Vote.Choice.PREPARED);
    decide(Phase.GIVING_UP, undecided, Decision.ABORT);
    assertThat(stateOf(undecided)).isEqualTo(BookingState.ABORTED);
    assertThat(bar.reservationStates()).contains(lostId + " 1 GIVEN_UP");

    var cancel = network.prepare("t" + run + ".3", new HarcAction.Cancel(keptBooking));
    assertThat(vote(null, cancel)).isEqualTo(Vote.Choice.PREPARED);
    decide(null, cancel, Decision.COMMIT);
    assertThat(stateOf(make)).isEqualTo(BookingState.CANCELLED);
    assertThat(bar.reservationStates())
        .as("nothing is held or committed")
        .allMatch(booking -> booking.endsWith("TERMINATED") || booking.endsWith("GIVEN_UP"));
  }

  private static HarcAction path(String bookingId, Instant from) {
    return new HarcAction.Make(
        bookingId,
        new HarcAction.Schedule(from, from.plusSeconds(60)),
        new HarcAction.Lightpath("vis.ucl", "newton.manchester", 500));
  }

  /** Repeats Prepare until the vote is known, as the leader does. */
  private Vote.Choice vote(@Nullable Phase phase, Message.Prepare prepare) throws Exception {
    Set<String> received = new HashSet<>();
    Set<Vote.Choice> votes = new HashSet<>();
    CrashableStep step =
        () -> {
          network.clientOfA1().prepare(prepare);
          network.awaitIdle();
        };
    surviving(phase, step);
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> {
          for (var receivedVote : network.acceptors.drain()) {
            if (receivedVote.vote().record().equals(prepare.record())) {
              received.add(receivedVote.acceptor());
              receivedVote.vote().votes().values().forEach(vote -> votes.add(vote.choice()));
            }
          }
          if (received.size() < ScriptedAcceptors.NAMES.size()) {
            step.take();
          }
          assertThat(received).containsExactlyInAnyOrderElementsOf(ScriptedAcceptors.NAMES);
        });
    assertThat(votes).as("one vote, however often it is sent").hasSize(1);
    return votes.iterator().next();
  }

  /** Sends the decision, and does what a crash may have left to do. */
  private void decide(@Nullable Phase phase, Message.Prepare prepare, Decision decision)
      throws Exception {
    surviving(
        phase,
        () -> {
          network.clientOfA1().decide(RunningResourceManager.decide(prepare, decision));
          network.awaitIdle();
          network.clock.advance(Duration.ofSeconds(2));
          network.runDueWork();
        });
  }

  private static BookingState stateOf(Message.Prepare prepare) throws PeerRequestException {
    return network.clientOfBar().queryStatus(prepare.record().id()).bookings().getFirst().state();
  }

  private interface CrashableStep {
    void take() throws Exception;
  }

  /** Runs a step; if the service crashes in it, restarts the service and repeats the step. */
  private void surviving(@Nullable Phase phase, CrashableStep step) throws Exception {
    var passed = phase == null ? List.<CrashPoint>of() : points.getOrDefault(phase, List.of());
    crash.retarget(run > 0 && run <= passed.size() ? passed.get(run - 1) : null);
    try {
      step.take();
    } catch (PeerRequestException | KilledError | AssertionError e) {
      if (!crash.hasCrashed()) {
        throw e;
      }
    }
    network.awaitIdle();
    if (phase != null && run == 0) {
      points.put(phase, CrashSwitch.allPoints(crash));
    }
    if (crash.hasCrashed()) {
      crash = CrashSwitch.never();
      network.restart(crash);
      network.awaitIdle();
      step.take();
    }
    crash.retarget(null);
  }
}
