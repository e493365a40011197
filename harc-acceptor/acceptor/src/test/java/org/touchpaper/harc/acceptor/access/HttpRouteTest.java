package org.touchpaper.harc.acceptor.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.acceptor.Await;
import org.touchpaper.harc.acceptor.SingleAcceptorFixture;
import org.touchpaper.harc.client.xml.HarcMessageXml;

/** Access control of HTTP requests; refused requests change nothing. */
class HttpRouteTest extends SingleAcceptorFixture {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POST /harc/transactions    | bar-ucl    | 400
          POST /harc/transactions    | rm-newton  | 403
          POST /harc/transactions    | acceptor-2 | 403
          POST /harc/transactions    | bystander  | 403
          GET  /harc/transactions/t  | bar-ucl    | 404
          GET  /harc/transactions/t  | rm-newton  | 403
          GET  /harc/transactions/t  | acceptor-2 | 403
          GET  /harc/transactions/t  | bystander  | 403
          POST /harc/questions       | bar-ucl    | 400
          POST /harc/questions       | rm-newton  | 403
          POST /harc/questions       | acceptor-2 | 403
          POST /harc/questions       | bystander  | 403
          POST /harc/bookings        | portal     | 400
          POST /harc/bookings        | bar-ucl    | 403
          POST /harc/bookings        | rm-newton  | 403
          GET  /harc/bookings/t      | portal     | 400
          GET  /harc/bookings/t      | bar-ucl    | 403
          POST /harc/transactions    | portal     | 403
          GET  /harc/transactions/t  | portal     | 403
          POST /harc/questions       | portal     | 403
          POST /harc/messages        | bar-ucl    | 404
          POST /harc/messages        | rm-newton  | 404
          POST /harc/messages        | acceptor-2 | 404
          POST /demo/stop-at         | bar-ucl    | 400
          POST /demo/stop-at         | rm-newton  | 403
          POST /demo/stop-at         | acceptor-2 | 403
          POST /demo/stop-at         | bystander  | 403
          GET  /harc/admin/transactions   | bar-ucl | 403
          GET  /harc/admin/transactions   | rm-newton | 403
          GET  /harc/admin/transactions   | acceptor-2 | 403
          GET  /harc/admin/transactions   | harc-admin | 200
          GET  /harc/admin/transactions/t | bar-ucl | 403
          GET  /harc/admin/transactions/t | rm-newton | 403
          GET  /harc/admin/transactions/t | acceptor-2 | 403
          GET  /harc/admin/transactions/t | harc-admin | 404
          POST /harc/admin/transactions/t | bar-ucl | 403
          POST /harc/admin/transactions/t | rm-newton | 403
          POST /harc/admin/transactions/t | acceptor-2 | 403
          POST /harc/admin/transactions/t | harc-admin | 400
          DELETE /harc/admin/transactions/t | bar-ucl | 403
          DELETE /harc/admin/transactions/t | rm-newton | 403
          DELETE /harc/admin/transactions/t | acceptor-2 | 403
          DELETE /harc/admin/transactions/t | harc-admin | 400
          POST /harc/transactions    | harc-admin | 403
          POST /harc/nothing         | bar-ucl    | 404
          PUT  /harc/transactions    | bar-ucl    | 404
          """)
  void permitsTheRolesOfEachRoute(String route, String peer, int status) throws Exception {
    var methodAndPath = route.split(" +", 2);
    assertJournalUnchanged(() -> {
      expect(status, methodAndPath[0], methodAndPath[1], peer, secretOf(peer));
      expect(401, methodAndPath[0], methodAndPath[1], peer, "guess");
      expect(401, methodAndPath[0], methodAndPath[1], peer, secretOf("rm-network"));
      expect(401, methodAndPath[0], methodAndPath[1], "unknown", secretOf(peer));
      expect(401, methodAndPath[0], methodAndPath[1], "", "");
    });
  }

  private void expect(int status, String method, String path, String name, String secret)
      throws Exception {
    var request =
        anonymousRequest(path)
            .method(method, method.equals("GET") ? BodyPublishers.noBody() : text("<x/>"))
            .header("Content-Type", "application/xml");
    if (!name.isEmpty()) {
      request.header("Touchpaper-Peer", name).header("Authorization", "Bearer " + secret);
    }
    var answer = send(request);
    assertThat(answer.statusCode()).as("%s %s", name, path).isEqualTo(status);
    if (status == 401 || status == 403) {
      assertProblem(answer, status == 401 ? "unknown peer" : name + " may not");
    }
  }

  @Test
  void healthNeedsNoCredentials() throws Exception {
    assertThat(send(anonymousRequest("/health")).statusCode()).isEqualTo(200);
  }

  /** Its admin would be an admin of all sites, and its anne another person. */
  @Test
  void aRequesterMayNotActForPeopleOfAnotherSite() throws Exception {
    assertJournalUnchanged(() -> {
      for (var time = 0; time < 2; time++) {
        var answer =
            post("/harc/transactions?wait=0", "bar-manchester", HarcMessageXml.write(request()));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertProblem(answer, "bar-manchester may not act for people of ucl");
      }
    });
  }

  /** Nor when the id is known: a query binds it at one acceptor, which informs the others. */
  @Order(LAST)
  @Test
  void aQueriedTransactionIsBegunOnlyForPeopleOfTheRequestersSite() throws Exception {
    var request = cluster.request("queried", VOTE_BY);
    var id = request.record().id();
    var transactions = cluster.running("acceptor-1").transactions();
    queryAtAnotherAcceptor("bar-manchester", request);
    Await.until(() -> assertThat(transactions.isKnown(id)).isTrue());
    for (var time = 0; time < 2; time++) {
      var answer =
          post("/harc/transactions?wait=0", "bar-manchester", HarcMessageXml.write(request));
      assertThat(answer.statusCode()).isEqualTo(403);
      assertProblem(answer, "bar-manchester may not act for people of ucl");
    }
    assertThat(transactions.isBegun(id)).isFalse();
    // Its own BAR begins it; further begins only return the outcome.
    for (var bar : List.of("bar-ucl", "bar-ucl", "bar-manchester")) {
      var answer = post("/harc/transactions?wait=0", bar, HarcMessageXml.write(request));
      assertThat(answer.statusCode()).isIn(200, 202);
      Await.until(() -> assertThat(transactions.isBegun(id)).isTrue());
    }
  }

  @Test
  void anObserverOnlyReadsTransactions() {
    var observer = new AcceptorPeers.Peer("bar-ucl", "secret", AcceptorPeers.Role.OBSERVER);
    assertThat(HttpRoute.values())
        .filteredOn(route -> route.isAllowedFor(observer))
        .containsExactly(HttpRoute.LIST, HttpRoute.EXPLAIN);
  }
}
