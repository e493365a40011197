package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.transport.message.StreamMessage;

class ConcurrentTransactionsTest {
  private static final int TRANSACTIONS = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory;

  @Test
  void twoHundredTransactionsOnFiveConnectionsAllGetAVoteAndShareNoNode() throws Exception {
    try (var newton = RunningResourceManager.newton(directory)) {
      var unanswered = new HashMap<TransactionId, Message.Prepare>();
      for (var i = 0; i < TRANSACTIONS; i++) {
        var prepare = newton.prepare("t." + i, oneNode(newton, i));
        unanswered.put(prepare.record().id(), prepare);
      }
      // A leader repeats a Prepare without an answer.
      var until = Instant.now().plus(PATIENCE);
      while (!unanswered.isEmpty() && Instant.now().isBefore(until)) {
        for (var prepare : unanswered.values()) {
          newton.acceptors.stream().send(new StreamMessage.ProtocolMessage(prepare));
        }
        newton.clientOfA1().prepare(unanswered.values().iterator().next());
        newton.awaitIdle();
        newton
            .acceptors
            .drain()
            .forEach(received -> unanswered.remove(received.vote().record().id()));
      }
      assertThat(unanswered).isEmpty();
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
}
