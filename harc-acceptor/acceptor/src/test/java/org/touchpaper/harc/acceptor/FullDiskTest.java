package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRecord;

/** An acceptor process with a limit on the size of its files, as on a full disk. */
@Timeout(300)
class FullDiskTest {
  private static final int KIBIBYTES = 24;

  @TempDir Path data;

  @Test
  void anAcceptorThatCannotWriteStopsVotingAndTheOthersContinue() throws Exception {
    try (var cluster = new InProcessCluster(data)) {
      var args = cluster.argsOf("acceptor-1");
      var launcher =
          CachedJvmLauncher.withTrainedCache(data.resolve("aot"), CrashingAcceptor.class, args);
      cluster.start("acceptor-2");
      cluster.start("acceptor-3");
      var outcomes = new HashMap<TransactionRecord, Outcome>();
      try (var limited = AcceptorJvm.startOnSmallDisk(launcher, args, KIBIBYTES)) {
        limited.awaitReady();
        for (var i = 1; health(cluster) == 200; i++) {
          assertThat(i).as("transactions that fit").isLessThan(200);
          begin(cluster, "before." + i, outcomes);
        }
        begin(cluster, "after.1", outcomes);
        begin(cluster, "after.2", outcomes);
      }
      assertThat(outcomes.values()).contains(Outcome.COMMIT);
      cluster.start("acceptor-1");
      for (var entry : outcomes.entrySet()) {
        for (var name : cluster.names) {
          Await.until(() ->
              assertThat(outcomeAt(cluster, name, entry.getKey()))
                  .as("%s at %s", entry.getKey().id(), name)
                  .isEqualTo(entry.getValue()));
        }
      }
    }
  }

  private static int health(InProcessCluster cluster) throws Exception {
    var url = cluster.url("acceptor-1").resolve("/health");
    try (var http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.discarding()).statusCode();
    }
  }

  /** If the leader cannot write, the others decide after voteBy. */
  private static void begin(
      InProcessCluster cluster, String id, Map<TransactionRecord, Outcome> outcomes) {
    var request = cluster.request(id, Duration.ofSeconds(4));
    var outcome = CrashTestCluster.outcomeOf(cluster.client.begin(request, Duration.ofSeconds(50)));
    assertThat(outcome).isIn(Outcome.COMMIT, Outcome.ABORT);
    outcomes.put(request.record(), outcome);
  }

  private static Outcome outcomeAt(InProcessCluster cluster, String name, TransactionRecord record)
      throws Exception {
    var only = List.of(cluster.acceptorPeer("bar-ucl", name));
    try (var client = new HarcClient("bar-ucl", only, List.of())) {
      return client.outcome(record).outcome();
    }
  }
}
