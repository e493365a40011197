package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.FullSystemFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/**
 * Dry runs of co-allocations beside real acceptors and resource managers: the real call that
 * follows has the same outcome, and no service has a row more.
 */
class DryRunWithNeighboursTest {

  private static final String PATH = "/api/v1/co-allocations";

  @TempDir static Path data;

  @SuppressWarnings("NullAway.Init") // set before any test
  private static FullSystemFixture fixture;

  private final ApiClient scientist = fixture.clientFor("scientist");

  @BeforeAll
  static void start() {
    fixture = new FullSystemFixture(data);
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  /** An hour that no other test uses. */
  private static Instant hour(int number) {
    return Instant.now()
        .truncatedTo(ChronoUnit.DAYS)
        .plus(Duration.ofDays(2))
        .plus(Duration.ofHours(number));
  }

  private static String body(int hour, int nodes, int mbps) {
    return """
    { "schedule": { "startTime": "%s", "endTime": "%s" },
      "compute": [ { "resource": "newton", "nodes": %d } ],
      "lightpaths": [
        { "source": "vis.ucl", "destination": "newton.manchester", "bandwidthMbps": %d } ] }
    """
        .formatted(hour(hour), hour(hour + 1), nodes, mbps);
  }

  private ApiReply book(String body) {
    return scientist.postUntilDecided(PATH, body, UUID.randomUUID().toString());
  }

  private String bookedId(String body) {
    var booked = book(body);
    assertThat(booked.status()).as(booked.body()).isEqualTo(201);
    return booked.text("/id");
  }

  private ApiReply patch(String id, String body) {
    return scientist.send(
        scientist
            .requestTo(PATH + "/" + id)
            .header("Content-Type", "application/json")
            .method("PATCH", BodyPublishers.ofString(body)));
  }

  private ApiReply ask(String body) {
    return askTwice(() -> scientist.post(PATH, RequestBodies.with(body, "/dryRun", "true")));
  }

  private ApiReply askChange(String id, String body) {
    return askTwice(() -> patch(id, RequestBodies.with(body, "/dryRun", "true")));
  }

  /** Repeats until nothing else writes meanwhile; a dry run that wrote would never pass. */
  private ApiReply askTwice(Supplier<ApiReply> call) {
    var replies = new ArrayList<ApiReply>();
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> {
          replies.clear();
          var rows = fixture.countRows();
          replies.add(call.get());
          assertThat(call.get().body()).isEqualTo(replies.getFirst().body());
          assertThat(fixture.countRows()).isEqualTo(rows);
        });
    assertThat(replies.getFirst().status()).isEqualTo(200);
    return replies.getFirst();
  }

  private static boolean fits(ApiReply reply) {
    return reply.json().path("fits").asBoolean();
  }

  @Test
  void whatFitsIsBookedOnTheSamePath() {
    var asked = ask(body(0, 4, 300));
    assertThat(fits(asked)).as(asked.body()).isTrue();
    assertThat(asked.text("/compute/0/free")).isEqualTo("128");
    var booked = book(body(0, 4, 300));
    assertThat(booked.status()).isEqualTo(201);
    assertThat(booked.json().at("/lightpaths/0/path"))
        .isEqualTo(asked.json().at("/lightpaths/0/path"));
  }

