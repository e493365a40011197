package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.acceptor.eventloop.StopPoint;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.BeginResult;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerHttpClient;
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;

class AcceptorServerTest extends AcceptorClusterFixture {
  @Test
  void commitsWhenAllArePreparedAndKeepsTheOutcome() throws Exception {
    cluster.startAll();
    var request = cluster.request("t.1", VOTE_BY);
    var first = cluster.client.begin(request, WAIT);
    assertThat(first.report())
        .isEqualTo(
            TransactionOutcomeResponse.of(
                Decision.COMMIT,
                Map.of("rm-network", Vote.prepared("held"), "rm-newton", Vote.prepared("held"))));
    assertThat(cluster.client.begin(request, WAIT)).isEqualTo(first);
    assertThat(cluster.newton.prepares.getFirst().actions())
        .isEqualTo(request.actionsFor("rm-newton"));
    Await.until(() ->
        assertThat(cluster.network.decisions)
            .isEqualTo(cluster.newton.decisions)
            .containsEntry(new TransactionId("t.1"), Decision.COMMIT));
    for (var name : cluster.names) {
      Await.until(() -> assertThat(outcomeAt(name, "t.1")).isEqualTo(Outcome.COMMIT));
      cluster.kill(name);
      cluster.start(name);
      assertThat(outcomeAt(name, "t.1")).isEqualTo(Outcome.COMMIT);
    }
    assertThat(cluster.client.begin(request, WAIT)).isEqualTo(first);
  }

  @Test
  void abortsWhenOneRefusesAndReturnsTheReason() throws Exception {
    cluster.startAll();
    cluster.newton.setBackendAnswer(new ResourceManagerEvent.HoldRefused("no nodes"));
    var answer = cluster.client.begin(cluster.request("t.1", VOTE_BY), WAIT);
    assertThat(answer.outcome()).isEqualTo(Outcome.ABORT);
    assertThat(answer.votes())
        .containsEntry("rm-network", Vote.prepared("held"))
        .containsEntry("rm-newton", Vote.aborted("no nodes"));
    Await.until(() ->
        assertThat(cluster.network.decisions)
            .containsEntry(new TransactionId("t.1"), Decision.ABORT));
  }

  @Test
  void abortsAfterVoteByWhenOneDoesNotVote() throws Exception {
    cluster.startAll();
    cluster.newton.setBackendAnswer(new ResourceManagerEvent.HoldUncertain());
    var asking = beginAsync(cluster.request("t.1", VOTE_BY));
    awaitVotesAt(cluster.names);
    cluster.advanceClock(VOTE_BY);
    var answer = asking.get(60, TimeUnit.SECONDS);
    assertThat(answer.outcome()).isEqualTo(Outcome.ABORT);
    assertThat(answer.votes()).containsEntry("rm-network", Vote.prepared("held"));
    assertThat(answer.votes()).containsEntry("rm-newton", Vote.aborted(""));
  }

  @Test
  void commitsWithOneAcceptorDown() throws Exception {
    cluster.start("acceptor-2");
    cluster.start("acceptor-3");
    assertThat(cluster.client.begin(cluster.request("t.1", VOTE_BY), WAIT).outcome())
        .isEqualTo(Outcome.COMMIT);
  }

  /** Acceptors that are alive need not be enlisted before Prepare. */
  @Test
  void sendsPrepareFirstWhenAMajorityOfAcceptorsIsAlive() throws Exception {
    var firstSent = new ConcurrentHashMap<TransactionId, String>();
    cluster.start(
        "acceptor-1",
        (kind, transactionIds, detail) -> {
          if (kind == Failpoints.Kind.SENDING) {
            transactionIds.forEach(id -> firstSent.putIfAbsent(id, detail));
          }
        });
    cluster.start("acceptor-2");
    cluster.start("acceptor-3");
    var number = new AtomicInteger();
    try (var streaming = new HarcClient("bar-ucl", cluster.streamingPeers("bar-ucl"), List.of())) {
      for (var client : List.of(cluster.client, streaming)) {
        // Retried until the streams between the acceptors are open and alive.
        Await.until(() -> {
          var next = cluster.request("t." + number.incrementAndGet(), VOTE_BY);
          assertThat(client.begin(next, WAIT).outcome()).isEqualTo(Outcome.COMMIT);
          assertThat(firstSent.get(next.record().id())).startsWith("Prepare to ");
        });
      }
    }
  }

