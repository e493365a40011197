package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.client.PeerHttp;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.commit.VoterEvent;

@Timeout(60)
class AcceptorTest {
  private static final Duration WAIT = Duration.ofSeconds(9);
  private static final Duration VOTE_BY = Duration.ofSeconds(4);

  @TempDir Path data;
  private Cluster cluster;

  @BeforeEach
  void build() throws IOException {
    cluster = new Cluster(data);
  }

  @AfterEach
  void tearDown() {
    cluster.close();
  }

  @Test
  void commitsWhenEveryoneIsPreparedAndSaysSoForEver() throws Exception {
    cluster.startAll();
    var request = cluster.request("t.1", VOTE_BY);
    var first = cluster.client.begin(request, WAIT);
    assertThat(first)
        .isEqualTo(
            Knowledge.of(
                Decision.COMMIT,
                Map.of("rm-network", Vote.prepared("held"), "rm-newton", Vote.prepared("held"))));
    assertThat(cluster.client.begin(request, WAIT)).isEqualTo(first);
    assertThat(cluster.newton.prepares.getFirst().actions())
        .isEqualTo(request.actionsFor("rm-newton"));
    eventually(() ->
        assertThat(cluster.network.decisions)
            .isEqualTo(cluster.newton.decisions)
            .containsEntry(new TransactionId("t.1"), Decision.COMMIT));
    for (var name : cluster.names) {
      eventually(() -> assertThat(outcomeAt(name, "t.1")).isEqualTo(Outcome.COMMIT));
      cluster.kill(name);
      cluster.start(name);
      assertThat(outcomeAt(name, "t.1")).isEqualTo(Outcome.COMMIT);
    }
    assertThat(cluster.client.begin(request, WAIT)).isEqualTo(first);
  }

  @Test
  void abortsWhenOneRefusesAndNamesTheReason() throws Exception {
    cluster.startAll();
    cluster.newton.answers(new VoterEvent.Refused("no nodes"));
    var answer = cluster.client.begin(cluster.request("t.1", VOTE_BY), WAIT);
    assertThat(answer.outcome()).isEqualTo(Outcome.ABORT);
    assertThat(answer.votes())
        .containsEntry("rm-network", Vote.prepared("held"))
        .containsEntry("rm-newton", Vote.aborted("no nodes"));
    eventually(() ->
        assertThat(cluster.network.decisions)
            .containsEntry(new TransactionId("t.1"), Decision.ABORT));
  }

  @Test
  void abortsAfterVoteByWhenOneKeepsSilent() throws Exception {
    cluster.startAll();
    cluster.newton.answers(new VoterEvent.TimePassed());
    var answer = cluster.client.begin(cluster.request("t.1", Duration.ofSeconds(1)), WAIT);
    assertThat(answer.outcome()).isEqualTo(Outcome.ABORT);
    assertThat(answer.votes()).containsEntry("rm-network", Vote.prepared("held"));
    assertThat(answer.votes()).containsEntry("rm-newton", Vote.aborted(""));
  }

  @Test
  void goesOnWithOneAcceptorDown() throws Exception {
    cluster.start("acceptor-2");
    cluster.start("acceptor-3");
    assertThat(cluster.client.begin(cluster.request("t.1", VOTE_BY), WAIT).outcome())
        .isEqualTo(Outcome.COMMIT);
  }

  @Test
  void saysNotStartedWithoutAMajorityAndSendsNothing() throws Exception {
    cluster.start("acceptor-1");
    var request = cluster.request("t.1", VOTE_BY);
    assertThat(cluster.client.begin(request, WAIT).outcome()).isEqualTo(Outcome.NOT_STARTED);
    assertThat(cluster.network.prepares).isEmpty();
    cluster.start("acceptor-2");
    assertThat(cluster.client.begin(request, WAIT).outcome()).isEqualTo(Outcome.ABORT);
    assertThat(cluster.network.prepares).isEmpty();
  }

  @Test
  void saysNotStartedWithNobodyThere() {
    assertThat(cluster.client.begin(cluster.request("t.1", VOTE_BY), WAIT).outcome())
        .isEqualTo(Outcome.NOT_STARTED);
  }

  @Test
  void endsAbortedWhenTheLeaderDiesBeforePrepare() throws Exception {
    killLeaderAt(StopAt.BEFORE_PREPARE, Outcome.ABORT);
    assertThat(cluster.network.prepares).isEmpty();
  }

  @Test
  void endsCommittedWhenTheLeaderDiesAfterAllVotes() throws Exception {
    killLeaderAt(StopAt.AFTER_VOTES, Outcome.COMMIT);
  }

  private void killLeaderAt(StopAt point, Outcome expected) throws Exception {
    var leader = cluster.start("acceptor-1", point);
    cluster.start("acceptor-2");
    cluster.start("acceptor-3");
    var request = cluster.request("t.1", VOTE_BY);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answer =
          CompletableFuture.supplyAsync(() -> cluster.client.begin(request, WAIT), threads);
      eventually(() -> assertThat(leader.isStopped()).isTrue());
      cluster.kill("acceptor-1");
      assertThat(answer.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(expected);
    }
    cluster.start("acceptor-1");
    for (var name : cluster.names) {
      eventually(() -> assertThat(outcomeAt(name, "t.1")).isEqualTo(expected));
    }
    eventually(() ->
        assertThat(cluster.network.decisions.get(new TransactionId("t.1")))
            .isEqualTo(Decision.valueOf(expected.name())));
  }

