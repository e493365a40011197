package org.touchpaper.hlm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.http.StallingServer;

class HlmClientTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final CoAllocationRequest REQUEST =
      new CoAllocationRequest(
          "SPICE",
          new FixedSchedule(
              Instant.parse("2026-12-01T21:00:00Z"), Instant.parse("2026-12-01T22:00:00Z")),
          List.of(new CoAllocationRequest.Compute("newton", 4)),
          List.of(new CoAllocationRequest.Lightpath("vis.ucl", "newton.manchester", 300)));

  private final ScriptedBar bar = new ScriptedBar();
  private final HlmClient client = new HlmClient(bar.uri(), "scientist", "secret", TIMEOUT);

  @AfterEach
  void close() {
    client.close();
    bar.close();
  }

  @Test
  void sendsTheSameRequestWithTheSameKeyEachTime() {
    bar.respond(201, BarResponses.COMMITTED).respond(201, BarResponses.COMMITTED);
    var first = client.book(REQUEST, "k1");
    assertThat(client.book(REQUEST, "k1")).isEqualTo(first);
    assertThat(bar.requests().getFirst())
        .isEqualTo(bar.requests().getLast())
        .isEqualTo(
            new ScriptedBar.ReceivedRequest(
                "POST /api/v1/co-allocations",
                "k1",
                null,
                "Basic c2NpZW50aXN0OnNlY3JldA==",
                "{\"description\":\"SPICE\",\"schedule\":{\"startTime\":\"2026-12-01T21:00:00Z\","
                    + "\"endTime\":\"2026-12-01T22:00:00Z\"},\"compute\":[{\"resource\":\"newton\","
                    + "\"nodes\":4}],\"lightpaths\":[{\"source\":\"vis.ucl\",\"destination\":"
                    + "\"newton.manchester\",\"bandwidthMbps\":300}]}"));
  }

  @Test
  void readsABookingAndIgnoresUnknownFields() {
    bar.respond(201, BarResponses.COMMITTED.replaceFirst("\\{", "{\"colour\":\"blue\","));
    assertThat(client.book(REQUEST, "k1"))
        .isInstanceOfSatisfying(
            CallResult.Done.class,
            done ->
                assertThat(done.value())
                    .isInstanceOfSatisfying(
                        CoAllocationDto.class,
                        booking -> {
                          assertThat(booking.state()).isEqualTo("COMMITTED");
                          assertThat(booking.lightpaths().getFirst().path())
                              .startsWith("vis.ucl", "EDGE-UCL");
                        }));
  }

  @Test
  void reportsAnUndecidedBooking() {
    bar.respond(202, BarResponses.COMMITTED.replace("COMMITTED", "UNDECIDED"));
    assertThat(client.book(REQUEST, "k1")).isInstanceOf(CallResult.Undecided.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 409, 413, 415, 422, 429})
  void reportsARefusalWithOrWithoutAProblemDocument(int status) {
    bar.respond(status, BarResponses.problem(status, "full")).respond(status, "<html>");
    assertThat(client.book(REQUEST, "k1"))
        .isInstanceOfSatisfying(
            CallResult.Refused.class, it -> assertThat(it.problem().summary()).isEqualTo("full"));
    assertThat(client.book(REQUEST, "k1")).isInstanceOf(CallResult.Refused.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void distinguishesNotAllowedFromRefused(int status) {
    bar.respond(status, "");
    assertThat(client.cancel("some-id")).isInstanceOf(CallResult.NotAllowed.class);
  }

  @Test
  void reportsTooFewAcceptorsAsUnreachable() {
    bar.respond(503, BarResponses.problem(503, "1 of 3 acceptors answered"));
    assertThat(client.book(REQUEST, "k1"))
        .isEqualTo(new CallResult.Unreachable<>("1 of 3 acceptors answered"));
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 302, 500, 502, 504})
  void reportsAnUnexpectedStatusAsUnknown(int status) {
    bar.respond(status, "");
    assertThat(client.book(REQUEST, "k1")).isInstanceOf(CallResult.Unknown.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "<html>", "[]", "{}", "{\"id\":\"x\"}"})
  void reportsAnInvalidBodyAsUnknown(String body) {
    bar.respond(200, body);
    assertThat(client.find("some-id")).isInstanceOf(CallResult.Unknown.class);
  }

  @Test
  void reportsARequestWithoutAResponseAsUnknown() {
    bar.closeConnection();
    assertThat(client.book(REQUEST, "k1")).isInstanceOf(CallResult.Unknown.class);
    assertThat(bar.requests()).hasSize(1);
  }

  @Test
  void reportsARefusedConnectionAsUnreachable() throws IOException {
    try (var taken = new Socket()) { // a bound port without a listener
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var bar = URI.create("http://127.0.0.1:" + taken.getLocalPort());
      try (var unreachable = new HlmClient(bar, "u", "p", TIMEOUT)) {
        assertThat(unreachable.book(REQUEST, "k1")).isInstanceOf(CallResult.Unreachable.class);
      }
    }
  }

  @Test
  void distinguishesAnotherServerFromABarThatDoesNotKnowTheBooking() {
    for (var again = 0; again < 2; again++) {
      bar.respond(404, BarResponses.problem(404, "No static resource.")).respond(404, "");
      var notABar = new CallResult.Unreachable<>("no BAR at " + bar.uri() + " (404)");
      assertThat(client.book(REQUEST, "k1")).isEqualTo(notABar);
      assertThat(client.list(BookingFilter.NONE)).isEqualTo(notABar);
    }
    bar.respond(404, "");
    assertThat(client.find("some-id")).isInstanceOf(CallResult.Refused.class);
  }

  @Test
  void followsEventsAndResumesAfterTheLastOne() {
    bar.respond(200, ": watching\nid: a-1\n\n" + BarResponses.event("a-2", "committed"))
        .closeConnection()
        .respond(503, "")
        .respond(200, ": quiet\nid: a-3\n\n")
        .respond(200, BarResponses.event("a-4", "active") + BarResponses.event("a-5", "ended"));
    var names = new ArrayList<String>();
    var result =
        client.follow(
            new EventStreamFilter(null, List.of("committed", "active")),
            "a-0",
            event -> {
              names.add(event.name() + " " + event.data().state());
              return names.size() < 2;
            },
            Duration.ZERO);
    assertThat(names).containsExactly("committed ACTIVE", "active ACTIVE");
    assertThat(result).isEqualTo(new CallResult.Done<>("a-4", ""));
    assertThat(bar.lastEventIds()).containsExactly("a-0", "a-2", "a-2", "a-2", "a-3");
    assertThat(bar.requests().getFirst().line())
        .isEqualTo("GET /api/v1/events?type=committed%2Cactive");
  }

  @Test
  void reportsThatEventsAreNoLongerStored() {
    bar.respond(200, "id: a-1\n\n").respond(410, BarResponses.problem(410, "too old"));
    assertThat(client.follow(EventStreamFilter.ALL, null, _ -> true, Duration.ZERO))
        .isInstanceOfSatisfying(
            CallResult.Refused.class,
            it -> assertThat(it.problem().summary()).isEqualTo("too old"));
    bar.closeConnection();
    assertThat(client.follow(EventStreamFilter.ALL, null, _ -> true, Duration.ZERO))
        .isInstanceOf(CallResult.Unreachable.class);
  }

  @Test
  void escapesPathAndQuery() {
    bar.respond(404, "").respond(200, BarResponses.TIMETABLE);
    client.find("../a b?c");
    client.timetable(
        new TimetableQuery(List.of("newton", "vis.ucl/newton.manchester"), Instant.EPOCH, null));
    assertThat(bar.requests().stream().map(ScriptedBar.ReceivedRequest::line))
        .containsExactly(
            "GET /api/v1/co-allocations/..%2Fa%20b%3Fc",
            "GET /api/v1/timetable?resource=newton%2Cvis.ucl%2Fnewton.manchester&from=1970-01-01T00%3A00%3A00Z");
  }

  /** A paused server: the outcome is unknown, and the request may be repeated. */
  @Test
  void appliesTheTimeoutToTheCompleteResponse() {
    try (var stalling = StallingServer.inTheMiddle("{\"id\":\"");
        var impatientClient =
            new HlmClient(stalling.uri(), "scientist", "secret", Duration.ofMillis(300))) {
      var unknown =
          new CallResult.Unknown<CoAllocationDto>(
              "no answer from "
                  + stalling.uri().getAuthority()
                  + ": the response was not complete within 300 ms");
      assertTimeoutPreemptively(
          TIMEOUT,
          () -> {
            assertThat(impatientClient.book(REQUEST, "k1")).isEqualTo(unknown);
            assertThat(impatientClient.book(REQUEST, "k1")).isEqualTo(unknown);
          });
    }
  }
}
