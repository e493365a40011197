package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.TransactionId;

class ManyAtOnceTest {
  private static final int TRANSACTIONS = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory;

  @Test
  void twoHundredAtOnceOnFiveConnectionsAllGetTheirVoteAndShareNoNode() throws Exception {
    try (var newton = RunningResourceManager.newton(directory);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var prepares = new ArrayList<Callable<Boolean>>();
      for (var i = 0; i < TRANSACTIONS; i++) {
        var prepare = newton.prepare("t." + i, oneNode(newton, i));
        prepares.add(() -> delivered(newton, prepare));
      }
      for (var answered : threads.invokeAll(prepares)) {
        assertThat(answered.get()).isTrue();
      }
      newton.awaitQuiet();
      var phases = new TreeMap<Ledger.Phase, Integer>();
      for (var i = 0; i < TRANSACTIONS; i++) {
        var state = newton.fromBar().query(new TransactionId("t." + i));
        phases.merge(state.phase(), 1, Integer::sum);
      }
      assertThat(phases).containsOnlyKeys(Ledger.Phase.PREPARED, Ledger.Phase.ABORTED);
      assertThat(phases.get(Ledger.Phase.PREPARED)).isBetween(8, 24);
    }
  }

  /** Eight nodes and windows that overlap: a few dozen fit at most. */
  private static Action oneNode(RunningResourceManager newton, int i) {
    var start = newton.clock.instant().plusSeconds(60 + i % 10);
    return new Action.Make(
        "run-" + i,
        new Action.Schedule(start, start.plusSeconds(5)),
        new Action.Compute("newton", 1));
  }

  /** A leader repeats what is not answered in time; each attempt waits for an answer itself. */
  private static boolean delivered(RunningResourceManager newton, Message.Prepare prepare)
      throws InterruptedException {
    var until = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(until)) {
      try {
        newton.fromA1().prepare(prepare);
        return true;
      } catch (PeerUnreachable e) {
        newton.awaitQuiet();
      }
    }
    return false;
  }
}