  @Test
  void theClientGoesOnWhileAStoppedLeaderHoldsItsConnection() throws Exception {
    cluster.start("acceptor-1", StopAt.AFTER_VOTES);
    cluster.start("acceptor-2");
    cluster.start("acceptor-3");
    assertThat(cluster.client.begin(cluster.request("t.1", VOTE_BY), WAIT).outcome())
        .isEqualTo(Outcome.COMMIT);
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
  void anUnknownIdIsUnknownAndAQuestionWithItsRecordEndsIt() throws Exception {
    cluster.startAll();
    assertThat(cluster.client.outcome(new TransactionId("never")).outcome())
        .isEqualTo(Outcome.UNKNOWN);
    var asked = cluster.request("t.1", Duration.ofSeconds(4)).record();
    assertThat(cluster.client.outcome(asked).outcome()).isEqualTo(Outcome.UNDECIDED);
    eventually(() -> assertThat(cluster.client.outcome(asked).outcome()).isEqualTo(Outcome.ABORT));
  }

  @Test
  void refusesAnotherEpoch() throws Exception {
    cluster.startAll();
    var request = cluster.request("t.1", VOTE_BY);
    var other =
        org.touchpaper.harc.commit.Request.of(
            request.record().id(),
            cluster.names,
            2,
            request.record().voteBy(),
            request.caller(),
            request.actions());
    assertThat(cluster.client.begin(other, WAIT).outcome()).isEqualTo(Outcome.OTHER_RECORD);
  }

  @Test
  void refusesStrangersAndWrongSpeakers() throws Exception {
    cluster.startAll();
    var http = HttpClient.newHttpClient();
    var url = cluster.url("acceptor-1");
    var stranger =
        http.send(
            HttpRequest.newBuilder(url.resolve("/harc/transactions/t.1")).build(),
            BodyHandlers.ofString());
    assertThat(stranger.statusCode()).isEqualTo(401);
    assertThat(HarcXml.readProblem(stranger.body())).contains("unknown peer");

    var record = cluster.request("t.1", VOTE_BY).record();
    var forged =
        new Message.Phase2a(
            record, Ballot.ZERO, Map.of("rm-newton", Vote.prepared("")), "acceptor-1");
    try (var network = new PeerHttp("rm-network")) {
      var acceptor = new AcceptorClient(cluster.acceptorPeers("rm-network").getFirst(), network);
      assertThatThrownBy(() -> acceptor.tell(List.of(forged)))
          .isInstanceOf(PeerUnreachable.class)
          .hasMessageContaining("403");
      var liar = new AcceptorClient(new HarcPeer("acceptor-1", url, "guess"), network);
      assertThatThrownBy(() -> liar.outcome(record.id()))
          .isInstanceOf(PeerUnreachable.class)
          .hasMessageContaining("401");
    }
    assertThat(cluster.client.outcome(record.id()).outcome()).isEqualTo(Outcome.UNKNOWN);
  }

  @Test
  void answersNonsenseWithAReasonAndChangesNothing() throws Exception {
    cluster.startAll();
    assertThat(post("/harc/transactions", "<!DOCTYPE x><x/>")).isEqualTo(400);
    assertThat(post("/harc/transactions", "x".repeat(HarcXml.MAX_BYTES + 1))).isEqualTo(413);
    assertThat(post("/harc/transactions?wait=soon", "")).isEqualTo(400);
    assertThat(post("/harc/messages", "<a>".repeat(1000))).isEqualTo(400);
    assertThat(post("/harc/nothing", "")).isEqualTo(404);
    assertThat(post("/demo/stop-at?point=never", "")).isEqualTo(400);
  }

  private int post(String path, String body) throws Exception {
    var peer = cluster.acceptorPeers("bar-ucl").getFirst();
    var request =
        HttpRequest.newBuilder(URI.create(peer.url() + path))
            .header("Touchpaper-Peer", "bar-ucl")
            .header("Authorization", "Bearer " + peer.secret())
            .POST(HttpRequest.BodyPublishers.ofString(body));
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.discarding()).statusCode();
  }

  @Test
  void twoAcceptorsDoNotShareAPort() throws Exception {
    cluster.start("acceptor-1");
    var settings =
        new Acceptor.Settings(
            "acceptor-2",
            cluster.portOf("acceptor-1"),
            cluster.dataOf("acceptor-2"),
            cluster.peersOf("acceptor-2"),
            org.touchpaper.harc.commit.Timing.DEFAULT,
            false,
            null);
    assertThatThrownBy(() -> Acceptor.start(settings, java.time.Clock.systemUTC()))
        .isInstanceOf(BindException.class);
  }

  private Outcome outcomeAt(String acceptor, String id) throws PeerUnreachable {
    try (var http = new PeerHttp("bar-ucl")) {
      var peer =
          cluster.acceptorPeers("bar-ucl").stream()
              .filter(each -> each.name().equals(acceptor))
              .findFirst()
              .orElseThrow();
      return new AcceptorClient(peer, http).outcome(new TransactionId(id)).outcome();
    }
  }

  private interface Check {
    void run() throws Exception;
  }

  /** Awaits a condition that other threads bring about. */
  private static void eventually(Check check) throws Exception {
    var deadline = System.nanoTime() + Duration.ofSeconds(15).toNanos();
    while (true) {
      try {
        check.run();
        return;
      } catch (AssertionError | PeerUnreachable e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(20_000_000);
      }
    }
  }
}
