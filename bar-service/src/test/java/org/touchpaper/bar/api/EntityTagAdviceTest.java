package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** ETag and If-Match of bookings, the ids of their parts, and their descriptions. */
class EntityTagAdviceTest {

  private static final String TWO_LIGHTPATHS =
      RequestBodies.with(
          RequestBodies.BOTH,
          "/lightpaths/-",
          """
          { "source": "vis.ucl", "destination": "newton.manchester", "bandwidthMbps": 100 }
          """);

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/co-allocations", "/api/v1/reservations"})
  void theTagStaysWhileOnlyTheStateChanges(String path) {
    var booked = scientist.post(path, bodyFor(path));
    var tag = booked.header("ETag");
    assertThat(tag).matches("\"[0-9a-f]{32}\"");
    var location = booked.header("Location");
    assertThat(scientist.get(location).header("ETag")).isEqualTo(tag);
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofHours(3)));
    assertThat(scientist.get(location).text("/state")).isEqualTo("ENDED");
    assertThat(scientist.get(location).header("ETag")).isEqualTo(tag);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/co-allocations", "/api/v1/reservations"})
  void aBookingThatIsNotAsExpectedIsNotCancelled(String path) {
    var booked = scientist.post(path, bodyFor(path));
    var location = booked.header("Location");
    for (var other : new String[] {"\"0\"", "W/" + booked.header("ETag"), "0"}) {
      var refused =
          scientist.send(scientist.requestTo(location).DELETE().header("If-Match", other));
      assertThat(refused.status()).as(other).isEqualTo(412);
      assertThat(refused.text("/type")).isEqualTo("urn:touchpaper:problem:precondition-failed");
      assertThat(scientist.get(location).text("/state")).isEqualTo("COMMITTED");
    }
    for (var time = 1; time <= 2; time++) {
      var cancelled =
          scientist.send(
              scientist
                  .requestTo(location)
                  .DELETE()
                  .header("If-Match", "\"0\", " + booked.header("ETag")));
      assertThat(cancelled.text("/state")).isEqualTo("CANCELLED");
    }
  }

  @Test
  void theSecondOfTwoClientsThatReadTheSameDoesNotUndoTheFirst() {
    var booked = scientist.post("/api/v1/co-allocations", RequestBodies.BOTH);
    var location = booked.header("Location");
    var longer = "{\"schedule\":{\"endTime\":\"2026-12-01T22:30:00Z\"}}";
    for (var time = 1; time <= 2; time++) { // a repeat has the same key and the same If-Match
      assertThat(patch(location, longer, "k-1", booked.header("ETag")).status()).isEqualTo(200);
    }
    var other = "{\"schedule\":{\"endTime\":\"2026-12-01T23:00:00Z\"}}";
    assertThat(patch(location, other, "k-2", booked.header("ETag")).status()).isEqualTo(412);
    var read = scientist.get(location);
    assertThat(read.text("/schedule/endTime")).isEqualTo("2026-12-01T22:30:00Z");
    assertThat(read.header("ETag")).isNotEqualTo(booked.header("ETag"));
    assertThat(patch(location, other, "k-2", read.header("ETag")).status()).isEqualTo(200);
    assertThat(patch(location, longer, "k-3", "*").status()).isEqualTo(200);
  }

  @Test
  void anIdTellsTwoLightpathsOfOnePairApart() {
    var booked = scientist.post("/api/v1/co-allocations", TWO_LIGHTPATHS);
    var first = booked.text("/lightpaths/0/id");
    var second = booked.text("/lightpaths/1/id");
    assertThat(first).isNotEqualTo(second).isEqualTo(booked.text("/lightpaths/0/connectionId"));
    var swapped =
        patch(
            booked.header("Location"),
            "{\"lightpaths\":[" + lightpath(second, 200) + "," + lightpath(first, 300) + "]}",
            "k-1",
            "*");
    assertThat(swapped.status()).as(swapped.body()).isEqualTo(200);
    assertThat(swapped.text("/lightpaths/0/id")).isEqualTo(second);
    assertThat(swapped.text("/lightpaths/0/bandwidthMbps")).isEqualTo("200");
    assertThat(swapped.text("/lightpaths/1/id")).isEqualTo(first);
    assertThat(swapped.text("/compute/0/id")).isEqualTo(booked.text("/compute/0/id"));
    var one = "{\"lightpaths\":[" + lightpath(second, 50) + "]}";
    var remaining = patch(booked.header("Location"), one, "k-2", "*");
    assertThat(remaining.text("/lightpaths/0/id")).isEqualTo(second);
  }

  @Test
  void anIdOfNoPartIsRefused() {
    var location = scientist.post("/api/v1/co-allocations", TWO_LIGHTPATHS).header("Location");
    var unknown = lightpath("5f0b44ce-3b0e-5a4c-9d5d-2f3a7e1c9b02", 1);
    var reply = patch(location, "{\"lightpaths\":[" + unknown + "]}", "k-1", "*");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.errors()).containsExactly("lightpaths[0].id: known-part");
    var compute = scientist.get(location).text("/compute/0/id");
    var wrongKind = patch(location, "{\"lightpaths\":[" + lightpath(compute, 1) + "]}", "k-2", "*");
    assertThat(wrongKind.errors()).contains("lightpaths[0].id: known-part");
  }

  @Test
  void aDescriptionChangesWithoutATransaction() {
    var booked = scientist.post("/api/v1/co-allocations", RequestBodies.BOTH);
    var transactions = fixture.harc.outcomes().size();
    var tag = "";
    for (var time = 1; time <= 2; time++) {
      var reply = patch(booked.header("Location"), "{\"description\":\"a film\"}", "k-1", "*");
      assertThat(reply.status()).as(reply.body()).isEqualTo(200);
      assertThat(reply.text("/description")).isEqualTo("a film");
      tag = reply.header("ETag");
    }
    assertThat(fixture.harc.outcomes()).hasSize(transactions);
    assertThat(tag).isNotEqualTo(booked.header("ETag"));
    var both =
        patch(
            booked.header("Location"),
            "{\"description\":\"a long film\",\"schedule\":{\"endTime\":\"2026-12-01T22:30:00Z\"}}",
            "k-2",
            tag);
    assertThat(both.text("/description")).isEqualTo("a long film");
    assertThat(both.text("/schedule/endTime")).isEqualTo("2026-12-01T22:30:00Z");
  }

  private static String bodyFor(String path) {
    return path.endsWith("co-allocations") ? RequestBodies.BOTH : RequestBodies.LIGHTPATH;
  }

  private static String lightpath(String id, int bandwidthMbps) {
    return """
    { "id": "%s", "source": "vis.ucl", "destination": "newton.manchester",
      "bandwidthMbps": %d }
    """
        .formatted(id, bandwidthMbps);
  }

  private ApiReply patch(String location, String body, String key, String ifMatch) {
    return scientist.send(
        scientist
            .requestTo(location)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .header("If-Match", ifMatch)
            .method("PATCH", BodyPublishers.ofString(body)));
  }
}
