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
import org.touchpaper.harc.client.PeerUnreachableException;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;

class ConcurrentTransactionsTest {
  private static final int TRANSACTIONS = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory;

  @Test
  void twoHundredTransactionsOnFiveConnectionsAllGetAVoteAndShareNoNode() throws Exception {
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
      newton.awaitIdle();
      var phases = new TreeMap<ResourceManagerState.Phase, Integer>();
      for (var i = 0; i < TRANSACTIONS; i++) {
        var state = newton.clientOfBar().queryStatus(new TransactionId("t." + i));
        phases.merge(state.phase(), 1, Integer::sum);
      }
      assertThat(phases)
          .containsOnlyKeys(
              ResourceManagerState.Phase.PREPARED, ResourceManagerState.Phase.ABORTED);
      assertThat(phases.get(ResourceManagerState.Phase.PREPARED)).isBetween(8, 24);
    }
  }

  /** Eight nodes and overlapping windows: a few dozen fit at most. */
  private static HarcAction oneNode(RunningResourceManager newton, int i) {
    var start = newton.clock.instant().plusSeconds(60 + i % 10);
    return new HarcAction.Make(
        "run-" + i,
        new HarcAction.Schedule(start, start.plusSeconds(5)),
        new HarcAction.ComputeNodes("newton", 1));
  }

  /** A leader repeats a Prepare without an answer; each attempt waits for its answer. */
  private static boolean delivered(RunningResourceManager newton, Message.Prepare prepare)
      throws InterruptedException {
    var until = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(until)) {
      try {
        newton.clientOfA1().prepare(prepare);
        return true;
      } catch (PeerUnreachableException e) {
        newton.awaitIdle();
      }
    }
    return false;
  }
}
