package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.acceptor.booking.BookingIdempotencyKey;
import org.touchpaper.harc.acceptor.booking.ClientBookingSettingsTest;
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;

/** A client without a BAR books HARC's own example in April 2007, with XML over HTTP. */
class ClientBookingHttpTest extends AcceptorClusterFixture {
  private static final Instant NOW = Instant.parse("2007-04-25T20:00:00Z");
  private static final String KEY = "01122a54-3200-7abc-8def-0123456789ab";
  private static final String OTHER_KEY = "01122a54-3200-7abc-8def-0123456789ac";
  private static final String NODES =
      "<Work><Compute><Resource>newton</Resource><Nodes>4</Nodes></Compute></Work>";

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void startInApril2007() throws Exception {
    cluster.setClocks(NOW);
    cluster.network.setBackendAnswer(
        new ResourceManagerEvent.HoldSucceeded(
            "<h:Held xmlns:h='urn:touchpaper:harc:1'><h:Part ident='i' reference='r'>"
                + "<h:Hop>UO2</h:Hop></h:Part></h:Held>"));
    cluster.startAll();
    cluster.awaitResourceManagers();
  }

  @AfterEach
  void closeClient() {
    http.close();
  }

  private HttpResponse<String> call(
      String acceptor, String method, String path, String key, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(cluster.url(acceptor) + path))
            .method(method, BodyPublishers.ofString(body))
            .header("Touchpaper-Peer", "portal")
            .header("Authorization", "Bearer " + cluster.acceptorPeer("portal", acceptor).secret())
            .header("Content-Type", "application/xml");
    if (!key.isEmpty()) {
      request.header(BookingIdempotencyKey.HEADER, key);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> book(String acceptor, String key, String body) throws Exception {
    return call(acceptor, "POST", "/harc/bookings?wait=50000", key, body);
  }

  private HttpResponse<String> outcome(String acceptor, String key) throws Exception {
    return call(acceptor, "GET", "/harc/bookings/" + key, "", "");
  }

  /** The record is the same each time, so the resource manager is asked once. */
  @Test
  void figure3IsBookedAsPrintedAndOnceWhateverAcceptorIsAsked() throws Exception {
    for (var acceptor : List.of("acceptor-1", "acceptor-1", "acceptor-2", "acceptor-3")) {
      var answer = book(acceptor, KEY, ClientBookingSettingsTest.FIGURE_3);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body())
          .contains("key=\"" + KEY + "\"", "outcome=\"COMMIT\"", "<h:Hop>UO2</h:Hop>")
          .doesNotContain("problem");
      assertThat(outcome(acceptor, KEY).body()).isEqualTo(answer.body());
    }
    var id = BookingIdempotencyKey.parse(KEY).transactionId();
    assertThat(cluster.network.prepares)
        .extracting(prepare -> prepare.record().id(), prepare -> prepare.record().voteBy())
        .containsOnly(org.assertj.core.groups.Tuple.tuple(id, NOW.plusSeconds(60)));
    assertThat(cluster.network.prepares)
        .extracting(prepare -> prepare.record().digest())
        .containsOnly(cluster.network.prepares.getFirst().record().digest());
    assertThat(cluster.newton.prepares).isEmpty();
  }

  @Test
  void computeIsBookedBesideItOrNothingIs() throws Exception {
    assertThat(book("acceptor-2", KEY, ClientBookingSettingsTest.FIGURE_3 + NODES).body())
        .contains("outcome=\"COMMIT\"");
    cluster.newton.setBackendAnswer(
        new ResourceManagerEvent.HoldRefused(
            "<h:Refused xmlns:h='urn:touchpaper:harc:1'><h:Refusal ident='i' code='NODES_BUSY'"
                + " resource='newton' field='Nodes' permanent='false'>busy</h:Refusal></h:Refused>"));
    for (var acceptor : List.of("acceptor-2", "acceptor-3")) {
      var answer = book(acceptor, OTHER_KEY, ClientBookingSettingsTest.FIGURE_3 + NODES);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body())
          .contains("outcome=\"ABORT\"", "code=\"NODES_BUSY\"", "nothing was booked", "new key")
          .doesNotContain("h:Held");
    }
    var id = BookingIdempotencyKey.parse(OTHER_KEY).transactionId();
    Await.until(() -> assertThat(cluster.network.decisions).containsEntry(id, Decision.ABORT));
  }

  @Test
  void anotherBodyUnderTheSameKeyIsRefused() throws Exception {
    assertThat(book("acceptor-1", KEY, ClientBookingSettingsTest.FIGURE_3).statusCode())
        .isEqualTo(200);
    for (var acceptor : cluster.names) {
      var answer = book(acceptor, KEY, ClientBookingSettingsTest.FIGURE_3.replace("10240", "1024"));
      assertThat(answer.statusCode()).as(acceptor).isEqualTo(409);
      assertThat(answer.body()).contains("OTHER_RECORD", "use a new key for a new request");
    }
  }

  /** A repeat later than the vote finds the outcome, wherever it is sent. */
  @Test
  void aLateRepeatFindsTheOutcomeAtAnAcceptorThatMissedIt() throws Exception {
    cluster.kill("acceptor-3");
    assertThat(book("acceptor-1", KEY, ClientBookingSettingsTest.FIGURE_3).statusCode())
        .isEqualTo(200);
    cluster.start("acceptor-3");
    cluster.advanceClock(Duration.ofHours(3));
    for (var time = 0; time < 2; time++) {
      var answer = book("acceptor-3", KEY, ClientBookingSettingsTest.FIGURE_3);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body()).contains("outcome=\"COMMIT\"");
    }
    assertThat(outcome("acceptor-3", OTHER_KEY).statusCode()).isEqualTo(404);
  }

  @Test
  void badInputIsExplainedAndBeginsNothing() throws Exception {
    var fromTheFuture = "019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10";
    var unknownEnd = ClientBookingSettingsTest.FIGURE_3.replace("BT2", "BT9");
    for (var time = 0; time < 2; time++) {
      assertRefused(
          book("acceptor-1", "", ClientBookingSettingsTest.FIGURE_3), "header Idempotency-Key");
      assertRefused(
          book("acceptor-1", "42", ClientBookingSettingsTest.FIGURE_3), "must be a UUIDv7");
      assertRefused(
          book("acceptor-1", fromTheFuture, ClientBookingSettingsTest.FIGURE_3),
          "correct the client's");
      assertRefused(book("acceptor-1", KEY, unknownEnd), "To BT9 is not known here");
      assertRefused(book("acceptor-1", KEY, "<x/>"), "the body must contain Schedule and Work");
      assertRefused(book("acceptor-1", KEY, ""), "the body must contain Schedule and Work");
      assertRefused(outcome("acceptor-1", "42"), "must be a UUIDv7");
    }
    assertThat(cluster.running("acceptor-1").transactions().hardStates()).isEmpty();
    assertThat(cluster.network.prepares).isEmpty();
  }

  private static void assertRefused(HttpResponse<String> answer, String reason) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(HarcMessageXml.readProblem(answer.body())).contains(reason);
  }
}
