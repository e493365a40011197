package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.platform.problem.InvalidRequestException;

/** Invalid ids, keys and queries. */
class InvalidRequestTest extends NoChangeFixture {

  private static final String UNKNOWN_ID = "019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10";

  @ParameterizedTest
  @CsvSource({CO_ALLOCATIONS, RESERVATIONS})
  void anUnknownIdIs404AndAMalformedOne400(String noun) {
    for (var id : new String[] {UNKNOWN_ID, UUID.randomUUID().toString()}) {
      assertThat(repeatWithoutChange(() -> scientist.get(noun + "/" + id)).status()).isEqualTo(404);
      assertThat(repeatWithoutChange(() -> scientist.delete(noun + "/" + id)).status())
          .isEqualTo(404);
    }
    for (var id : new String[] {"42", "vis.ucl", UNKNOWN_ID + "0"}) {
      assertThat(repeatWithoutChange(() -> scientist.get(noun + "/" + id)).status()).isEqualTo(400);
      assertThat(repeatWithoutChange(() -> scientist.delete(noun + "/" + id)).status())
          .isEqualTo(400);
    }
  }

  @ParameterizedTest
  @CsvSource({CO_ALLOCATIONS, RESERVATIONS})
  void aKeyIsForOneBody(String noun) {
    var body = noun.equals(RESERVATIONS) ? RequestBodies.LIGHTPATH : RequestBodies.BOTH;
    assertThat(scientist.post(noun, body, "k-1").status()).isEqualTo(201);
    var otherBody = RequestBodies.with(body, "/description", "\"another run\"");
    var reply = repeatWithoutChange(() -> scientist.post(noun, otherBody, "k-1"));
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.errors()).containsExactly("Idempotency-Key: same-body");
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          ' ',  1-to-255-characters
          long, 1-to-255-characters
          """)
  void aKeyHasAFormat(String key, String rule) {
    var sent = key.equals("long") ? "k".repeat(256) : key;
    for (var noun : new String[] {CO_ALLOCATIONS, RESERVATIONS}) {
      var body = noun.equals(RESERVATIONS) ? RequestBodies.LIGHTPATH : RequestBodies.BOTH;
      var reply = repeatWithoutChange(() -> scientist.post(noun, body, sent));
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.errors()).containsExactly("Idempotency-Key: " + rule);
    }
  }

  /** Java's HTTP client cannot send one. */
  @Test
  void aKeyIsVisibleAscii() {
    assertThatThrownBy(() -> IdempotencyKeyValidator.validate("cl\u00e9"))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            e -> assertThat(e.violations().getFirst().rule()).isEqualTo("visible-ascii"));
    assertThat(IdempotencyKeyValidator.validate("8d3c1a52 ~!")).isEqualTo("8d3c1a52 ~!");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/v1/co-allocations?limit=0          | 400 | limit: 1-to-1000
          /api/v1/co-allocations?limit=1001       | 400 | limit: 1-to-1000
          /api/v1/co-allocations?limit=ten        | 400 | limit: malformed
          /api/v1/co-allocations?cursor=yesterday | 400 | cursor: a-cursor-of-ours
          /api/v1/co-allocations?state=LOST       | 400 | state: known-state
          /api/v1/co-allocations?sort=owner       | 400 | sort: known-order
          /api/v1/co-allocations?count=perhaps    | 400 | count: malformed
          /api/v1/co-allocations?text=%00         | 400 | text: no-nul
          /api/v1/co-allocations?from=%2B99999-01-01T00:00:00Z | 400 | from: year-1-to-9999
          /api/v1/co-allocations?from=2026-12-01T21:00:00Z&to=2026-12-01T21:00:00Z | 400 | to: after-from
          /api/v1/reservations?limit=0            | 400 | limit: 1-to-1000
          /api/v1/reservations?cursor=yesterday   | 400 | cursor: a-cursor-of-ours
          /api/v1/reservations?state=committed    | 400 | state: known-state
          /api/v1/timetable?resource=newtown      | 422 | resource[0]: known-resource
          /api/v1/timetable?resource=newton,vis.ucl/vis.ucl | 422 | resource[1]: two-ends
          /api/v1/timetable?resource=newton&resource=vis.ucl/ | 422 | resource[1]: known-resource
          /api/v1/timetable?resource=newton&resource=newton | 422 | resource[1]: once
          /api/v1/timetable?resource=hpcx.edinburgh | 422 | resource[0]: campus-with-a-broker
          /api/v1/timetable?resource=vis.ucl/hpcx.edinburgh | 422 | resource[0]: campus-with-a-broker
          /api/v1/timetable                       | 400 | resource: required
          /api/v1/timetable?resource=             | 400 | resource: required
          /api/v1/timetable?resource=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21 | 400 | resource: at-most-20
          /api/v1/timetable?resource=newton&limit=0 | 400 | limit: 1-to-1000
          /api/v1/timetable?resource=newton&nodes=4 | 400 | duration: required
          /api/v1/timetable?resource=newton&duration=PT1H | 400 | nodes: required
          /api/v1/timetable?resource=vis.ucl/newton.manchester&duration=PT1H&nodes=4 | 400 | bandwidthMbps: required
          /api/v1/timetable?resource=newton&nodes=0&duration=PT1H | 422 | nodes: at-least-1
          /api/v1/timetable?resource=newton&nodes=4&duration=PT0S | 422 | duration: positive
          /api/v1/timetable?resource=newton&nodes=4&duration=1h | 400 | duration: iso-8601
          /api/v1/timetable?resource=newton&nodes=4&duration=P2D | 422 | duration: fits-the-window
          /api/v1/timetable?resource=newton&amount=4 | 400 | duration: required
          /api/v1/resources?type=node             | 400 | type: known-type
          /api/v1/resources?types=host            | 400 | types: unknown
          /api/v1/timetable?resource=newton&form=2026-12-01T21:00:00Z | 400 | form: unknown
          /api/v1/co-allocations?limit=1&limit=2  | 400 | limit: once
          /api/v1/co-allocations?owners=me        | 400 | owners: unknown
          /api/v1/reservations?phase=ACTIVE       | 400 | phase: unknown
          /api/v1/topology?x                      | 400 | x: unknown
          /api/v1/timetable?resource=newton&from=soon | 400 | from: malformed
          /api/v1/timetable?resource=newton&from=2026-12-01T21:00:00Z&to=2026-12-01T20:00:00Z | 422 | to: after-from
          /api/v1/timetable?resource=newton&from=%2B999999999-12-01T21:00:00Z | 422 | from: within-horizon
          /api/v1/timetable?resource=newton&from=-2026-12-01T21:00:00Z | 422 | from: within-horizon
          /api/v1/timetable?resource=newton&from=2026-12-01T21:00:00Z&to=2028-12-01T20:00:00Z | 422 | to: after-from
          """)
  void invalidQueries(String question, int status, String error) {
    var reply = repeatWithoutChange(() -> scientist.get(question));
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.errors()).containsExactly(error);
  }

  @ParameterizedTest
  @CsvSource({
    CO_ALLOCATIONS + ", 'GET,HEAD,POST,OPTIONS'",
    RESERVATIONS + "/" + UNKNOWN_ID + ", 'GET,HEAD,PATCH,DELETE,OPTIONS'"
  })
  void anotherMethodIs405WithThoseAllowed(String path, String allowed) {
    for (var method : new String[] {"PROPFIND", "PUT", "LOCK"}) {
      var reply =
          repeatWithoutChange(() ->
              scientist.send(scientist.requestTo(path).method(method, BodyPublishers.noBody())));
      assertThat(reply.status()).isEqualTo(405);
      assertThat(reply.header("Allow").split(",\\s*"))
          .isSubsetOf(allowed.split(","))
          .contains("GET");
    }
  }

  @ParameterizedTest
  @CsvSource({CO_ALLOCATIONS, RESERVATIONS, "/api/v1/timetable", "/api/v1/resources"})
  void anAddressHasNoSlashAtItsEnd(String path) throws Exception {
    for (var time = 1; time <= 2; time++) {
      var request = scientist.requestTo(path + "/").GET().build();
      var reply = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      assertThat(reply.statusCode()).isEqualTo(404);
      assertThat(reply.body())
          .contains("nothing is at " + path + "/; its address has no slash at the end");
    }
  }

  @ParameterizedTest
  @CsvSource({
    CO_ALLOCATIONS,
    RESERVATIONS,
    "/api/v1/timetable?resource=newton",
    "/api/v1/resources",
    "/api/v1/topology"
  })
  void anAnswerIsNeverLabelledAsAProblem(String path) {
    var reply =
        repeatWithoutChange(() ->
            scientist.send(
                scientist.requestTo(path).header("Accept", "application/problem+json").GET()));
    assertThat(reply.status()).isEqualTo(406);
  }

  /** A repeat books nothing: it says so, and tells the present state. */
  @ParameterizedTest
  @CsvSource({CO_ALLOCATIONS + ",/id", RESERVATIONS + ",/connectionId"})
  void aRepeatAfterACancelTellsThePresentState(String noun, String idPointer) {
    var body = noun.equals(RESERVATIONS) ? RequestBodies.LIGHTPATH : RequestBodies.BOTH;
    var first = scientist.post(noun, body, "k-1");
    assertThat(first.status()).isEqualTo(201);
    assertThat(first.header(IdempotencyKeyValidator.REPLAYED_HEADER)).isEmpty();
    var repeat = repeatWithoutChange(() -> scientist.post(noun, body, "k-1"));
    assertThat(repeat.status()).isEqualTo(201);
    assertThat(repeat.header(IdempotencyKeyValidator.REPLAYED_HEADER)).isEqualTo("true");
    scientist.delete(noun + "/" + first.text(idPointer));
    var late = repeatWithoutChange(() -> scientist.post(noun, body, "k-1"));
    assertThat(late.status()).isEqualTo(200);
    assertThat(late.header(IdempotencyKeyValidator.REPLAYED_HEADER)).isEqualTo("true");
    assertThat(late.text(idPointer)).isEqualTo(first.text(idPointer));
    assertThat(late.text("/state")).isEqualTo("CANCELLED");
  }
}
