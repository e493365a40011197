package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus.BookingState;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.crash.KilledError;

/**
 * A booking from Prepare to released, run once for each write and message of the service, which
 * crashes there and is restarted.
 */
class ResourceManagerCrashTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir private static Path directory;

  @SuppressWarnings("NullAway.Init") // set before any test
  private static RunningResourceManager newton;

  private CrashSwitch crash = CrashSwitch.never();

  @BeforeAll
  static void start() {
    newton = RunningResourceManager.newton(directory);
  }

  @AfterAll
  static void stop() {
    newton.close();
  }

  @Test
  void keepsItsVoteAfterACrashAnywhere() throws Exception {
    newton.restart(crash);
    crash.retarget(null);
    runLife("unharmed");
    var points = CrashSwitch.allPoints(crash);
    assertThat(points).hasSizeGreaterThan(20);
    for (var point : points) {
      crash.retarget(point); // the service that survived the last point is not started again
      runLife(point.toString().replace(' ', '-'));
    }
  }

  private void runLife(String name) throws Exception {
    newton.clock.advance(HOUR);
    var nine = newton.clock.instant().plusSeconds(60);
    var schedule = new HarcAction.Schedule(nine, nine.plusSeconds(60));
    var prepare =
        newton.prepare(
            name, new HarcAction.Make(name, schedule, new HarcAction.ComputeNodes("newton", 8)));
    vote(prepare);
    surviving(
        () -> newton.clientOfA1().decide(RunningResourceManager.decide(prepare, Decision.COMMIT)));
    untilPartIs(prepare, BookingState.COMMITTED);
    newton.clock.set(nine);
    untilPartIs(prepare, BookingState.ACTIVE);
    assertThat(directory).isDirectoryContaining(file -> file.endsWith(name + ".json"));
    newton.clock.set(nine.plusSeconds(60));
    untilPartIs(prepare, BookingState.ENDED);
    surviving(() -> {
      dueWork();
      assertThat(released(prepare)).as("%s released", name).isTrue();
    });
    assertThat(directory).isEmptyDirectory();
  }

  /** Repeats Prepare until the vote is known, as the leader does. */
  private void vote(Message.Prepare prepare) throws Exception {
    Set<String> received = new HashSet<>();
    for (var attempt = 0; attempt < 10 && received.size() < 3; attempt++) {
      surviving(() -> {
        newton.clientOfA1().prepare(prepare);
        newton.awaitIdle();
      });
      received.addAll(newton.acceptors.acceptorsThatReceived(prepare.record().id()));
    }
    assertThat(received).containsExactlyInAnyOrderElementsOf(ScriptedAcceptors.NAMES);
  }

  private void untilPartIs(Message.Prepare prepare, BookingState state) throws Exception {
    surviving(() -> {
      dueWork();
      assertThat(newton.clientOfBar().queryStatus(prepare.record().id()).bookings())
          .as("%s", prepare.record().id())
          .extracting(part -> part.state())
          .isEqualTo(List.of(state));
    });
  }

  private boolean released(Message.Prepare prepare) throws PeerRequestException {
    return newton
        .clientOfBar()
        .queryStatus(prepare.record().id())
        .bookings()
        .getFirst()
        .isReleased();
  }

  private static void dueWork() throws InterruptedException {
    newton.awaitIdle();
    newton.clock.advance(Duration.ofMillis(1));
    newton.runDueWork();
  }

  private interface CrashableStep {
    void take() throws Exception;
  }

  /** Runs a step; if the service crashes in it, restarts the service and repeats the step. */
  private void surviving(CrashableStep step) throws Exception {
    try {
      step.take();
    } catch (PeerRequestException | KilledError | AssertionError e) {
      if (!crash.hasCrashed()) {
        throw e;
      }
    }
    newton.awaitIdle();
    if (crash.hasCrashed()) {
      crash = CrashSwitch.never();
      newton.restart(crash);
      newton.awaitIdle();
      step.take();
    }
  }
}
