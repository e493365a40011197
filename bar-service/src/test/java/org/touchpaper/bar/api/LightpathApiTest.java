package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** Single lightpaths over REST: booked, read, released, provisioned and ended, each twice. */
class LightpathApiTest {

  private static final String PATH = "/api/v1/reservations";

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  @AfterEach
  void assertNoCallInsideATransaction() {
    assertThat(fixture.sentInTransaction).isEmpty();
    assertThat(fixture.harc.receivedMessages()).isEmpty();
  }

  @Test
  void itIsCommittedAndProvisionedOnEverySegment() {
    var first = scientist.post(PATH, RequestBodies.LIGHTPATH, "k-1");
    var calls = fixture.segments.receivedCalls();
    var second = scientist.post(PATH, RequestBodies.LIGHTPATH, "k-1");

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.text("/state")).isEqualTo("COMMITTED");
    assertThat(first.text("/source")).isEqualTo("vis.ucl");
    assertThat(first.text("/destination")).isEqualTo("newton.manchester");
    assertThat(first.json().path("segments")).hasSize(3);
    assertThat(first.json().has("coAllocation")).isFalse();
    assertThat(first.header("Location")).isEqualTo(PATH + "/" + first.text("/connectionId"));
    assertThat(fixture.segments.committedCounts()).isEqualTo(List.of(1L, 1L, 1L));
    assertThat(calls).filteredOn(verb -> verb.contains(" provision ")).hasSize(3);
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text("/connectionId")).isEqualTo(first.text("/connectionId"));
    assertThat(fixture.segments.committedCounts()).isEqualTo(List.of(1L, 1L, 1L));
    assertThat(scientist.get(first.header("Location")).status()).isEqualTo(200);
  }

  @Test
  void itSaysHowToUseItAtBothEnds() {
    fixture.segments.describeEndpoints();
    var booked = scientist.post(PATH, RequestBodies.LIGHTPATH, "k-1");

    assertThat(booked.json().path("endpoints").toString())
        .isEqualTo(
            """
            [{"host":"vis.ucl","element":"EDGE-UCL","port":"GigabitEthernet3/1","vlan":101,\
            "tagged":true,"mtu":8000,"rateMbps":300,"address":"10.88.0.2/31"},\
            {"host":"newton.manchester","element":"EDGE-MAN","port":"GigabitEthernet3/1",\
            "vlan":105,"tagged":true,"mtu":8000,"rateMbps":300,"address":"10.88.0.3/31"}]\
            """);
    var endHost = booked.json().path("endHost");
    assertThat(endHost.path("roundTripMs").decimalValue()).isEqualByComparingTo("6.8");
    assertThat(endHost.path("bandwidthDelayProductBytes").asInt()).isEqualTo(255_000);
    assertThat(endHost.path("tcpBufferBytes").asInt()).isEqualTo(510_000);
    assertThat(endHost.path("recoverySeconds").decimalValue()).isEqualByComparingTo("0.218");
    assertThat(endHost.at("/commands/1/host").asString()).isEqualTo("newton.manchester");
    assertThat(endHost.at("/commands/1/setUp").toString())
        .contains("sudo ip addr replace 10.88.0.3/31 dev lightpath105");
    assertThat(endHost.at("/commands/1/tearDown").toString())
        .contains("sudo ip link delete dev lightpath105");
    var read = scientist.get(booked.header("Location"));
    assertThat(read.json().path("endpoints")).isEqualTo(booked.json().path("endpoints"));
    assertThat(read.json().path("endHost")).isEqualTo(endHost);
    assertThat(scientist.get(PATH).json().at("/items/0").has("endpoints")).isFalse();
  }

  /** What a site does not say is left out. */
  @Test
  void itLeavesOutWhatNoSiteSays() {
    var booked = scientist.post(PATH, RequestBodies.LIGHTPATH, "k-1");

    assertThat(booked.json().path("endpoints").toString())
        .isEqualTo(
            """
            [{"host":"vis.ucl","rateMbps":300},{"host":"newton.manchester","rateMbps":300}]\
            """);
    assertThat(booked.json().path("endHost").toString()).isEqualTo("{\"commands\":[]}");
  }

  @Test
  void aRepeatAfterTheStartOrTheEndGetsTheSameResult() {
    var first = scientist.post(PATH, RequestBodies.LIGHTPATH, "k-1");
    for (var later : List.of(3700, 7300)) {
      fixture.clock.set(BarFixture.NOW.plusSeconds(later));
      var again = scientist.post(PATH, RequestBodies.LIGHTPATH, "k-1");
      assertThat(again.status()).isEqualTo(later < 7200 ? 201 : 200);
      assertThat(again.text("/connectionId")).isEqualTo(first.text("/connectionId"));
      var another = RequestBodies.with(RequestBodies.LIGHTPATH, "/description", "\"another run\"");
      assertThat(scientist.post(PATH, another, "k-1").errors())
          .containsExactly("Idempotency-Key: same-body");
      assertThat(scientist.post(PATH, RequestBodies.LIGHTPATH, "k-" + later).status())
          .isEqualTo(422);
    }
  }

  @Test
  void concurrentCallsWithOneKeyGetOneResult() {
    var now = RequestBodies.with(RequestBodies.LIGHTPATH, "/schedule/startTime", "");
    var replies = atOnce(call -> now);
    assertThat(replies).allMatch(reply -> reply.status() == 201);
    assertThat(replies.stream().map(reply -> reply.text("/connectionId")).distinct()).hasSize(1);
    assertThat(fixture.segments.committedCounts()).containsOnly(1L);
  }

  @Test
  void ofTwoConcurrentBodiesWithOneKeyOneIsBooked() {
    var replies =
        atOnce(call ->
            RequestBodies.with(RequestBodies.LIGHTPATH, "/description", "\"" + call % 2 + "\""));
    var booked = replies.stream().filter(reply -> reply.status() == 201).toList();
    assertThat(booked.stream().map(reply -> reply.text("/description")).distinct()).hasSize(1);
    assertThat(booked).hasSize(6);
    assertThat(replies).filteredOn(reply -> reply.status() == 422).hasSize(6);
    assertThat(fixture.segments.committedCounts()).containsOnly(1L);
  }

  /** Calls under one key, each at another instant. */
  private List<ApiReply> atOnce(IntFunction<String> body) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, 12)
              .mapToObj(call ->
                  CompletableFuture.supplyAsync(
                      () -> {
                        fixture.clock.advance(Duration.ofMillis(1));
                        return scientist.post(PATH, body.apply(call), "k-1");
                      },
                      threads))
              .toList();
      return calls.stream().map(call -> call.orTimeout(60, TimeUnit.SECONDS).join()).toList();
    }
  }

  @Test
  void aRefusedLightpathIsHeldNowhere() {
    fixture.segments.refuseEverything("bar-manchester");
    var first = scientist.post(PATH, RequestBodies.LIGHTPATH, "k-1");
    var second = scientist.post(PATH, RequestBodies.LIGHTPATH, "k-1");
    assertThat(first.status()).isEqualTo(409);
    assertThat(UUID.fromString(first.text("/connectionId"))).isNotNull();
    assertThat(first.text("/refusals/0/resource")).isEqualTo("bar-manchester");
    assertThat(first.text("/refusals/0/code")).isEqualTo("CAPACITY_BUSY");
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(fixture.segments.heldCounts()).containsOnly(0L);
  }

  @Test
  void anUnreachableSegmentIs503AndTheSameKeyRetries() {
    fixture.segments.stopAnsweringFor("nsap", 1);
    var unavailable = scientist.post(PATH, RequestBodies.LIGHTPATH, "k-1");
    assertThat(unavailable.status()).isEqualTo(503);
    assertThat(unavailable.header("Retry-After")).isNotBlank();
    assertThat(unavailable.text("/detail")).startsWith("nsap ").contains("Send the request again");
    assertThat(fixture.segments.committedCounts()).containsOnly(0L);
    assertThat(scientist.post(PATH, RequestBodies.LIGHTPATH, "k-1").status()).isEqualTo(201);
    assertThat(fixture.segments.committedCounts()).isEqualTo(List.of(1L, 1L, 1L));
  }

  @Test
  void aRepeatedDeleteTerminatesOnce() {
    var place = scientist.post(PATH, RequestBodies.LIGHTPATH).header("Location");
    var first = scientist.delete(place);
    var calls = fixture.segments.receivedCalls();
    var second = scientist.delete(place);
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.text("/state")).isEqualTo("CANCELLED");
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.text("/state")).isEqualTo("CANCELLED");
    assertThat(fixture.segments.receivedCalls()).isEqualTo(calls);
    assertThat(fixture.segments.heldCounts()).containsOnly(0L);
  }

  @Test
  void aLostTerminateIsRepeatedBeforeTheAnswer() {
    var place = scientist.post(PATH, RequestBodies.LIGHTPATH).header("Location");
    fixture.segments.stopAnsweringFor("nsap", 2);
    var ended = scientist.delete(place);
    assertThat(ended.status()).isEqualTo(200);
    assertThat(ended.json().at("/released").asBoolean()).isTrue();
    assertThat(fixture.segments.heldCounts()).containsOnly(0L);
  }

  /** The order is stored, so the segment is told when it answers again. */
  @Test
  void whileASegmentHoldsCapacityADeleteIs202() {
    var place = scientist.post(PATH, RequestBodies.LIGHTPATH).header("Location");
    fixture.segments.stopAnsweringFor("nsap", 1_000_000);
    for (var time = 1; time <= 2; time++) {
      var ordered = scientist.delete(place);
      assertThat(ordered.status()).isEqualTo(202);
      assertThat(ordered.header("Location")).isEqualTo(place);
      assertThat(ordered.text("/state")).isEqualTo("CANCELLED");
      assertThat(ordered.json().at("/releasing").asBoolean()).isTrue();
    }
    fixture.segments.stopAnsweringFor("nsap", 0);
    var ended = scientist.delete(place);
    assertThat(ended.status()).isEqualTo(200);
    assertThat(ended.json().has("releasing")).isFalse();
    assertThat(fixture.segments.heldCounts()).containsOnly(0L);
  }

  @Test
  void anOfficerOrAdminEndsAnothersLightpathOnce() {
    for (var who : List.of("officer", "admin")) {
      var place = scientist.post(PATH, RequestBodies.LIGHTPATH).header("Location");
      var first = fixture.clientFor(who).delete(place);
      var calls = fixture.segments.receivedCalls();
      var second = fixture.clientFor(who).delete(place);
      assertThat(first.status()).isEqualTo(200);
      assertThat(first.text("/state")).isEqualTo("FAILED");
      assertThat(first.text("/reason")).isEqualTo("cut by " + who);
      assertThat(second.status()).isEqualTo(200);
      assertThat(second.body()).isEqualTo(first.body());
      assertThat(fixture.segments.receivedCalls()).isEqualTo(calls);
      assertThat(fixture.segments.heldCounts()).containsOnly(0L);
      assertThat(scientist.delete(place).status()).isEqualTo(409);
    }
  }

  /** Roles that may only read another's lightpath cannot change it. */
  @Test
  void permissionsOnAnothersLightpath() {
    var place = scientist.post(PATH, RequestBodies.LIGHTPATH).header("Location");
    for (var time = 1; time <= 2; time++) {
      assertThat(fixture.clientFor("operator").delete(place).status()).isEqualTo(403);
      for (var verb : List.of("/provision", "/release")) {
        assertThat(fixture.clientFor("operator").post(place + verb, "").status()).isEqualTo(403);
        assertThat(fixture.clientFor("officer").post(place + verb, "").status()).isEqualTo(403);
        assertThat(fixture.clientFor("admin").post(place + verb, "").status()).isEqualTo(200);
      }
    }
    assertThat(scientist.get(place).text("/state")).isEqualTo("COMMITTED");
    assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
  }

  @Test
  void aReleasedLightpathStaysBookedAndCanBeProvisionedAgain() {
    var place = scientist.post(PATH, RequestBodies.LIGHTPATH).header("Location");
    for (var verb : List.of("release", "provision")) {
      for (var time = 1; time <= 2; time++) {
        var reply = scientist.post(place + "/" + verb, "");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text("/state")).isEqualTo("COMMITTED");
      }
      assertThat(fixture.segments.committedCounts()).isEqualTo(List.of(1L, 1L, 1L));
      assertThat(fixture.segments.receivedCalls())
          .filteredOn(call -> call.contains(" " + verb + " "))
          .hasSizeGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void theListShowsTheCallersLightpathsNewestFirstInPages() {
    var ids = new ArrayList<String>();
    for (var i = 0; i < 3; i++) {
      fixture.clock.advance(Duration.ofSeconds(1));
      ids.add(scientist.post(PATH, RequestBodies.LIGHTPATH).text("/connectionId"));
    }
    fixture
        .clientFor("admin")
        .post(PATH, RequestBodies.with(RequestBodies.LIGHTPATH, "/bandwidthMbps", "1"));
    var first = scientist.get(PATH + "?limit=2");
    assertThat(ids(first)).containsExactly(ids.get(2), ids.get(1));
    var second = scientist.get(PATH + "?limit=2&cursor=" + first.text("/next"));
    assertThat(ids(second)).containsExactly(ids.get(0));
    assertThat(ids(fixture.clientFor("officer").get(PATH))).hasSize(4);
  }

  private static List<String> ids(ApiReply page) {
    return page.json().path("items").values().stream()
        .map(item -> item.path("connectionId").asString())
        .toList();
  }
}
