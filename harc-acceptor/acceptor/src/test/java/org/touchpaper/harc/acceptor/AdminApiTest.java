package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;

/** The administrators' API, with a transaction that no majority can decide. */
class AdminApiTest extends AcceptorClusterFixture {
  private static final String FORCE = "/t.1?decision=abort&by=ada&reason=two%20are%20%22lost%22";

  private HttpResponse<String> ask(String method, String acceptor, String path) throws Exception {
    return cluster.asAdmin(method, acceptor, path);
  }

  private String describe(String acceptor, String path) throws Exception {
    return ask("GET", acceptor, path).body();
  }

  /** Two of three acceptors are lost while one resource manager has not voted. */
  private void killTwoAcceptors() throws Exception {
    cluster.startAll();
    cluster.newton.setBackendAnswer(new ResourceManagerEvent.HoldUncertain());
    var request = cluster.request("t.1", VOTE_BY);
    Thread.ofVirtual().start(() -> cluster.client.begin(request, WAIT));
    awaitVotesAt(cluster.names); // so that each knows t.1
    cluster.kill("acceptor-2");
    cluster.kill("acceptor-3");
  }

  @Test
  void forcesADecisionAndRecordsWhoAndWhy() throws Exception {
    killTwoAcceptors();
    assertThat(describe("acceptor-1", ""))
        .startsWith("{\"acceptor\":\"acceptor-1\",\"transactions\":[{\"id\":\"t.1\"")
        .contains("\"resourceManager\":\"rm-network\",\"choice\":\"PREPARED\",\"note\":\"held\"")
        .contains("\"ballot\":0", "\"knownSince\":\"20");

    assertThat(ask("POST", "acceptor-1", FORCE).statusCode())
        .as("the flag is missing")
        .isEqualTo(400);
    var tooEarly = ask("POST", "acceptor-1", FORCE + "&understood=true");
    assertThat(tooEarly.statusCode()).isEqualTo(409);
    assertThat(tooEarly.body()).contains("voting is open until");

    cluster.advanceClock(VOTE_BY.plusSeconds(30));
    for (var i = 0; i < 2; i++) {
      var commit = ask("POST", "acceptor-1", FORCE.replace("abort", "commit") + "&understood=true");
      assertThat(commit.statusCode()).isEqualTo(409);
      assertThat(commit.body()).contains("this acceptor knows no vote of rm-newton");
    }
    assertThat(ask("POST", "acceptor-1", FORCE + "&understood=true").statusCode()).isEqualTo(200);
    var forced = "\"decision\":\"ABORT\"";
    assertThat(describe("acceptor-1", "/t.1"))
        .contains(forced, "harc-admin: ada", "two are \\\"lost\\\"");
    Await.until(() ->
        assertThat(cluster.network.decisions)
            .containsEntry(new TransactionId("t.1"), Decision.ABORT));

    var secondAnswer =
        ask("POST", "acceptor-1", FORCE.replace("abort", "commit") + "&understood=true");
    assertThat(secondAnswer.statusCode()).isEqualTo(409);
    assertThat(secondAnswer.body()).contains("already decided");

    cluster.kill("acceptor-1");
    cluster.start("acceptor-1");
    assertThat(describe("acceptor-1", "/t.1")).as("durable").contains(forced, "harc-admin: ada");
    cluster.start("acceptor-2");
    Await.until(() ->
        assertThat(describe("acceptor-2", "/t.1"))
            .as("it learns the forced decision")
            .contains(forced, "harc-admin: ada"));
  }

  /** It was removed before it received the decision. */
  @Test
  void forgetsAResourceManagerThatWasRemoved() throws Exception {
    cluster.startAll();
    cluster.newton.close();
    var request = cluster.request("t.1", VOTE_BY);
    Thread.ofVirtual().start(() -> cluster.client.begin(request, WAIT));
    Await.until(() -> assertThat(describe("acceptor-1", "")).contains("\"id\":\"t.1\""));
    // With or without a Prepare to the others, the transaction aborts.
    cluster.advanceClock(VOTE_BY);
    var forget = "/t.1?resource-manager=rm-newton&by=ada&reason=sold";
    for (var name : cluster.names) {
      Await.until(() -> assertThat(describe(name, "/t.1")).contains("\"decision\":\"ABORT\""));
    }
    Await.until(() ->
        assertThat(describe("acceptor-1", "")).contains("\"unacknowledged\":[\"rm-newton\"]"));
    assertThat(ask("DELETE", "acceptor-1", forget).statusCode()).isEqualTo(400);
    for (var name : cluster.names) {
      for (var time = 0; time < 2; time++) {
        assertThat(ask("DELETE", name, forget + "&understood=true").statusCode()).isEqualTo(200);
      }
    }
    for (var name : cluster.names) {
      Await.until(() -> assertThat(describe(name, "")).contains("\"transactions\":[]"));
      assertThat(describe(name, "/t.1"))
          .contains("\"decision\":\"ABORT\"", "\"acknowledged\":true");
    }
    assertThat(describe("acceptor-1", "/t.1"))
        .contains("\"forgotten\":[{\"resourceManager\":\"rm-newton\",\"by\":\"harc-admin: ada\"");
    cluster.kill("acceptor-1");
    cluster.start("acceptor-1");
    assertThat(describe("acceptor-1", "")).as("durable").contains("\"transactions\":[]");
    assertThat(describe("acceptor-1", "/t.1")).contains("\"reason\":\"sold\"");
  }

  @Test
  void keepsTheOutcomeThatAllHaveAcknowledged() throws Exception {
    cluster.startAll();
    var request = cluster.request("t.1", VOTE_BY);
    assertThat(cluster.client.begin(request, WAIT).outcome()).isEqualTo(Outcome.COMMIT);
    // All must know the outcome before one is killed: the clock stands still, so they ask nobody.
    for (var name : cluster.names) {
      Await.until(() ->
          assertThat(describe(name, "/t.1"))
              .contains("\"decision\":\"COMMIT\"", "\"note\":\"held\"", "\"acknowledged\":true"));
      Await.until(() -> assertThat(describe(name, "")).contains("\"transactions\":[]"));
    }
    for (var name : cluster.names) {
      cluster.kill(name);
      cluster.start(name);
      // It may lose its last journal record. Then it announces the decision again.
      Await.until(() -> assertThat(describe(name, "/t.1")).contains("\"acknowledged\":true"));
    }
    var late = ask("POST", "acceptor-1", FORCE + "&understood=true");
    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(ask("GET", "acceptor-1", "/never").statusCode()).isEqualTo(404);
  }
}