  @Test
  void returnsNotStartedWithoutAMajorityAndSendsNothing() throws Exception {
    cluster.timeouts = shortTimeouts();
    cluster.start("acceptor-1");
    var request = cluster.request("t.1", VOTE_BY);
    assertThat(cluster.client.begin(request, WAIT).outcome()).isEqualTo(Outcome.NOT_STARTED);
    assertThat(cluster.network.prepares).isEmpty();
    cluster.start("acceptor-2");
    var secondResult = beginAsync(request);
    cluster.advanceClock(VOTE_BY);
    assertThat(secondResult.get(60, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.ABORT);
    assertThat(cluster.network.prepares).isEmpty();
  }

  /** Leadership is a deferred write: it may have sent Prepare and crashed before the write. */
  @Test
  void doesNotReturnNotStartedSoonAfterARestart() throws Exception {
    cluster.timeouts = shortTimeouts();
    cluster.start("acceptor-1");
    cluster.kill("acceptor-1");
    cluster.start("acceptor-1");
    var before = cluster.request("t.1", VOTE_BY);
    assertThat(cluster.client.begin(before, Duration.ofSeconds(2)).outcome())
        .isEqualTo(Outcome.UNDECIDED);
  }

  private static ProtocolTimeouts shortTimeouts() {
    var defaults = ProtocolTimeouts.DEFAULT;
    return new ProtocolTimeouts(
        defaults.retry(),
        Duration.ofMillis(500),
        defaults.abortGrace(),
        defaults.voteGrace(),
        defaults.stagger(),
        defaults.askInterval());
  }

  @Test
  void returnsNotStartedWithoutAnyAcceptor() {
    assertThat(cluster.client.begin(cluster.request("t.1", VOTE_BY), WAIT).outcome())
        .isEqualTo(Outcome.NOT_STARTED);
  }

  @Test
  void theNextAcceptorLeadsWhenTheLeaderCrashesBeforePrepare() throws Exception {
    // The crashed leader has nothing on disk, and the transaction may be completed when it is back.
    crashLeaderAt(StopPoint.BEFORE_PREPARE, cluster.names.subList(1, 3));
    assertThat(cluster.network.prepares.getFirst().leader()).isEqualTo("acceptor-2");
  }

  @Test
  void commitsWhenTheLeaderCrashesAfterAllVotes() throws Exception {
    crashLeaderAt(StopPoint.AFTER_VOTES, cluster.names);
  }

  private void crashLeaderAt(StopPoint point, List<String> witnesses) throws Exception {
    var leader = cluster.start("acceptor-1", point);
    cluster.start("acceptor-2");
    cluster.start("acceptor-3");
    cluster.awaitResourceManagers();
    var answer = beginAsync(cluster.request("t.1", VOTE_BY));
    Await.until(() -> assertThat(leader.isAtStopPoint()).isTrue());
    cluster.kill("acceptor-1");
    assertThat(answer.get(60, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.COMMIT);
    cluster.start("acceptor-1");
    for (var name : witnesses) {
      Await.until(() -> assertThat(outcomeAt(name, "t.1")).isEqualTo(Outcome.COMMIT));
    }
    Await.until(() ->
        assertThat(cluster.network.decisions.get(new TransactionId("t.1")))
            .isEqualTo(Decision.COMMIT));
  }

  private CompletableFuture<BeginResult> beginAsync(TransactionRequest request) {
    return CompletableFuture.supplyAsync(
        () -> cluster.client.begin(request, WAIT), Thread::startVirtualThread);
  }

  @Test
  void theClientTriesAnotherAcceptorWhenTheLeaderHangs() throws Exception {
    cluster.start("acceptor-1", StopPoint.AFTER_VOTES);
    cluster.start("acceptor-2");
    cluster.start("acceptor-3");
    cluster.awaitResourceManagers();
    assertThat(cluster.client.begin(cluster.request("t.1", VOTE_BY), WAIT).outcome())
        .isEqualTo(Outcome.COMMIT);
  }

  /** One call waits for an acceptor that hangs; later calls try another first. */
  @Test
  void laterCallsDoNotWaitForAnAcceptorThatHangs() throws Exception {
    cluster.start("acceptor-1", StopPoint.AFTER_VOTES);
    cluster.start("acceptor-2");
    cluster.start("acceptor-3");
    cluster.awaitResourceManagers();
    var number = new AtomicInteger();
    try (var client = new HarcClient("bar-ucl", cluster.streamingPeers("bar-ucl"), List.of())) {
      Await.until(() -> {
        var next = cluster.request("t." + number.incrementAndGet(), VOTE_BY);
        assertThat(client.begin(next, WAIT).outcome()).isEqualTo(Outcome.COMMIT);
        var prepare = cluster.newton.prepares.getLast();
        assertThat(prepare.record()).isEqualTo(next.record());
        assertThat(prepare.leader()).isEqualTo("acceptor-2");
      });
    }
  }

  @Test
  void anIdBelongsToOneRecord() throws Exception {
    cluster.startAll();
    var first = cluster.request("t.1", VOTE_BY);
    assertThat(cluster.client.begin(first, WAIT).outcome()).isEqualTo(Outcome.COMMIT);
    assertThat(cluster.client.begin(cluster.request("t.1", WAIT), WAIT).outcome())
        .isEqualTo(Outcome.OTHER_RECORD);
    assertThat(cluster.client.outcome(first.record()).outcome()).isEqualTo(Outcome.COMMIT);
  }

  @Test
  void anUnknownIdIsUnknownAndAQueryWithItsRecordCompletesIt() throws Exception {
    cluster.startAll();
    assertThat(cluster.client.outcome(new TransactionId("never")).outcome())
        .isEqualTo(Outcome.UNKNOWN);
    var record = cluster.request("t.1", VOTE_BY).record();
    assertThat(cluster.client.outcome(record).outcome()).isEqualTo(Outcome.UNDECIDED);
    cluster.advanceClock(VOTE_BY);
    Await.until(
        () -> assertThat(cluster.client.outcome(record).outcome()).isEqualTo(Outcome.ABORT));
  }

  @Test
  void rejectsAPortThatIsInUse() throws Exception {
    cluster.start("acceptor-1");
    var settings =
        new AcceptorServer.Settings(
            "acceptor-2",
            cluster.portOf("acceptor-1"),
            0,
            cluster.dataOf("acceptor-2"),
            cluster.peersOf("acceptor-2"),
            ProtocolTimeouts.DEFAULT,
            false);
    assertThatThrownBy(() -> AcceptorServer.start(settings, java.time.Clock.systemUTC()))
        .isInstanceOf(BindException.class);
  }

  @Test
  void exitsWithStatus3WhenAPortIsInUse() throws Exception {
    cluster.start("acceptor-1");
    var streams = "" + cluster.streamPortOf("acceptor-1");
    for (var time = 0; time < 2; time++) {
      var args = argumentsOf("server.port=0", "touchpaper.acceptor.stream-port=" + streams);
      assertThat(AcceptorMain.run(args, java.time.Clock.systemUTC())).isEqualTo(3);
    }
  }

  /** A blank journal under a guessed epoch could break earlier promises. */
  @Test
  void isNotInitialisedWithoutAnEpoch() throws Exception {
    var blank = cluster.dataOf("acceptor-2").resolveSibling("blank");
    var file = cluster.configurationOf("acceptor-2", "server.port=0", "touchpaper.data=" + blank);
    for (var time = 0; time < 2; time++) {
      String[] args = {file.toString(), "--initialise"};
      assertThat(AcceptorMain.run(args, java.time.Clock.systemUTC())).isEqualTo(2);
      assertThat(AcceptorServer.isInitialised(blank)).isFalse();
    }
  }

  @Test
  void listensOnTheConfiguredAddress() throws Exception {
    try (var onTheSamePort = startListeningOn("127.0.0.2", cluster.portOf("acceptor-1"));
        var http = HttpClient.newHttpClient()) {
      cluster.start("acceptor-1");
      var url = URI.create("http://127.0.0.2:" + onTheSamePort.port() + "/health");
      var request = HttpRequest.newBuilder(url).build();
      var answer = http.send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).as("%s", answer.body()).isEqualTo(200);
    }
    assertThatThrownBy(() -> startListeningOn("192.0.2.1", 0).close())
        .as("an address of RFC 5737, not local")
        .isInstanceOf(BindException.class);
  }

  private AcceptorServer startListeningOn(String address, int port) throws Exception {
    var file = Path.of(argumentsOf("server.port=" + port, "server.address=" + address)[0]);
    return AcceptorServer.start(AcceptorMain.settings(file, null), java.time.Clock.systemUTC());
  }

  /** The configuration file of acceptor-2 with these settings. */
  private String[] argumentsOf(String... settings) throws Exception {
    var data = "touchpaper.data=" + cluster.dataOf("acceptor-2");
    var all = Stream.concat(Stream.of(data), Stream.of(settings)).toArray(String[]::new);
    return new String[] {cluster.configurationOf("acceptor-2", all).toString()};
  }

  private Outcome outcomeAt(String acceptor, String id) throws PeerRequestException {
    try (var http = new PeerHttpClient("bar-ucl")) {
      var peer =
          cluster.acceptorPeers("bar-ucl").stream()
              .filter(endpoint -> endpoint.name().equals(acceptor))
              .findFirst()
              .orElseThrow();
      return new AcceptorClient(peer, http).outcome(new TransactionId(id)).outcome();
    }
  }
}
