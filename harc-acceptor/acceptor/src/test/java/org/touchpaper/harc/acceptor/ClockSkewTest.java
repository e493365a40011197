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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;

/** The clock of one acceptor is wrong; the other F+1 continue. */
class ClockSkewTest extends AcceptorClusterFixture {
  @Test
  void anAcceptorAheadLeavesTheDecisionToTheOthersAndWarns() throws Exception {
    cluster.setClockOffset("acceptor-3", Duration.ofMinutes(30));
    cluster.startAll();
    for (var name : cluster.names) {
      assertThat(health(name)).contains("\"clocks\":\"\"");
    }
    var number = new AtomicInteger();
    // Repeated until the streams between the acceptors are open.
    Await.until(() -> {
      var id = "t." + number.incrementAndGet();
      assertThat(cluster.client.begin(cluster.request(id, VOTE_BY), WAIT).outcome())
          .isEqualTo(Outcome.COMMIT);
      Await.until(() ->
          assertThat(cluster.running("acceptor-3").transactions().isBegun(new TransactionId(id)))
              .isTrue());
      assertThat(health("acceptor-3"))
          .contains("\"status\":\"UP\"", "acceptor-3's clock is ahead or acceptor-1's behind");
    });
  }

  /** By its clock the vote is over, so the client tries the next acceptor. */
  @Test
  void anAcceptorAheadRefusesToBegin() throws Exception {
    cluster.setClockOffset("acceptor-3", Duration.ofMinutes(30));
    cluster.startAll();
    try (var client =
        new HarcClient("bar-ucl", cluster.acceptorPeers("bar-ucl").reversed(), List.of())) {
      assertThat(client.begin(cluster.request("t.1", VOTE_BY), WAIT).outcome())
          .isEqualTo(Outcome.COMMIT);
      assertThat(cluster.newton.prepares.getFirst().leader()).isEqualTo("acceptor-2");
    }
  }

  /** The third is down; the recovery starts before {@code voteBy} by the late clock. */
  @Test
  void anAcceptorBehindDoesNotPreventRecovery() throws Exception {
    cluster.setClockOffset("acceptor-2", Duration.ofMinutes(-30));
    cluster.start("acceptor-1");
    cluster.start("acceptor-2");
    cluster.newton.setBackendAnswer(new ResourceManagerEvent.HoldUncertain());
    var request = cluster.request("t.1", VOTE_BY);
    var asking =
        CompletableFuture.supplyAsync(
            () -> cluster.client.begin(request, WAIT), Thread::startVirtualThread);
    awaitVotesAt(cluster.names.subList(0, 2));
    cluster.advanceClock(VOTE_BY);
    assertThat(asking.get(60, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.ABORT);
    assertThat(health("acceptor-2"))
        .contains("acceptor-1's clock is ahead or acceptor-2's behind, by 17");
  }

  /** Behind by more than touchpaper.acceptor.max-vote-duration it rejects transactions. */
  @Test
  void anAcceptorHoursBehindRejectsTransactions() throws Exception {
    cluster.setClockOffset("acceptor-3", Duration.ofHours(-2));
    cluster.startAll();
    assertThat(cluster.client.begin(cluster.request("t.1", VOTE_BY), WAIT).outcome())
        .isEqualTo(Outcome.COMMIT);
    assertThat(cluster.running("acceptor-3").transactions().isKnown(new TransactionId("t.1")))
        .isFalse();
  }

  private String health(String acceptor) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var at = URI.create(cluster.url(acceptor) + "/health");
      return http.send(HttpRequest.newBuilder(at).build(), BodyHandlers.ofString()).body();
    }
  }
}
