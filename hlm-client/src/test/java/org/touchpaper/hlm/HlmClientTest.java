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
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.http.HaltingServer;

class HlmClientTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final CoAllocationRequest WANTED =
      new CoAllocationRequest(
          "SPICE",
          new Schedule(
              Instant.parse("2026-12-01T21:00:00Z"), Instant.parse("2026-12-01T22:00:00Z")),
          List.of(new CoAllocationRequest.Compute("newton", 4)),
          List.of(new CoAllocationRequest.Lightpath("vis.ucl", "newton.manchester", 300)));

  private final ScriptedBar bar = new ScriptedBar();
  private final HlmClient client = new HlmClient(bar.uri(), "scientist", "secret", PATIENCE);

  @AfterEach
  void close() {
    client.close();
    bar.close();
  }

  @Test
  void sendsTheSameRequestWithTheSameKeyEachTime() {
    bar.answers(201, Bodies.COMMITTED).answers(201, Bodies.COMMITTED);
    var first = client.make(WANTED, "k1");
    assertThat(client.make(WANTED, "k1")).isEqualTo(first);
    assertThat(bar.asked().getFirst())
        .isEqualTo(bar.asked().getLast())
        .isEqualTo(
            new ScriptedBar.Asked(
                "POST /api/v1/co-allocations",
                "k1",
                "Basic c2NpZW50aXN0OnNlY3JldA==",
                "{\"description\":\"SPICE\",\"schedule\":{\"startTime\":\"2026-12-01T21:00:00Z\","
                    + "\"endTime\":\"2026-12-01T22:00:00Z\"},\"compute\":[{\"resource\":\"newton\","
                    + "\"nodes\":4}],\"lightpaths\":[{\"source\":\"vis.ucl\",\"destination\":"
                    + "\"newton.manchester\",\"bandwidthMbps\":300}]}"));
  }

  @Test
  void readsABookingAndLetsNewFieldsPass() {
    bar.answers(201, Bodies.COMMITTED.replaceFirst("\\{", "{\"colour\":\"blue\","));
    assertThat(client.make(WANTED, "k1"))
        .isInstanceOfSatisfying(
            Answer.Done.class,
            done ->
                assertThat(done.value())
                    .isInstanceOfSatisfying(
                        CoAllocation.class,
                        booking -> {
                          assertThat(booking.state()).isEqualTo("COMMITTED");
                          assertThat(booking.lightpaths().getFirst().path())
                              .startsWith("vis.ucl", "EDGE-UCL");
                        }));
  }

  @Test
  void saysThatNothingIsDecided() {
    bar.answers(202, Bodies.COMMITTED.replace("COMMITTED", "UNDECIDED"));
    assertThat(client.make(WANTED, "k1")).isInstanceOf(Answer.Undecided.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 409, 413, 415, 422, 429})
  void takesARefusalWithOrWithoutAProblem(int status) {
    bar.answers(status, Bodies.problem(status, "full")).answers(status, "<html>");
    assertThat(client.make(WANTED, "k1"))
        .isInstanceOfSatisfying(
            Answer.Refused.class, it -> assertThat(it.problem().sentence()).isEqualTo("full"));
    assertThat(client.make(WANTED, "k1")).isInstanceOf(Answer.Refused.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void tellsNotAllowedFromRefused(int status) {
    bar.answers(status, "");
    assertThat(client.cancel("some-id")).isInstanceOf(Answer.NotAllowed.class);
  }

  @Test
  void knowsThatNothingWasBegunWithTooFewAcceptors() {
    bar.answers(503, Bodies.problem(503, "1 of 3 acceptors answered"));
    assertThat(client.make(WANTED, "k1"))
        .isEqualTo(new Answer.Unreachable<>("1 of 3 acceptors answered"));
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 302, 500, 502, 504})
  void knowsThatItDoesNotKnow(int status) {
    bar.answers(status, "");
    assertThat(client.make(WANTED, "k1")).isInstanceOf(Answer.Unknown.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "<html>", "[]", "{}", "{\"id\":\"x\"}"})
  void doesNotTakeSomethingElseForABooking(String body) {
    bar.answers(200, body);
    assertThat(client.find("some-id")).isInstanceOf(Answer.Unknown.class);
  }

  @Test
  void doesNotKnowWhatBecameOfARequestThatGotNoAnswer() {
    bar.hangsUp();
    assertThat(client.make(WANTED, "k1")).isInstanceOf(Answer.Unknown.class);
    assertThat(bar.asked()).hasSize(1);
  }

  @Test
  void knowsThatARequestDidNotGetThere() throws IOException {
    try (var taken = new Socket()) { // so that nobody else gets it, and nobody listens
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var bar = URI.create("http://127.0.0.1:" + taken.getLocalPort());
      try (var nobody = new HlmClient(bar, "u", "p", PATIENCE)) {
        assertThat(nobody.make(WANTED, "k1")).isInstanceOf(Answer.Unreachable.class);
      }
    }
  }

  @Test
  void tellsWhatIsNoBarFromABarThatKnowsNoSuchBooking() {
    for (var again = 0; again < 2; again++) {
      bar.answers(404, Bodies.problem(404, "No static resource.")).answers(404, "");
      var nowhere = new Answer.Unreachable<>("there is no BAR at " + bar.uri() + " (404)");
      assertThat(client.make(WANTED, "k1")).isEqualTo(nowhere);
      assertThat(client.list()).isEqualTo(nowhere);
    }
    bar.answers(404, "");
    assertThat(client.find("some-id")).isInstanceOf(Answer.Refused.class);
  }

  @Test
  void escapesWhatItPutsIntoAnAddress() {
    bar.answers(404, "").answers(200, Bodies.TIMETABLE);
    client.find("../a b?c");
    client.timetable("vis.ucl/newton.manchester", Instant.EPOCH, null);
    assertThat(bar.asked().stream().map(ScriptedBar.Asked::line))
        .containsExactly(
            "GET /api/v1/co-allocations/..%2Fa%20b%3Fc",
            "GET /api/v1/timetable?resource=vis.ucl%2Fnewton.manchester&from=1970-01-01T00%3A00%3A00Z");
  }

  /** As one that is paused: whether it was done is not known, and the same may be asked again. */
  @Test
  void waitsNoLongerForTheRestOfAnAnswerThanForItsBeginning() {
    try (var halting = HaltingServer.inTheMiddle("{\"id\":\"");
        var hasty = new HlmClient(halting.uri(), "scientist", "secret", Duration.ofMillis(300))) {
      var unknown =
          new Answer.Unknown<CoAllocation>(
              "no answer from "
                  + halting.uri().getAuthority()
                  + ": not all of the answer came in 300 ms");
      assertTimeoutPreemptively(
          PATIENCE,
          () -> {
            assertThat(hasty.make(WANTED, "k1")).isEqualTo(unknown);
            assertThat(hasty.make(WANTED, "k1")).isEqualTo(unknown);
          });
    }
  }
}