  @Test
  void tooFewNodesAreRefusedWithTheNextWindows() {
    bookedId(body(2, 100, 100));
    var wanted = RequestBodies.with(body(2, 29, 100), "/lightpaths", "[]");
    var asked = ask(wanted);
    assertThat(fits(asked)).isFalse();
    assertThat(asked.text("/refusals/0/reason")).contains("newton has 28 of 128 nodes free");
    assertThat(Instant.parse(asked.text("/alternatives/0/startTime"))).isEqualTo(hour(3));
    var refused = book(wanted);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("/refusals/0/code")).isEqualTo(asked.text("/refusals/0/code"));
  }

  @Test
  void aFullLinkIsRefusedAsARealCallWouldBe() {
    bookedId(body(5, 1, 800));
    var asked = ask(body(5, 1, 300));
    assertThat(fits(asked)).isFalse();
    assertThat(asked.json().at("/compute/0/fits").asBoolean()).isTrue();
    var refused = book(body(5, 1, 300));
    assertThat(refused.status()).isEqualTo(409);
    for (var place : new String[] {"/refusals/0/code", "/refusals/0/field"}) {
      assertThat(refused.text(place)).isEqualTo(asked.text(place));
    }
  }

  /** Grows, shrinks and moves: the booking's own nodes and capacity count as free. */
  @Test
  void aChangeMayUseWhatTheBookingHas() {
    var id = bookedId(body(8, 100, 800));
    var grown = "{ \"compute\": [ { \"resource\": \"newton\", \"nodes\": 128 } ] }";
    var faster =
        """
        { "lightpaths": [ { "source": "vis.ucl", "destination": "newton.manchester",
          "bandwidthMbps": 1000 } ] }
        """;
    var shrunk = "{ \"compute\": [ { \"resource\": \"newton\", \"nodes\": 1 } ] }";
    var longer = "{ \"schedule\": { \"endTime\": \"%s\" } }".formatted(hour(10));
    for (var change : new String[] {grown, faster, shrunk, longer}) {
      var asked = askChange(id, change);
      assertThat(fits(asked)).as(asked.body()).isTrue();
      assertThat(asked.text("/lightpaths/0/id")).isNotEmpty();
      assertThat(scientist.get(PATH + "/" + id).text("/compute/0/nodes")).isEqualTo("100");
    }
    assertThat(patch(id, grown).status()).isEqualTo(200);
    assertThat(fits(ask(body(8, 1, 100)))).isFalse();
  }

  private static String window(Instant notBefore, int notAfter) {
    return "{ \"schedule\": { \"notBefore\": \"%s\", \"notAfter\": \"%s\" } }"
        .formatted(notBefore, hour(notAfter));
  }

  private ApiReply patchTwice(String id, String body) {
    var key = UUID.randomUUID().toString();
    var replies = new ArrayList<ApiReply>();
    for (var time = 1; time <= 2; time++) {
      replies.add(
          scientist.send(
              scientist
                  .requestTo(PATH + "/" + id)
                  .header("Content-Type", "application/json")
                  .header("Idempotency-Key", key)
                  .method("PATCH", BodyPublishers.ofString(body))));
      assertThat(replies.getLast().status()).as(replies.getLast().body()).isEqualTo(200);
    }
    assertThat(replies.getLast().json().path("schedule"))
        .isEqualTo(replies.getFirst().json().path("schedule"));
    return replies.getLast();
  }

  /** The booking's own nodes and bandwidth are no obstacle to a slot that overlaps its own. */
  @Test
  void aBookingMovesToTheEarliestSlotOfAWindowThatFits() {
    var id = bookedId(body(16, 100, 800));
    bookedId(body(17, 100, 100));
    for (var wanted :
        List.of(hour(16).plus(Duration.ofMinutes(30)), hour(15).plus(Duration.ofMinutes(30)))) {
      var expected = wanted.isAfter(hour(16)) ? hour(18) : wanted;
      var asked = askChange(id, window(wanted, 20));
      assertThat(fits(asked)).as(asked.body()).isTrue();
      assertThat(Instant.parse(asked.text("/schedule/startTime"))).isEqualTo(expected);
      var moved = patchTwice(id, window(wanted, 20));
      assertThat(Instant.parse(moved.text("/schedule/startTime"))).isEqualTo(expected);
      assertThat(Instant.parse(moved.text("/schedule/endTime")))
          .isEqualTo(expected.plus(Duration.ofHours(1)));
    }
    var full = patch(id, window(hour(17), 18));
    assertThat(full.status()).isEqualTo(409);
    assertThat(full.text("/refusals/0/code")).isEqualTo("NODES_BUSY");
    assertThat(Instant.parse(scientist.get(PATH + "/" + id).text("/schedule/startTime")))
        .isEqualTo(hour(15).plus(Duration.ofMinutes(30)));
  }

  @Test
  void aChangeThatDoesNotFitIsRefusedAsARealOneWouldBe() {
    var id = bookedId(body(12, 4, 300));
    bookedId(body(13, 125, 100));
    var longer = "{ \"schedule\": { \"endTime\": \"%s\" } }".formatted(hour(14));
    var asked = askChange(id, longer);
    assertThat(fits(asked)).isFalse();
    assertThat(asked.json().at("/lightpaths/0/fits").asBoolean()).isTrue();
    assertThat(asked.json().at("/compute/0/fits").asBoolean()).isFalse();
    var refused = patch(id, longer);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json().path("refusals").values().stream().map(it -> it.path("code")))
        .isSubsetOf(
            asked.json().path("refusals").values().stream().map(it -> it.path("code")).toList());
    var shorter =
        "{ \"schedule\": { \"endTime\": \"%s\" } }"
            .formatted(hour(12).plus(Duration.ofMinutes(30)));
    assertThat(fits(askChange(id, shorter))).isTrue();
    assertThat(patch(id, shorter).status()).isEqualTo(200);
  }
}
