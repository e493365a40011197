package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.desk.Reply;
import org.touchpaper.bar.desk.Visitor;

/** One lightpath alone: booked, looked at, released, provisioned and given back, each twice. */
class LightpathTest {

  private static final String PLACE = "/api/v1/reservations";

  private final Desk desk = Desk.fresh();
  private final Visitor scientist = desk.as("scientist");

  @AfterEach
  void nobodyWasSpokenToInsideATransaction() {
    assertThat(desk.sentInTransaction).isEmpty();
    assertThat(desk.harc.heard()).isEmpty();
  }

  @Test
  void itIsCommittedOnEverySegmentAndPermitted() {
    var first = scientist.post(PLACE, Bodies.LIGHTPATH, "k-1");
    var heard = desk.segments.heard();
    var second = scientist.post(PLACE, Bodies.LIGHTPATH, "k-1");

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.text("/state")).isEqualTo("COMMITTED");
    assertThat(first.text("/source")).isEqualTo("vis.ucl");
    assertThat(first.text("/destination")).isEqualTo("newton.manchester");
    assertThat(first.json().path("segments")).hasSize(3);
    assertThat(first.json().has("coAllocation")).isFalse();
    assertThat(first.header("Location")).isEqualTo(PLACE + "/" + first.text("/connectionId"));
    assertThat(desk.segments.committed()).isEqualTo(List.of(1L, 1L, 1L));
    assertThat(heard).filteredOn(verb -> verb.contains(" provision ")).hasSize(3);
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text("/connectionId")).isEqualTo(first.text("/connectionId"));
    assertThat(desk.segments.committed()).isEqualTo(List.of(1L, 1L, 1L));
    assertThat(scientist.get(first.header("Location")).status()).isEqualTo(200);
  }

  @Test
  void aRepeatAfterTheStartAndAfterTheEndGetsTheAnswerGivenBefore() {
    var first = scientist.post(PLACE, Bodies.LIGHTPATH, "k-1");
    for (var later : List.of(3700, 7300)) {
      desk.clock.set(Desk.NOW.plusSeconds(later));
      var again = scientist.post(PLACE, Bodies.LIGHTPATH, "k-1");
      assertThat(again.status()).isEqualTo(201);
      assertThat(again.text("/connectionId")).isEqualTo(first.text("/connectionId"));
      var another = Bodies.with(Bodies.LIGHTPATH, "/description", "\"another run\"");
      assertThat(scientist.post(PLACE, another, "k-1").errors())
          .containsExactly("Idempotency-Key: same-body");
      assertThat(scientist.post(PLACE, Bodies.LIGHTPATH, "k-" + later).status()).isEqualTo(422);
    }
  }

  @Test
  void callsAtOnceWithOneKeyJoinAndGetOneAnswer() {
    var now = Bodies.with(Bodies.LIGHTPATH, "/schedule/startTime", "");
    var replies = atOnce(call -> now);
    assertThat(replies).allMatch(reply -> reply.status() == 201);
    assertThat(replies.stream().map(reply -> reply.text("/connectionId")).distinct()).hasSize(1);
    assertThat(desk.segments.committed()).containsOnly(1L);
  }

  @Test
  void ofTwoBodiesAtOnceWithOneKeyOneIsBooked() {
    var replies =
        atOnce(call -> Bodies.with(Bodies.LIGHTPATH, "/description", "\"" + call % 2 + "\""));
    var booked = replies.stream().filter(reply -> reply.status() == 201).toList();
    assertThat(booked.stream().map(reply -> reply.text("/description")).distinct()).hasSize(1);
    assertThat(booked).hasSize(6);
    assertThat(replies).filteredOn(reply -> reply.status() == 422).hasSize(6);
    assertThat(desk.segments.committed()).containsOnly(1L);
  }

  /** Under one key, each at another instant. */
  private List<Reply> atOnce(IntFunction<String> body) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, 12)
              .mapToObj(call ->
                  CompletableFuture.supplyAsync(
                      () -> {
                        desk.clock.advance(Duration.ofMillis(1));
                        return scientist.post(PLACE, body.apply(call), "k-1");
                      },
                      threads))
              .toList();
      return calls.stream().map(call -> call.orTimeout(60, TimeUnit.SECONDS).join()).toList();
    }
  }

  @Test
  void whatDoesNotFitIsHeldNowhere() {
    desk.segments.refuseEverything("bar-manchester");
    var first = scientist.post(PLACE, Bodies.LIGHTPATH, "k-1");
    var second = scientist.post(PLACE, Bodies.LIGHTPATH, "k-1");
    assertThat(first.status()).isEqualTo(409);
    assertThat(first.text("/refusals/0/resource")).isEqualTo("bar-manchester");
    assertThat(first.text("/refusals/0/code")).isEqualTo("CAPACITY_BUSY");
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(desk.segments.holding()).containsOnly(0L);
  }

  @Test
  void aSilentSegmentIs503AndTheSameKeyTriesAgain() {
    desk.segments.beSilentFor("nsap", 1);
    var away = scientist.post(PLACE, Bodies.LIGHTPATH, "k-1");
    assertThat(away.status()).isEqualTo(503);
    assertThat(away.header("Retry-After")).isNotBlank();
    assertThat(desk.segments.committed()).containsOnly(0L);
    assertThat(scientist.post(PLACE, Bodies.LIGHTPATH, "k-1").status()).isEqualTo(201);
    assertThat(desk.segments.committed()).isEqualTo(List.of(1L, 1L, 1L));
  }

  @Test
  void itIsGivenBackOnceHoweverOftenItIsSaid() {
    var place = scientist.post(PLACE, Bodies.LIGHTPATH).header("Location");
    var first = scientist.delete(place);
    var heard = desk.segments.heard();
    var second = scientist.delete(place);
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.text("/state")).isEqualTo("CANCELLED");
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.text("/state")).isEqualTo("CANCELLED");
    assertThat(desk.segments.heard()).isEqualTo(heard);
    assertThat(desk.segments.holding()).containsOnly(0L);
  }

  @Test
  void anOfficerOrAnAdminCutsWhatAnotherBookedOnceHoweverOftenItIsSaid() {
    for (var who : List.of("officer", "admin")) {
      var place = scientist.post(PLACE, Bodies.LIGHTPATH).header("Location");
      var first = desk.as(who).delete(place);
      var heard = desk.segments.heard();
      var second = desk.as(who).delete(place);
      assertThat(first.status()).isEqualTo(200);
      assertThat(first.text("/state")).isEqualTo("FAILED");
      assertThat(first.text("/reason")).isEqualTo("cut by " + who);
      assertThat(second.status()).isEqualTo(200);
      assertThat(second.body()).isEqualTo(first.body());
      assertThat(desk.segments.heard()).isEqualTo(heard);
      assertThat(desk.segments.holding()).containsOnly(0L);
      assertThat(scientist.delete(place).status()).isEqualTo(409);
    }
  }

  /** Who sees another's lightpath and is neither officer nor admin leaves it alone. */
  @Test
  void whoMayDoWhatWithAnothersLightpath() {
    var place = scientist.post(PLACE, Bodies.LIGHTPATH).header("Location");
    for (var time = 1; time <= 2; time++) {
      assertThat(desk.as("operator").delete(place).status()).isEqualTo(403);
      for (var verb : List.of("/provision", "/release")) {
        assertThat(desk.as("operator").post(place + verb, "").status()).isEqualTo(403);
        assertThat(desk.as("officer").post(place + verb, "").status()).isEqualTo(403);
        assertThat(desk.as("admin").post(place + verb, "").status()).isEqualTo(200);
      }
    }
    assertThat(scientist.get(place).text("/state")).isEqualTo("COMMITTED");
    assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
  }

  @Test
  void releasedItStaysBookedAndProvisionedItComesUpAgain() {
    var place = scientist.post(PLACE, Bodies.LIGHTPATH).header("Location");
    for (var verb : List.of("release", "provision")) {
      for (var time = 1; time <= 2; time++) {
        var reply = scientist.post(place + "/" + verb, "");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text("/state")).isEqualTo("COMMITTED");
      }
      assertThat(desk.segments.committed()).isEqualTo(List.of(1L, 1L, 1L));
      assertThat(desk.segments.heard())
          .filteredOn(said -> said.contains(" " + verb + " "))
          .hasSizeGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void theListIsTheCallersOwnNewestFirstInPages() {
    var ids = new ArrayList<String>();
    for (var i = 0; i < 3; i++) {
      desk.clock.advance(Duration.ofSeconds(1));
      ids.add(scientist.post(PLACE, Bodies.LIGHTPATH).text("/connectionId"));
    }
    desk.as("admin").post(PLACE, Bodies.with(Bodies.LIGHTPATH, "/bandwidthMbps", "1"));
    var first = scientist.get(PLACE + "?limit=2");
    assertThat(ids(first)).containsExactly(ids.get(2), ids.get(1));
    var second = scientist.get(PLACE + "?limit=2&before=" + first.text("/next"));
    assertThat(ids(second)).containsExactly(ids.get(0));
    assertThat(ids(desk.as("officer").get(PLACE))).hasSize(4);
  }

  private static List<String> ids(Reply page) {
    return page.json().path("items").values().stream()
        .map(item -> item.path("connectionId").asString())
        .toList();
  }
}
