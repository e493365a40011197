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
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.client.ResourceState.PartState;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.crash.Killed;

/**
 * The life of one booking, from Prepare to released, told once for each of its writes and messages:
 * there the service is killed, and started again.
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
  void keepsItsWordWhereverItIsKilled() throws Exception {
    newton.restart(crash);
    live("unharmed");
    var points = CrashSwitch.points(crash).toList();
    assertThat(points).hasSizeGreaterThan(20);
    for (var point : points) {
      crash = CrashSwitch.at(point);
      newton.restart(crash);
      live(point.toString().replace(' ', '-'));
    }
  }

  private void live(String name) throws Exception {
    newton.clock.advance(HOUR);
    var nine = newton.clock.instant().plusSeconds(60);
    var schedule = new Action.Schedule(nine, nine.plusSeconds(60));
    var prepare =
        newton.prepare(name, new Action.Make(name, schedule, new Action.Compute("newton", 8)));
    vote(prepare);
    surviving(
        () -> newton.fromA1().decide(RunningResourceManager.decide(prepare, Decision.COMMIT)));
    untilPartIs(prepare, PartState.COMMITTED);
    newton.clock.set(nine);
    untilPartIs(prepare, PartState.ACTIVE);
    assertThat(directory).isDirectoryContaining(file -> file.endsWith(name + ".json"));
    newton.clock.set(nine.plusSeconds(60));
    untilPartIs(prepare, PartState.ENDED);
    surviving(() -> {
      dueWork();
      assertThat(released(prepare)).as("%s released", name).isTrue();
    });
    assertThat(directory).isEmptyDirectory();
  }

  /** The leader repeats Prepare until the vote is known: so does this. */
  private void vote(Message.Prepare prepare) throws Exception {
    Set<String> heard = new HashSet<>();
    for (var attempt = 0; attempt < 10 && heard.size() < 3; attempt++) {
      surviving(() -> {
        newton.fromA1().prepare(prepare);
        newton.awaitQuiet();
      });
      heard.addAll(newton.acceptors.whoHeard(prepare.record().id()));
    }
    assertThat(heard).containsExactlyInAnyOrderElementsOf(ScriptedAcceptors.NAMES);
  }

  private void untilPartIs(Message.Prepare prepare, PartState state) throws Exception {
    surviving(() -> {
      dueWork();
      assertThat(newton.fromBar().query(prepare.record().id()).parts())
          .as("%s", prepare.record().id())
          .extracting(part -> part.state())
          .isEqualTo(List.of(state));
    });
  }

  private boolean released(Message.Prepare prepare) throws PeerUnreachable {
    return newton.fromBar().query(prepare.record().id()).parts().getFirst().released();
  }

  private static void dueWork() throws InterruptedException {
    newton.awaitQuiet();
    newton.clock.advance(Duration.ofMillis(1));
    newton.runDueWork();
  }

  private interface Step {
    void take() throws Exception;
  }

  /** Takes a step; if the service is killed in it, starts the service and takes the step again. */
  private void surviving(Step step) throws Exception {
    try {
      step.take();
    } catch (PeerUnreachable | Killed | AssertionError e) {
      if (!crash.isDead()) {
        throw e;
      }
    }
    newton.awaitQuiet();
    if (crash.isDead()) {
      crash = CrashSwitch.never();
      newton.restart(crash);
      newton.awaitQuiet();
      step.take();
    }
  }
}
