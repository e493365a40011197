package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.VoteNote;

/** Invalid bodies: each error names field and rule. */
class BadInputTest extends NoChangeFixture {

  /** A valid request with one error: JSON pointer, value, status, field, rule. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          unknown host         | /lightpaths/0/source        | "vis.ulc"               | 422 | lightpaths[0].source        | known-host
          campus without a BAR | /lightpaths/0/destination   | "hpcx.edinburgh"        | 422 | lightpaths[0].destination   | campus-with-a-broker
          another one          | /lightpaths/0/source        | "archive.lancaster"     | 422 | lightpaths[0].source        | campus-with-a-broker
          both ends the same   | /lightpaths/0/destination   | "vis.ucl"               | 422 | lightpaths[0].destination   | two-ends
          no ends at home      | /lightpaths/0/source        | "newton.manchester"     | 422 | lightpaths[0].destination   | two-ends
          no bandwidth         | /lightpaths/0/bandwidthMbps | 0                       | 422 | lightpaths[0].bandwidthMbps | at-least-1
          negative bandwidth   | /lightpaths/0/bandwidthMbps | -300                    | 422 | lightpaths[0].bandwidthMbps | at-least-1
          half a Mbit/s        | /lightpaths/0/bandwidthMbps | 0.5                     | 400 | lightpaths[0].bandwidthMbps | *
          a huge bandwidth     | /lightpaths/0/bandwidthMbps | 99999999999             | 400 | lightpaths[0].bandwidthMbps | out-of-range
          bandwidth as text    | /lightpaths/0/bandwidthMbps | "300"                   | 400 | lightpaths[0].bandwidthMbps | malformed
          no source            | /lightpaths/0/source        |                         | 400 | lightpaths[0].source        | required
          null lightpath       | /lightpaths/0               | null                    | 400 | lightpaths[0]               | not-null
          null source          | /lightpaths/0/source        | null                    | 400 | lightpaths[0].source        | not-null
          null description     | /description                | null                    | 400 | description                 | not-null
          source as a number   | /lightpaths/0/source        | 7                       | 400 | lightpaths[0].source        | malformed
          lightpath as text    | /lightpaths/0               | "vis.ucl"               | 400 | lightpaths[0]               | malformed
          unknown cluster      | /compute/0/resource         | "newtown"               | 422 | compute[0].resource         | known-cluster
          no nodes             | /compute/0/nodes            | 0                       | 422 | compute[0].nodes            | at-least-1
          negative nodes       | /compute/0/nodes            | -4                      | 422 | compute[0].nodes            | at-least-1
          too many nodes       | /compute/0/nodes            | 129                     | 422 | compute[0].nodes            | at-most-the-machine
          nodes left out       | /compute/0/nodes            |                         | 400 | compute[0].nodes            | required
          nodes as a truth     | /compute/0/nodes            | true                    | 400 | compute[0].nodes            | malformed
          same cluster twice   | /compute/-                  | {"resource":"newton","nodes":1} | 422 | compute[1].resource | once
          compute as an object | /compute                    | {"resource":"newton"}   | 400 | compute                     | malformed
          end before start     | /schedule/endTime           | "2026-12-01T20:59:00Z"  | 422 | schedule.endTime            | after-start
          end at start         | /schedule/endTime           | "2026-12-01T21:00:00Z"  | 422 | schedule.endTime            | after-start
          start in the past    | /schedule/startTime         | "2026-12-01T19:59:00Z"  | 422 | schedule.startTime          | not-in-the-past
          end too far ahead    | /schedule/endTime           | "2028-01-01T00:00:00Z"  | 422 | schedule.endTime            | within-horizon
          no end               | /schedule/endTime           |                         | 400 | schedule.endTime            | required
          no schedule          | /schedule                   |                         | 400 | schedule                    | required
          a time without zone  | /schedule/startTime         | "2026-12-01T21:00:00"   | 400 | schedule.startTime          | rfc-3339
          a time in words      | /schedule/endTime           | "tomorrow"              | 400 | schedule.endTime            | rfc-3339
          a time as a number   | /schedule/endTime           | 1796162400              | 400 | schedule.endTime            | *
          both forms mixed     | /schedule/notBefore         | "2026-12-01T21:00:00Z"  | 422 | schedule                    | one-form
          a length and an end  | /schedule/duration          | "PT1H"                  | 422 | schedule                    | one-form
          an end twice         | /schedule/notAfter          | "2026-12-01T22:00:00Z"  | 422 | schedule                    | one-form
          misspelt field       | /lightpaths/0/bandwidthMpbs | 300                     | 400 | lightpaths[0].bandwidthMpbs | unknown
          unknown field        | /priority                   | "high"                  | 400 | priority                    | unknown
          description as truth | /description                | true                    | 400 | description                 | malformed
          long description     | /description                | "%s"                    | 400 | description                 | at-most-200
          description of lines | /description                | "a\\u0000b"             | 400 | description                 | one-line
          one that runs left   | /description                | "a\\u202eb"             | 400 | description                 | one-line
          """)
  void oneErrorInAFixedSchedule(
      String what, String place, String value, int status, String field, String rule) {
    var text = value == null ? "" : value.replace("%s", "long ".repeat(50));
    var body = RequestBodies.with(RequestBodies.BOTH, place, text);
    var reply = repeatWithoutChange(() -> scientist.post(CO_ALLOCATIONS, body));
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    if (rule.equals("*")) {
      assertThat(reply.errors()).anyMatch(error -> error.startsWith(field + ": "));
    } else {
      assertThat(reply.errors()).contains(field + ": " + rule);
    }
    assertThat(reply.text("/errors/0/message")).isNotBlank();
  }

  /** A request for the earliest slot from 21:00 to 24:00 with one error. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          shorter than its run | /schedule/notAfter  | "2026-12-01T21:59:59Z"          | 422 | schedule.duration  | fits-the-window
          longer than it       | /schedule/duration  | "PT3H0.000001S"                 | 422 | schedule.duration  | fits-the-window
          a year within it     | /schedule/duration  | "P366D"                         | 422 | schedule.duration  | fits-the-window
          all time within it   | /schedule/duration  | "PT2562047788015215H30M7S"      | 422 | schedule.duration  | fits-the-window
          no length            | /schedule/duration  | "PT0S"                          | 422 | schedule.duration  | positive
          next to no length    | /schedule/duration  | "PT0.0000001S"                  | 422 | schedule.duration  | positive
          less than no length  | /schedule/duration  | "-PT1H"                         | 422 | schedule.duration  | positive
          a length beyond time | /schedule/duration  | "PT9999999999999999999H"        | 400 | schedule.duration  | iso-8601
          days beyond time     | /schedule/duration  | "P999999999999999D"             | 400 | schedule.duration  | iso-8601
          a duration in months | /schedule/duration  | "P1M"                           | 400 | schedule.duration  | iso-8601
          a duration in words  | /schedule/duration  | "an hour"                       | 400 | schedule.duration  | iso-8601
          a length as a number | /schedule/duration  | 3600                            | 400 | schedule.duration  | malformed
          length left out      | /schedule/duration  |                                 | 400 | schedule.duration  | required
          no end to it         | /schedule/notAfter  |                                 | 400 | schedule.notAfter  | required
          ends as it begins    | /schedule/notAfter  | "2026-12-01T21:00:00Z"          | 422 | schedule.notAfter  | after-start
          ends before          | /schedule/notAfter  | "2026-12-01T20:30:00Z"          | 422 | schedule.notAfter  | after-start
          too far ahead        | /schedule/notAfter  | "2028-01-01T00:00:00Z"          | 422 | schedule.notAfter  | within-horizon
          beyond all years     | /schedule/notAfter  | "+999999999-12-31T23:59:59Z"    | 422 | schedule.notAfter  | within-horizon
          begins in the past   | /schedule/notBefore | "2026-12-01T19:59:00Z"          | 422 | schedule.notBefore | not-in-the-past
          begins without zone  | /schedule/notBefore | "2026-12-01T21:00:00"           | 400 | schedule.notBefore | rfc-3339
          misspelt             | /schedule/notbefore | "2026-12-01T21:00:00Z"          | 400 | schedule.notbefore | unknown
          unknown cluster      | /compute/0/resource | "newtown"                       | 422 | compute[0].resource | known-cluster
          """)
  void oneErrorInAWindow(
      String what, String place, String value, int status, String field, String rule) {
    var body = RequestBodies.with(RequestBodies.WINDOW, place, value == null ? "" : value);
    var reply = repeatWithoutChange(() -> scientist.post(CO_ALLOCATIONS, body, "k-1"));
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.errors()).contains(field + ": " + rule);
    assertThat(reply.text("/errors/0/message")).isNotBlank();
    assertThat(fixture.harc.receivedMessages()).isEmpty();
  }

  /** Bodies that are no request at all. */
  static Stream<Arguments> noRequests() {
    return Stream.of(
        Arguments.of("nothing", "", 400, ": malformed"),
        Arguments.of("null", "null", 400, ": malformed"),
        Arguments.of("a list", "[]", 400, ": malformed"),
        Arguments.of("text", "\"book it\"", 400, ": malformed"),
        Arguments.of("no JSON", "<co-allocation/>", 400, ": json"),
        Arguments.of("half of it", "{\"schedule\":{", 400, ": json"),
        Arguments.of("more than one", RequestBodies.BOTH + "{}", 400, "*"),
        Arguments.of(
            "the same field twice", "{\"compute\":[],\"compute\":[]}", 400, "compute: duplicate"),
        Arguments.of(
            "the same field twice within",
            RequestBodies.BOTH.replace("\"nodes\": 4", "\"nodes\": 4, \"nodes\": 128"),
            400,
            "compute[0].nodes: duplicate"),
        Arguments.of(
            "very deep",
            "{\"schedule\":{\"duration\":" + "[".repeat(5000) + "]".repeat(5000) + "}}",
            400,
            "schedule.duration: malformed"),
        Arguments.of("very long", " ".repeat(1 << 20) + "{}", 413, ": too-large"),
        Arguments.of(
            "neither nodes nor a path",
            RequestBodies.with(
                RequestBodies.with(RequestBodies.BOTH, "/compute", ""), "/lightpaths", "[]"),
            422,
            ": not-empty"),
        Arguments.of(
            "half a character",
            RequestBodies.BOTH.replace("SPICE run 42", "a\\ud800b"),
            400,
            "description: unicode"),
        Arguments.of(
            "seventeen lightpaths",
            RequestBodies.with(RequestBodies.BOTH, "/lightpaths", "[" + "{},".repeat(16) + "{}]"),
            400,
            "lightpaths: at-most-16"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("noRequests")
  void aBodyThatIsNoRequest(String what, String body, int status, String error) {
    var reply = repeatWithoutChange(() -> scientist.post(CO_ALLOCATIONS, body));
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    if (!error.equals("*")) {
      assertThat(reply.errors()).containsExactly(error);
    }
  }

  /** Like a co-allocation, but without lists. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          unknown host         | /source              | "vis.ulc"              | 422 | source             | known-host
          campus without a BAR | /destination         | "hpcx.edinburgh"       | 422 | destination        | campus-with-a-broker
          both ends the same   | /destination         | "vis.ucl"              | 422 | destination        | two-ends
          no bandwidth         | /bandwidthMbps       | 0                      | 422 | bandwidthMbps      | at-least-1
          end before start     | /schedule/endTime    | "2026-12-01T20:59:00Z" | 422 | schedule.endTime   | after-start
          start in the past    | /schedule/startTime  | "2026-12-01T19:59:00Z" | 422 | schedule.startTime | not-in-the-past
          a window for it      | /schedule/notAfter   | "2026-12-02T00:00:00Z" | 422 | schedule           | fixed-times
          no bandwidth         | /bandwidthMbps       |                        | 400 | bandwidthMbps      | required
          nodes in the request | /nodes               | 4                      | 400 | nodes              | unknown
          """)
  void oneErrorInASingleLightpath(
      String what, String place, String value, int status, String field, String rule) {
    var body = RequestBodies.with(RequestBodies.LIGHTPATH, place, value == null ? "" : value);
    var reply = repeatWithoutChange(() -> scientist.post(RESERVATIONS, body));
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.errors()).contains(field + ": " + rule);
  }

  @ParameterizedTest
  @CsvSource({
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/xml",
    "multipart/form-data",
    "multipart/form-data; boundary=x"
  })
  void anotherContentTypeIs415(String type) {
    var reply =
        repeatWithoutChange(() ->
            scientist.send(
                scientist
                    .requestTo(CO_ALLOCATIONS)
                    .header("Content-Type", type)
                    .POST(BodyPublishers.ofString(RequestBodies.BOTH))));
    assertThat(reply.status()).isEqualTo(415);
  }

  @Test
  void aDescriptionIsMeasuredInCharacters() {
    var body =
        RequestBodies.with(
            RequestBodies.BOTH, "/description", "\"%s\"".formatted("\ud83d\udd2d".repeat(200)));
    assertThat(scientist.post(CO_ALLOCATIONS, body).status()).isEqualTo(201);
    var tooLong =
        RequestBodies.with(
            RequestBodies.BOTH, "/description", "\"%s\"".formatted("\ud83d\udd2d".repeat(201)));
    assertThat(repeatWithoutChange(() -> scientist.post(CO_ALLOCATIONS, tooLong)).errors())
        .containsExactly("description: at-most-200");
  }

  /** Only the network knows its capacity; the segments are called, and nothing is held. */
  @Test
  void bandwidthAboveEveryPathIsPermanentlyRefused() {
    fixture.harc.refuseAll(
        new VoteNote.Refusal(
            "path", "ABOVE_CAPACITY", "UCL-LONDON", "bandwidthMbps", "it carries 100", true, null));
    var body =
        RequestBodies.with(
            RequestBodies.BOTH,
            "/lightpaths/-",
            """
            { "source": "vis.ucl", "destination": "newton.manchester", "bandwidthMbps": 200 }
            """);
    var reply = scientist.post(CO_ALLOCATIONS, body, "k-1");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.errors()).containsExactly("lightpaths[1].bandwidthMbps: ABOVE_CAPACITY");
    assertThat(repeatWithoutChange(() -> scientist.post(CO_ALLOCATIONS, body, "k-1")).body())
        .isEqualTo(reply.body());
    assertThat(scientist.get(CO_ALLOCATIONS).text("/items/0/state")).isEqualTo("REFUSED");
  }
}
