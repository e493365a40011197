package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.VoterEvent;

/** What an administrator sees of a transaction, and does about one that nobody can decide. */
class AdminApiTest extends FreshCluster {
  private static final String FORCE = "/t.1?decision=abort&by=ada&reason=two%20are%20%22lost%22";

  private HttpResponse<String> ask(String method, String acceptor, String path) throws Exception {
    return cluster.asAdmin(method, acceptor, path);
  }

  private String told(String acceptor, String path) throws Exception {
    return ask("GET", acceptor, path).body();
  }

  /** Two of three are lost while one resource manager keeps silent. */
  private void loseTwo() throws Exception {
    cluster.startAll();
    cluster.newton.answers(new VoterEvent.Unclear());
    var request = cluster.request("t.1", VOTE_BY);
    Thread.ofVirtual().start(() -> cluster.client.begin(request, WAIT));
    haveVotes(cluster.names); // who is lost before it hears of t.1 never asks what became of it
    cluster.kill("acceptor-2");
    cluster.kill("acceptor-3");
  }

  @Test
  void decidesInThePlaceOfLostAcceptorsAndWritesDownWhoAndWhy() throws Exception {
    loseTwo();
    assertThat(told("acceptor-1", ""))
        .startsWith("{\"acceptor\":\"acceptor-1\",\"transactions\":[{\"id\":\"t.1\"")
        .contains("\"resourceManager\":\"rm-network\",\"choice\":\"PREPARED\",\"note\":\"held\"")
        .contains("\"ballot\":0", "\"knownSince\":\"20");

    assertThat(ask("POST", "acceptor-1", FORCE).statusCode())
        .as("the flag is missing")
        .isEqualTo(400);
    var tooEarly = ask("POST", "acceptor-1", FORCE + "&understood=true");
    assertThat(tooEarly.statusCode()).isEqualTo(409);
    assertThat(tooEarly.body()).contains("can be voted on until");

    cluster.turn(VOTE_BY.plusSeconds(30));
    for (var i = 0; i < 2; i++) {
      var commit = ask("POST", "acceptor-1", FORCE.replace("abort", "commit") + "&understood=true");
      assertThat(commit.statusCode()).isEqualTo(409);
      assertThat(commit.body()).contains("no vote of rm-newton is known here");
    }
    assertThat(ask("POST", "acceptor-1", FORCE + "&understood=true").statusCode()).isEqualTo(200);
    var forced = "\"decision\":\"ABORT\"";
    assertThat(told("acceptor-1", "/t.1"))
        .contains(forced, "harc-admin: ada", "two are \\\"lost\\\"");
    Await.until(() ->
        assertThat(cluster.network.decisions)
            .containsEntry(new TransactionId("t.1"), Decision.ABORT));

    var again = ask("POST", "acceptor-1", FORCE.replace("abort", "commit") + "&understood=true");
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.body()).contains("decided already");

    cluster.kill("acceptor-1");
    cluster.start("acceptor-1");
    assertThat(told("acceptor-1", "/t.1")).as("durable").contains(forced, "harc-admin: ada");
    cluster.start("acceptor-2");
    Await.until(() ->
        assertThat(told("acceptor-2", "/t.1"))
            .as("it learns of it, as forced")
            .contains(forced, "harc-admin: ada"));
  }

  /** It was switched off for good before it could hear: the rest is told to forget it. */
  @Test
  void forgetsAResourceManagerThatIsGone() throws Exception {
    cluster.startAll();
    cluster.newton.close();
    var request = cluster.request("t.1", VOTE_BY);
    Thread.ofVirtual().start(() -> cluster.client.begin(request, WAIT));
    Await.until(() -> assertThat(told("acceptor-1", "")).contains("\"id\":\"t.1\""));
    // By now the others have been asked to vote, or nobody is any more: it is aborted either way.
    cluster.turn(VOTE_BY);
    var forget = "/t.1?resource-manager=rm-newton&by=ada&reason=sold";
    for (var name : cluster.names) {
      Await.until(() -> assertThat(told(name, "/t.1")).contains("\"decision\":\"ABORT\""));
    }
    Await.until(() -> assertThat(told("acceptor-1", "")).contains("\"unheard\":[\"rm-newton\"]"));
    assertThat(ask("DELETE", "acceptor-1", forget).statusCode()).isEqualTo(400);
    for (var name : cluster.names) {
      for (var time = 0; time < 2; time++) {
        assertThat(ask("DELETE", name, forget + "&understood=true").statusCode()).isEqualTo(200);
      }
    }
    for (var name : cluster.names) {
      Await.until(() -> assertThat(told(name, "")).contains("\"transactions\":[]"));
      assertThat(told(name, "/t.1")).contains("\"decision\":\"ABORT\"", "\"acknowledged\":true");
    }
    assertThat(told("acceptor-1", "/t.1"))
        .contains("\"forgotten\":[{\"resourceManager\":\"rm-newton\",\"by\":\"harc-admin: ada\"");
    cluster.kill("acceptor-1");
    cluster.start("acceptor-1");
    assertThat(told("acceptor-1", "")).as("durable").contains("\"transactions\":[]");
    assertThat(told("acceptor-1", "/t.1")).contains("\"reason\":\"sold\"");
  }

  @Test
  void remembersAnEndThatEveryoneHasAcknowledged() throws Exception {
    cluster.startAll();
    var request = cluster.request("t.1", VOTE_BY);
    assertThat(cluster.client.begin(request, WAIT).outcome()).isEqualTo(Outcome.COMMIT);
    for (var name : cluster.names) {
      Await.until(() ->
          assertThat(told(name, "/t.1"))
              .contains("\"decision\":\"COMMIT\"", "\"note\":\"held\"", "\"acknowledged\":true"));
      assertThat(told(name, "")).contains("\"transactions\":[]");
      cluster.kill(name);
      cluster.start(name);
      assertThat(told(name, "/t.1")).contains("\"acknowledged\":true");
    }
    var late = ask("POST", "acceptor-1", FORCE + "&understood=true");
    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(ask("GET", "acceptor-1", "/never").statusCode()).isEqualTo(404);
  }
}
