package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.VoterEvent;

/** One acceptor's clock is wrong: the others are F+1, and go on. */
class WrongClockTest extends FreshCluster {
  @Test
  void whoseClockIsAheadLeavesItToTheOthersAndSaysSo() throws Exception {
    cluster.setAhead("acceptor-3", Duration.ofMinutes(30));
    cluster.startAll();
    for (var name : cluster.names) {
      assertThat(health(name)).contains("\"clocks\":\"\"");
    }
    for (var number = 1; number <= 5; number++) {
      var id = "t." + number;
      assertThat(cluster.client.begin(cluster.request(id, VOTE_BY), WAIT).outcome())
          .isEqualTo(Outcome.COMMIT);
      Await.until(() ->
          assertThat(cluster.running("acceptor-3").members().isBegun(new TransactionId(id)))
              .isTrue());
    }
    assertThat(health("acceptor-3"))
        .contains("\"status\":\"UP\"", "acceptor-3's clock is ahead or acceptor-1's behind");
  }

  /** It would have nothing voted on: the next one does. */
  @Test
  void whoIsAheadAndAskedFirstRefusesToBegin() throws Exception {
    cluster.setAhead("acceptor-3", Duration.ofMinutes(30));
    cluster.startAll();
    try (var client =
        new HarcClient("bar-ucl", cluster.acceptorPeers("bar-ucl").reversed(), List.of())) {
      assertThat(client.begin(cluster.request("t.1", VOTE_BY), WAIT).outcome())
          .isEqualTo(Outcome.COMMIT);
      assertThat(cluster.newton.prepares.getFirst().leader()).isEqualTo("acceptor-2");
    }
  }

  /** The other is down: what it does not vote on in time is finished before its time has come. */
  @Test
  void whoIsBehindKeepsNobodyFromFinishing() throws Exception {
    cluster.setAhead("acceptor-2", Duration.ofMinutes(-30));
    cluster.start("acceptor-1");
    cluster.start("acceptor-2");
    cluster.newton.answers(new VoterEvent.Unclear());
    var request = cluster.request("t.1", VOTE_BY);
    var asking =
        CompletableFuture.supplyAsync(
            () -> cluster.client.begin(request, WAIT), Thread::startVirtualThread);
    haveVotes(cluster.names.subList(0, 2));
    cluster.turn(VOTE_BY);
    assertThat(asking.get(60, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.ABORT);
    assertThat(health("acceptor-2"))
        .contains("acceptor-1's clock is ahead or acceptor-2's behind, by 17");
  }

  /** Further than --longest-vote it is as good as away. */
  @Test
  void whoIsHoursBehindTakesNothingUp() throws Exception {
    cluster.setAhead("acceptor-3", Duration.ofHours(-2));
    cluster.startAll();
    assertThat(cluster.client.begin(cluster.request("t.1", VOTE_BY), WAIT).outcome())
        .isEqualTo(Outcome.COMMIT);
    assertThat(cluster.running("acceptor-3").members().know(new TransactionId("t.1"))).isFalse();
  }

  private String health(String acceptor) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var at = URI.create(cluster.url(acceptor) + "/health");
      return http.send(HttpRequest.newBuilder(at).build(), BodyHandlers.ofString()).body();
    }
  }
}
