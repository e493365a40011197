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
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.TransactionRecord;

/** An acceptor process whose files may not grow beyond a limit, as on a full disk. */
@Timeout(300)
class FullDiskTest {
  private static final int KIBIBYTES = 24;

  @TempDir Path data;

  @Test
  void whoCannotWriteDoesNotVoteAndIsMissedByNobody() throws Exception {
    try (var cluster = new Cluster(data)) {
      var args = cluster.argsOf("acceptor-1");
      var quick = QuickStart.trained(data.resolve("quick"), MortalAcceptor.class, args);
      cluster.start("acceptor-2");
      cluster.start("acceptor-3");
      var told = new HashMap<TransactionRecord, Outcome>();
      try (var limited = AcceptorJvm.startOnSmallDisk(quick, args, KIBIBYTES)) {
        limited.awaitReady();
        for (var i = 1; health(cluster) == 200; i++) {
          assertThat(i).as("transactions that fit").isLessThan(200);
          begin(cluster, "before." + i, told);
        }
        begin(cluster, "after.1", told);
        begin(cluster, "after.2", told);
      }
      assertThat(told.values()).contains(Outcome.COMMIT);
      cluster.start("acceptor-1");
      for (var each : told.entrySet()) {
        for (var name : cluster.names) {
          Await.until(() ->
              assertThat(outcomeAt(cluster, name, each.getKey()))
                  .as("%s at %s", each.getKey().id(), name)
                  .isEqualTo(each.getValue()));
        }
      }
    }
  }

  private static int health(Cluster cluster) throws Exception {
    var url = cluster.url("acceptor-1").resolve("/health");
    try (var http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.discarding()).statusCode();
    }
  }

  /** Where the one that leads cannot write any more, the end comes after voteBy. */
  private static void begin(Cluster cluster, String id, Map<TransactionRecord, Outcome> told) {
    var request = cluster.request(id, Duration.ofSeconds(4));
    var outcome = MortalCluster.end(cluster.client.begin(request, Duration.ofSeconds(50)));
    assertThat(outcome).isIn(Outcome.COMMIT, Outcome.ABORT);
    told.put(request.record(), outcome);
  }

  private static Outcome outcomeAt(Cluster cluster, String name, TransactionRecord record)
      throws Exception {
    var only = List.of(cluster.acceptorPeer("bar-ucl", name));
    try (var client = new HarcClient("bar-ucl", only, List.of())) {
      return client.outcome(record).outcome();
    }
  }
}
