package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    assertThatThrownBy(() -> IdempotencyKey.validate("cl\u00e9"))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            e -> assertThat(e.violations().getFirst().rule()).isEqualTo("visible-ascii"));
    assertThat(IdempotencyKey.validate("8d3c1a52 ~!")).isEqualTo("8d3c1a52 ~!");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/v1/co-allocations?limit=0          | 400 | limit: 1-to-1000
          /api/v1/co-allocations?limit=1001       | 400 | limit: 1-to-1000
          /api/v1/co-allocations?limit=ten        | 400 | limit: malformed
          /api/v1/co-allocations?before=yesterday | 400 | before: malformed
          /api/v1/co-allocations?state=LOST       | 400 | state: malformed
          /api/v1/reservations?limit=0            | 400 | limit: 1-to-1000
          /api/v1/reservations?before=yesterday   | 400 | before: malformed
          /api/v1/timetable?resource=newtown      | 422 | resource: known-resource
          /api/v1/timetable?resource=vis.ucl      | 422 | resource: known-resource
          /api/v1/timetable                       | 400 | resource: required
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
}
