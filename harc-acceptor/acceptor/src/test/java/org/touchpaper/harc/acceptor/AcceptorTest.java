package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.Begun;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.PeerHttp;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.commit.VoterEvent;

class AcceptorTest extends FreshCluster {
  @Test
  void commitsWhenEveryoneIsPreparedAndSaysSoForEver() throws Exception {
    cluster.startAll();
    var request = cluster.request("t.1", VOTE_BY);
    var first = cluster.client.begin(request, WAIT);
    assertThat(first.knowledge())
        .isEqualTo(
            Knowledge.of(
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
  void abortsWhenOneRefusesAndNamesTheReason() throws Exception {
    cluster.startAll();
    cluster.newton.answers(new VoterEvent.Refused("no nodes"));
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
  void abortsAfterVoteByWhenOneKeepsSilent() throws Exception {
    cluster.startAll();
    cluster.newton.answers(new VoterEvent.Unclear());
    var asking = beginning(cluster.request("t.1", VOTE_BY));
    haveVotes(cluster.names);
    cluster.turn(VOTE_BY);
    var answer = asking.get(60, TimeUnit.SECONDS);
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

  /** Those that were heard a moment ago are there: nobody need be asked before Prepare. */
  @Test
  void sendsPrepareBeforeAnotherAcceptorHearsOfItWhereAMajorityIsThere() throws Exception {
    var saidFirst = new ConcurrentHashMap<TransactionId, String>();
    cluster.start(
        "acceptor-1",
        (kind, about, what) -> {
          if (kind == Failpoints.Kind.SAYING) {
            about.forEach(id -> saidFirst.putIfAbsent(id, what));
          }
        });
    cluster.start("acceptor-2");
    cluster.start("acceptor-3");
    var number = new AtomicInteger();
    try (var streaming = new HarcClient("bar-ucl", cluster.streamingPeers("bar-ucl"), List.of())) {
      for (var client : List.of(cluster.client, streaming)) {
        // The lines between them are open at last, and then lively.
        Await.until(() -> {
          var next = cluster.request("t." + number.incrementAndGet(), VOTE_BY);
          assertThat(client.begin(next, WAIT).outcome()).isEqualTo(Outcome.COMMIT);
          assertThat(saidFirst.get(next.record().id())).startsWith("Prepare to ");
        });
      }
    }
  }

  @Test
  void saysNotStartedWithoutAMajorityAndSendsNothing() throws Exception {
    cluster.timing = hurried();
    cluster.start("acceptor-1");
    var request = cluster.request("t.1", VOTE_BY);
    assertThat(cluster.client.begin(request, WAIT).outcome()).isEqualTo(Outcome.NOT_STARTED);
    assertThat(cluster.network.prepares).isEmpty();
    cluster.start("acceptor-2");
    var again = beginning(request);
    cluster.turn(VOTE_BY);
    assertThat(again.get(60, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.ABORT);
    assertThat(cluster.network.prepares).isEmpty();
  }

  /** That it led is written in time only: it may have sent Prepare, and have died before. */
  @Test
  void doesNotSayNotStartedOfWhatItMayHaveBegunBeforeItWasRestarted() throws Exception {
    cluster.timing = hurried();
    cluster.start("acceptor-1");
    cluster.kill("acceptor-1");
    cluster.start("acceptor-1");
    var before = cluster.request("t.1", VOTE_BY);
    assertThat(cluster.client.begin(before, Duration.ofSeconds(2)).outcome())
        .isEqualTo(Outcome.UNDECIDED);
  }

  private static Timing hurried() {
    var usual = Timing.DEFAULT;
    return new Timing(
        usual.retry(),
        Duration.ofMillis(500),
        usual.abortGrace(),
        usual.grace(),
        usual.stagger(),
        usual.ask());
  }

  @Test
  void saysNotStartedWithNobodyThere() {
    assertThat(cluster.client.begin(cluster.request("t.1", VOTE_BY), WAIT).outcome())
        .isEqualTo(Outcome.NOT_STARTED);
  }

  @Test
  void isLedByTheNextWhenTheLeaderDiesBeforePrepare() throws Exception {
    // Nothing is on the first one's disk, and it may be over when that is back: it need not know
    // it.
    killLeaderAt(StopAt.BEFORE_PREPARE, cluster.names.subList(1, 3));
    assertThat(cluster.network.prepares.getFirst().leader()).isEqualTo("acceptor-2");
  }

  @Test
  void endsCommittedWhenTheLeaderDiesAfterAllVotes() throws Exception {
    killLeaderAt(StopAt.AFTER_VOTES, cluster.names);
  }

  private void killLeaderAt(StopAt point, List<String> witnesses) throws Exception {
    var leader = cluster.start("acceptor-1", point);
    cluster.start("acceptor-2");
    cluster.start("acceptor-3");
    var answer = beginning(cluster.request("t.1", VOTE_BY));
    Await.until(() -> assertThat(leader.isStopped()).isTrue());
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

  private CompletableFuture<Begun> beginning(Request request) {
    return CompletableFuture.supplyAsync(
        () -> cluster.client.begin(request, WAIT), Thread::startVirtualThread);
  }

  @Test
  void theClientGoesOnWhileAStoppedLeaderHoldsItsConnection() throws Exception {
    cluster.start("acceptor-1", StopAt.AFTER_VOTES);
    cluster.start("acceptor-2");
    cluster.start("acceptor-3");
    assertThat(cluster.client.begin(cluster.request("t.1", VOTE_BY), WAIT).outcome())
        .isEqualTo(Outcome.COMMIT);
  }

  /** One caller waits for an acceptor that hangs; those after it begin with another. */
  @Test
  void laterCallersDoNotWaitForAnAcceptorThatHangs() throws Exception {
    cluster.start("acceptor-1", StopAt.AFTER_VOTES);
    cluster.start("acceptor-2");
    cluster.start("acceptor-3");
    var number = new AtomicInteger();
    Await.until(() -> {
      var next = cluster.request("t." + number.incrementAndGet(), VOTE_BY);
      assertThat(cluster.client.begin(next, WAIT).outcome()).isEqualTo(Outcome.COMMIT);
      var prepare = cluster.newton.prepares.getLast();
      assertThat(prepare.record()).isEqualTo(next.record());
      assertThat(prepare.leader()).isEqualTo("acceptor-2");
    });
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
    var asked = cluster.request("t.1", VOTE_BY).record();
    assertThat(cluster.client.outcome(asked).outcome()).isEqualTo(Outcome.UNDECIDED);
    cluster.turn(VOTE_BY);
    Await.until(() -> assertThat(cluster.client.outcome(asked).outcome()).isEqualTo(Outcome.ABORT));
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
            Timing.DEFAULT,
            false,
            null);
    assertThatThrownBy(() -> Acceptor.start(settings, java.time.Clock.systemUTC()))
        .isInstanceOf(BindException.class);
  }

  @Test
  void saysThatAPortIsTakenByItsStatus() throws Exception {
    cluster.start("acceptor-1");
    var streams = "" + cluster.streamPortOf("acceptor-1");
    for (var time = 0; time < 2; time++) {
      var args = argumentsOf("--port", "0", "--stream-port", streams);
      assertThat(AcceptorProcess.run(args, java.time.Clock.systemUTC())).isEqualTo(3);
    }
  }

  /** A blank memory under an epoch that was only guessed would break an older one's word. */
  @Test
  void isNotInitialisedWithoutBeingToldItsEpoch() throws Exception {
    var blank = cluster.dataOf("acceptor-2").resolveSibling("blank");
    var peers = cluster.peersFileOf("acceptor-2").toString();
    for (var time = 0; time < 2; time++) {
      String[] args = {
        "--name",
        "acceptor-2",
        "--port",
        "0",
        "--data",
        "" + blank,
        "--peers",
        peers,
        "--initialise"
      };
      assertThat(AcceptorProcess.run(args, java.time.Clock.systemUTC())).isEqualTo(2);
      assertThat(Acceptor.isInitialised(blank)).isFalse();
    }
  }

  @Test
  void listensWhereItIsTold() throws Exception {
    assertThat(AcceptorProcess.USAGE).contains("--address");
    try (var onTheSamePort = listeningOn("127.0.0.2", cluster.portOf("acceptor-1"));
        var http = HttpClient.newHttpClient()) {
      cluster.start("acceptor-1");
      var url = URI.create("http://127.0.0.2:" + onTheSamePort.port() + "/health");
      var request = HttpRequest.newBuilder(url).build();
      var answer = http.send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).as("%s", answer.body()).isEqualTo(200);
    }
    assertThatThrownBy(() -> listeningOn("192.0.2.1", 0).close())
        .as("an address of RFC 5737, nobody's")
        .isInstanceOf(BindException.class);
  }

  private Acceptor listeningOn(String address, int port) throws Exception {
    var args = argumentsOf("--port", "" + port, "--address", address);
    return Acceptor.start(
        AcceptorProcess.settings(AcceptorProcess.options(args)), java.time.Clock.systemUTC());
  }

  /** Of acceptor-2, and these. */
  private String[] argumentsOf(String... more) throws Exception {
    var peers = cluster.peersFileOf("acceptor-2").toString();
    var data = cluster.dataOf("acceptor-2").toString();
    var own = Stream.of("--name", "acceptor-2", "--data", data, "--peers", peers);
    return Stream.concat(own, Stream.of(more)).toArray(String[]::new);
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
}
