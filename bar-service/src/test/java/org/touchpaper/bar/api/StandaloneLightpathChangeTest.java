package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** Changes of single lightpaths over REST, each sent twice. */
class StandaloneLightpathChangeTest {

  private static final String PATH = "/api/v1/reservations";
  private static final String LONGER_AND_FASTER =
      """
      { "bandwidthMbps": 500, "schedule": { "endTime": "2026-12-01T22:30:00Z" } }
      """;
  private static final String FASTER = "{\"bandwidthMbps\":500}";

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  @AfterEach
  void assertNoCallInsideATransaction() {
    assertThat(fixture.sentInTransaction).isEmpty();
  }

  private ApiReply book() {
    return scientist.post(PATH, RequestBodies.LIGHTPATH);
  }

  private ApiReply patch(String location, String body, String key) {
    return patch(scientist, location, body, key, null);
  }

  private static ApiReply patch(
      ApiClient who, String location, String body, String key, @Nullable String ifMatch) {
    var request =
        who.requestTo(location)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .method("PATCH", BodyPublishers.ofString(body));
    return who.send(ifMatch == null ? request : request.header("If-Match", ifMatch));
  }

  private void assertUnchanged(ApiReply booked) {
    var read = scientist.get(booked.header("Location"));
    assertThat(read.header("ETag")).isEqualTo(booked.header("ETag"));
    assertThat(read.text("/bandwidthMbps")).isEqualTo("300");
    assertThat(read.text("/state")).isEqualTo("COMMITTED");
  }

  @Test
  void everySegmentChangesItsShareAtOnce() {
    var booked = book();
    for (var time = 1; time <= 2; time++) {
      var changed = patch(booked.header("Location"), LONGER_AND_FASTER, "k-1");
      assertThat(changed.status()).as(changed.body()).isEqualTo(200);
      assertThat(changed.header("Idempotency-Key-Replayed")).isEqualTo(time == 1 ? "" : "true");
      assertThat(changed.text("/bandwidthMbps")).isEqualTo("500");
      assertThat(changed.text("/schedule/startTime")).isEqualTo("2026-12-01T21:00:00Z");
      assertThat(changed.text("/schedule/endTime")).isEqualTo("2026-12-01T22:30:00Z");
      assertThat(changed.text("/description")).isEqualTo("a film");
      assertThat(changed.header("ETag")).isNotEqualTo(booked.header("ETag"));
    }
    assertThat(fixture.segments.committedCounts()).containsOnly(1L);
    assertThat(fixture.segments.heldCounts()).containsOnly(1L);
    assertThat(fixture.segments.committedMbps()).containsOnly(500);
  }

  @Test
  void whatDoesNotFitIsRefusedAndTheOldValuesStay() {
    var booked = book();
    scientist.post(PATH, RequestBodies.with(RequestBodies.LIGHTPATH, "/bandwidthMbps", "600"));
    var first = patch(booked.header("Location"), LONGER_AND_FASTER, "k-1");
    var second = patch(booked.header("Location"), LONGER_AND_FASTER, "k-1");
    assertThat(first.status()).isEqualTo(409);
    assertThat(first.text("/type")).isEqualTo("urn:touchpaper:problem:refused");
    assertThat(first.text("/refusals/0/code")).isEqualTo("CAPACITY_BUSY");
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(fixture.segments.heldCounts()).containsOnly(2L);
    assertUnchanged(booked);
    assertThat(patch(booked.header("Location"), "{\"bandwidthMbps\":400}", "k-2").status())
        .isEqualTo(200);
  }

  @Test
  void aSilentSegmentIs503AndTheSameKeyRetries() {
    var booked = book();
    fixture.segments.stopAnsweringFor("nsap", 1);
    assertThat(patch(booked.header("Location"), FASTER, "k-1").status()).isEqualTo(503);
    assertThat(fixture.segments.heldCounts()).containsOnly(1L);
    assertUnchanged(booked);
    for (var time = 1; time <= 2; time++) {
      var retried = patch(booked.header("Location"), FASTER, "k-1");
      assertThat(retried.status()).as(retried.body()).isEqualTo(200);
    }
    assertThat(fixture.segments.committedMbps()).containsOnly(500);
  }

