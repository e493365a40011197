package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.client.ResourceState.PartState;
import org.touchpaper.harc.client.TimetableQuestion;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.crash.Killed;

/**
 * A lightpath booked and cancelled, and another one given up, told until the network's resource
 * manager has been killed at each of its writes and messages, and started again. Its books, the
 * BAR's and the acceptors' agree throughout.
 */
class NetworkCrashTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @SuppressWarnings("NullAway.Init") // set before any test
  private static RunningBar bar;

  @SuppressWarnings("NullAway.Init") // set before any test
  private static RunningResourceManager network;

  private CrashSwitch crash = CrashSwitch.never();
  private final Map<Phase, List<CrashPoint>> points = new EnumMap<>(Phase.class);
  private int life;

  /**
   * What the service is asked to do; in each life it dies once in each. A cancel is a reservation
   * like another, and the contract of schedulers kills it everywhere.
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
  void agreesWithItsBarWhereverItIsKilled() throws Exception {
    network.restart(crash);
    live();
    var lives = points.values().stream().mapToInt(List::size).max().orElseThrow();
    assertThat(points.values().stream().mapToInt(List::size).sum()).isGreaterThan(30);
    for (life = 1; life <= lives; life++) {
      live();
    }
    points.forEach((phase, passed) -> System.out.println(phase + " was cut at " + passed));
  }

  @Test
  void whatItsBarHasAgainstAQuestionIsTheAskersToMend() throws Exception {
    network.restart(CrashSwitch.never());
    var nine = network.clock.instant();
    var question = TimetableQuestion.free("vis.ucl..vis.ucl", nine, nine.plusSeconds(60));
    assertThatThrownBy(() -> network.fromBar().timetable(question))
        .hasMessageContaining("422")
        .hasMessageContaining("one host to another");
  }

  private void live() throws Exception {
    network.clock.advance(HOUR);
    var nine = network.clock.instant().plusSeconds(60);
    var kept = UUID.randomUUID().toString();
    var make = network.prepare("t" + life + ".1", path(kept, nine));
    assertThat(vote(Phase.RESERVING, make)).isEqualTo(Vote.Choice.PREPARED);
    decide(Phase.COMMITTING, make, Decision.COMMIT);
    assertThat(stateOf(make)).isEqualTo(PartState.COMMITTED);
    assertThat(bar.books()).contains(kept + " 1 PROVISIONED");

    var lost = UUID.randomUUID().toString();
    var given = network.prepare("t" + life + ".2", path(lost, nine));
    assertThat(vote(null, given)).isEqualTo(Vote.Choice.PREPARED);
    decide(Phase.GIVING_UP, given, Decision.ABORT);
    assertThat(stateOf(given)).isEqualTo(PartState.ABORTED);
    assertThat(bar.books()).contains(lost + " 1 GIVEN_UP");

    var cancel = network.prepare("t" + life + ".3", new Action.Cancel(kept));
    assertThat(vote(null, cancel)).isEqualTo(Vote.Choice.PREPARED);
    decide(null, cancel, Decision.COMMIT);
    assertThat(stateOf(make)).isEqualTo(PartState.CANCELLED);
    assertThat(bar.books())
        .as("nothing is held or committed any more")
        .allMatch(booking -> booking.endsWith("TERMINATED") || booking.endsWith("GIVEN_UP"));
  }

  private static Action path(String ident, Instant from) {
    return new Action.Make(
        ident,
        new Action.Schedule(from, from.plusSeconds(60)),
        new Action.Path("vis.ucl", "newton.manchester", 500));
  }

  /** The leader repeats Prepare until the vote is known: so does this. */
  private Vote.Choice vote(@Nullable Phase phase, Message.Prepare prepare) throws Exception {
    Set<String> heard = new HashSet<>();
    Set<Vote.Choice> votes = new HashSet<>();
    for (var attempt = 0; attempt < 10 && heard.size() < 3; attempt++) {
      surviving(
          attempt == 0 ? phase : null,
          () -> {
            network.fromA1().prepare(prepare);
            network.awaitQuiet();
          });
      for (var each : network.acceptors.drain()) {
        if (each.vote().record().equals(prepare.record())) {
          heard.add(each.acceptor());
          each.vote().votes().values().forEach(vote -> votes.add(vote.choice()));
        }
      }
    }
    assertThat(heard).containsExactlyInAnyOrderElementsOf(ScriptedAcceptors.NAMES);
    assertThat(votes).as("one vote, however often it is told").hasSize(1);
    return votes.iterator().next();
  }

  /** Tells the decision, and sees to what a crash may have left for later. */
  private void decide(@Nullable Phase phase, Message.Prepare prepare, Decision decision)
      throws Exception {
    surviving(
        phase,
        () -> {
          network.fromA1().decide(RunningResourceManager.decide(prepare, decision));
          network.awaitQuiet();
          network.clock.advance(Duration.ofSeconds(2));
          network.runDueWork();
        });
  }

  private static PartState stateOf(Message.Prepare prepare) throws PeerUnreachable {
    return network.fromBar().query(prepare.record().id()).parts().getFirst().state();
  }

  private interface Step {
    void take() throws Exception;
  }

  /** Takes a step; if the service is killed in it, starts the service and takes the step again. */
  private void surviving(@Nullable Phase phase, Step step) throws Exception {
    var passed = phase == null ? List.<CrashPoint>of() : points.getOrDefault(phase, List.of());
    crash.aim(life > 0 && life <= passed.size() ? passed.get(life - 1) : null);
    try {
      step.take();
    } catch (PeerUnreachable | Killed | AssertionError e) {
      if (!crash.isDead()) {
        throw e;
      }
    }
    network.awaitQuiet();
    if (phase != null && life == 0) {
      points.put(phase, CrashSwitch.points(crash).toList());
    }
    if (crash.isDead()) {
      crash = CrashSwitch.never();
      network.restart(crash);
      network.awaitQuiet();
      step.take();
    }
    crash.aim(null);
  }
}