  @Test
  void whatIsWrongIsNamed() {
    var location = book().header("Location");
    for (var time = 1; time <= 2; time++) {
      assertThat(patch(location, "{\"bandwidthMbps\":0}", "k-1").errors())
          .containsExactly("bandwidthMbps: at-least-1");
      assertThat(patch(location, "{\"bandwidthMbps\":300}", "k-2").errors())
          .containsExactly(": something-else");
      assertThat(patch(location, "{}", "k-3").errors()).containsExactly(": something-else");
      var past = "{\"schedule\":{\"endTime\":\"2026-12-01T20:30:00Z\"}}";
      assertThat(patch(location, past, "k-4").errors())
          .containsExactly("schedule.endTime: after-start");
      assertThat(patch(location, "{\"source\":\"vis.ucl\"}", "k-5").errors())
          .containsExactly("source: unknown");
    }
    patch(location, FASTER, "k-1");
    assertThat(patch(location, "{\"bandwidthMbps\":501}", "k-1").errors())
        .containsExactly("Idempotency-Key: same-body");
  }

  @Test
  void aLightpathThatHasStartedKeepsItsStart() {
    var location = book().header("Location");
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofMinutes(90)));
    var later = "{\"schedule\":{\"startTime\":\"2026-12-01T21:45:00Z\"}}";
    assertThat(patch(location, later, "k-1").errors())
        .containsExactly("schedule.startTime: has-begun");
    for (var time = 1; time <= 2; time++) {
      assertThat(patch(location, LONGER_AND_FASTER, "k-2").text("/schedule/startTime"))
          .isEqualTo("2026-12-01T21:00:00Z");
    }
  }

  @Test
  void ofTwoClientsThatReadTheSameTheSecondIsNotMade() {
    var booked = book();
    var location = booked.header("Location");
    for (var time = 1; time <= 2; time++) { // a repeat has the same key and the same If-Match
      assertThat(patch(scientist, location, FASTER, "k-1", booked.header("ETag")).status())
          .isEqualTo(200);
    }
    var other = "{\"bandwidthMbps\":200}";
    var refused = patch(scientist, location, other, "k-2", booked.header("ETag"));
    assertThat(refused.status()).isEqualTo(412);
    assertThat(fixture.segments.committedMbps()).containsOnly(500);
    var read = scientist.get(location);
    assertThat(patch(scientist, location, other, "k-2", read.header("ETag")).status())
        .isEqualTo(200);
  }

  @Test
  void theDescriptionAloneChangesInAnyStateAndNoSegmentIsCalled() {
    var booked = book();
    var location = booked.header("Location");
    var tag = booked.header("ETag");
    for (var text : List.of("a longer film", "the last film")) {
      var calls = fixture.segments.receivedCalls();
      for (var time = 1; time <= 2; time++) {
        var body = "{\"description\":\"" + text + "\"}";
        var described = patch(scientist, location, body, "k-" + text, tag);
        assertThat(described.status()).as(described.body()).isEqualTo(200);
        assertThat(described.text("/description")).isEqualTo(text);
      }
      assertThat(fixture.segments.receivedCalls()).isEqualTo(calls);
      tag = scientist.delete(location).header("ETag");
    }
    var both = RequestBodies.with(FASTER, "/description", "\"a short film\"");
    var another = book().header("Location");
    assertThat(patch(another, both, "k-3").text("/description")).isEqualTo("a short film");
  }

  @Test
  void onlyItsOwnerAndAdministratorsChangeASingleLightpath() {
    var location = book().header("Location");
    for (var time = 1; time <= 2; time++) {
      assertThat(patch(fixture.clientFor("operator"), location, FASTER, "k", null).status())
          .isEqualTo(403);
      assertThat(patch(fixture.clientFor("admin"), location, FASTER, "k", null).status())
          .isEqualTo(200);
    }
    scientist.delete(location);
    var cancelled = patch(location, "{\"bandwidthMbps\":200}", "k-2");
    assertThat(cancelled.status()).isEqualTo(409);
    assertThat(cancelled.text("/detail")).isEqualTo("the lightpath was cancelled");
  }

  @Test
  void aReleasedLightpathStaysReleased() {
    var location = book().header("Location");
    scientist.post(location + "/release", "");
    assertThat(patch(location, FASTER, "k-1").status()).isEqualTo(200);
    assertThat(fixture.segments.receivedCalls())
        .filteredOn(call -> call.contains(" provision "))
        .hasSize(3); // of the booking
  }

  @Test
  void aDryRunCountsItsOwnCapacityAsFree() {
    var booked = book();
    var location = booked.header("Location");
    scientist.post(PATH, RequestBodies.with(RequestBodies.LIGHTPATH, "/bandwidthMbps", "500"));
    var rows = fixture.dumpTables();
    var held = fixture.segments.heldCounts();
    for (var time = 1; time <= 2; time++) {
      var fits = patch(location, RequestBodies.with(FASTER, "/dryRun", "true"), "k-1");
      assertThat(fits.status()).as(fits.body()).isEqualTo(200);
      assertThat(fits.json().path("fits").asBoolean()).isTrue();
      assertThat(fits.text("/lightpaths/0/bandwidthMbps")).isEqualTo("500");
      var refused = patch(location, "{\"bandwidthMbps\":501,\"dryRun\":true}", "k-1");
      assertThat(refused.json().path("fits").asBoolean()).isFalse();
      assertThat(refused.text("/refusals/0/code")).isEqualTo("CAPACITY_BUSY");
      assertThat(patch(location, "{\"description\":\"x\",\"dryRun\":true}", "k-1").status())
          .isEqualTo(200);
    }
    assertThat(fixture.dumpTables()).isEqualTo(rows);
    assertThat(fixture.segments.heldCounts()).isEqualTo(held);
    assertUnchanged(booked);
    assertThat(patch(location, FASTER, "k-1").status()).isEqualTo(200);
  }

  private static String window(String notBefore, String notAfter) {
    return "{\"schedule\":{\"notBefore\":\"2026-12-01T%s:00Z\",\"notAfter\":\"2026-12-0%s:00Z\"}}"
        .formatted(notBefore, notAfter);
  }

  /** Its own bandwidth is no obstacle to a slot that overlaps its own. */
  @Test
  void itMovesToTheEarliestSlotOfAWindowThatFits() {
    var location =
        scientist
            .post(PATH, RequestBodies.with(RequestBodies.LIGHTPATH, "/bandwidthMbps", "800"))
            .header("Location");
    var neighbour =
        RequestBodies.with(
            RequestBodies.LIGHTPATH,
            "/schedule",
            """
            { "startTime": "2026-12-01T22:00:00Z", "endTime": "2026-12-01T23:00:00Z" }
            """);
    scientist.post(PATH, neighbour);
    var early = window("20:30", "1T23:30");
    var late = window("21:30", "2T01:00");
    for (var time = 1; time <= 2; time++) {
      var asked = patch(location, RequestBodies.with(late, "/dryRun", "true"), "k-1");
      assertThat(asked.json().path("fits").asBoolean()).as(asked.body()).isTrue();
      assertThat(asked.text("/schedule/startTime")).isEqualTo("2026-12-01T23:00:00Z");
    }
    for (var time = 1; time <= 2; time++) {
      var moved = patch(location, early, "k-1");
      assertThat(moved.status()).as(moved.body()).isEqualTo(200);
      assertThat(moved.text("/schedule/startTime")).isEqualTo("2026-12-01T20:30:00Z");
      assertThat(moved.text("/schedule/endTime")).isEqualTo("2026-12-01T21:30:00Z");
    }
    for (var time = 1; time <= 2; time++) {
      var moved = patch(location, late, "k-2");
      assertThat(moved.text("/schedule/startTime")).isEqualTo("2026-12-01T23:00:00Z");
      var full = patch(location, window("22:00", "1T23:00"), "k-3");
      assertThat(full.status()).isEqualTo(409);
      assertThat(full.text("/refusals/0/code")).isEqualTo("CAPACITY_BUSY");
    }
    assertThat(patch(location, window("21:30", "1T22:00"), "k-4").errors())
        .containsExactly("schedule.duration: fits-the-window");
  }

  @Test
  void subscribersAreToldOfBothOutcomes() {
    var location = book().header("Location");
    patch(location, FASTER, "k-1");
    patch(location, "{\"bandwidthMbps\":2000}", "k-2");
    var events =
        fixture.jdbc().queryForList("select type from event order by xid, id", String.class);
    assertThat(events).containsExactly("committed", "changed", "change-refused");
    assertThat(
            fixture
                .jdbc()
                .queryForObject(
                    "select data from event where type = 'change-refused'", String.class))
        .contains("\"wanted\":\"2000 Mbit/s, 2026-12-01T21:00:00Z to 2026-12-01T22:00:00Z\"");
  }

  /** Whatever the order, the last change that was made is what every segment has. */
  @Test
  void concurrentChangesAreMadeOneAfterAnotherOrNotAtAll() {
    var location = book().header("Location");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, 12)
              .mapToObj(call ->
                  CompletableFuture.supplyAsync(
                      () ->
                          patch(
                              location,
                              "{\"bandwidthMbps\":" + (400 + call / 2) + "}",
                              "k-" + call / 2),
                      threads))
              .toList();
      var replies =
          calls.stream().map(call -> call.orTimeout(60, TimeUnit.SECONDS).join()).toList();
      assertThat(replies).allMatch(reply -> reply.status() == 200 || reply.status() == 409);
      assertThat(replies).anyMatch(reply -> reply.status() == 200);
    }
    var mbps = Integer.valueOf(scientist.get(location).text("/bandwidthMbps"));
    assertThat(mbps).isBetween(400, 405);
    assertThat(fixture.segments.committedMbps()).containsOnly(mbps);
    assertThat(fixture.segments.heldCounts()).containsOnly(1L);
  }
}
