package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.FullSystemFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** Tape of a store beside nodes and a lightpath in one call, with real resource managers. */
class UnitsBookingTest {

  private static final String PATH = "/api/v1/co-allocations";
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  @TempDir static Path data;

  private static FullSystemFixture fixture;
  private static ApiClient scientist;

  @BeforeAll
  static void start() {
    fixture = FullSystemFixture.withStore(data);
    scientist = fixture.clientFor("scientist");
  }

  @AfterAll
  static void stop() {
    fixture.close();
  }

  private static String schedule(Instant start) {
    return "{\"startTime\":\"%s\",\"endTime\":\"%s\"}".formatted(start, start.plusSeconds(1800));
  }

  private static String body(Instant start, int tapes) {
    return """
    {"description":"to tape","schedule":%s,
     "compute":[{"resource":"newton","nodes":4}],
     "lightpaths":[{"source":"vis.ucl","destination":"newton.manchester","bandwidthMbps":100}],
     "units":[{"resource":"store","unit":"tape","amount":%d}]}
    """
        .formatted(schedule(start), tapes);
  }

  private static Instant hoursFromNow(int hours) {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofHours(hours));
  }

  private static int freeTapes(Instant start) {
    var reply =
        scientist.get(
            "/api/v1/timetable?resource=store/tape&from=%s&to=%s"
                .formatted(start, start.plusSeconds(1800)));
    assertThat(reply.text("/resources/0/unit")).isEqualTo("tape");
    return reply.json().at("/resources/0/steps/0/free").asInt();
  }

  private static ApiReply patch(String id, String change, String key) {
    return scientist.send(
        scientist
            .requestTo(PATH + "/" + id)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .method("PATCH", BodyPublishers.ofString(change)));
  }

  private static String dryRun(String body) {
    return RequestBodies.with(body, "/dryRun", "true");
  }

  private static void awaitFree(Instant start, int tapes) {
    Awaitility.await().atMost(TIMEOUT).until(() -> freeTapes(start) == tapes);
  }

  @Test
  void allThreeKindsAreBookedChangedAndCancelledTogether() {
    var start = hoursFromNow(2);
    var booked = scientist.postUntilDecided(PATH, body(start, 300), "three-kinds");
    for (var time = 1; time <= 2; time++) {
      assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
      assertThat(booked.text("/units/0/resource")).isEqualTo("store");
      assertThat(booked.text("/units/0/state")).isEqualTo("COMMITTED");
      assertThat(booked.text("/units/0/reference")).isEqualTo("300 of tape");
      booked = scientist.postUntilDecided(PATH, body(start, 300), "three-kinds");
    }
    var id = booked.text("/id");
    awaitFree(start, 200);
    assertThat(scientist.get(PATH + "?resource=store").text("/items/0/id")).isEqualTo(id);

    for (var time = 1; time <= 2; time++) {
      var changed =
          patch(
              id, "{\"units\":[{\"resource\":\"store\",\"unit\":\"tape\",\"amount\":450}]}", "k-2");
      assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
      assertThat(changed.text("/units/0/id")).isEqualTo(booked.text("/units/0/id"));
      assertThat(changed.json().at("/units/0/amount").asInt()).isEqualTo(450);
      assertThat(changed.json().at("/compute/0/nodes").asInt()).isEqualTo(4);
      assertThat(changed.header("ETag")).isNotEqualTo(booked.header("ETag"));
    }
    awaitFree(start, 50);

    for (var time = 1; time <= 2; time++) {
      var cancelled = scientist.delete(PATH + "/" + id);
      assertThat(cancelled.status()).isIn(200, 202);
      assertThat(cancelled.text("/units/0/state")).isEqualTo("CANCELLED");
    }
    awaitFree(start, 500);
  }

  /** The resource manager says what its site has registered. */
  @Test
  void anApplicationThatTheSiteDoesNotRunIsRefusedAtTheCall() {
    var run =
        RequestBodies.with(
            body(hoursFromNow(20), 1), "/compute/0/run", "{\"application\":\"poer\"}");
    for (var time = 1; time <= 2; time++) {
      var refused = scientist.post(PATH, run, "unknown-application");
      assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
      assertThat(refused.text("/errors/0/field")).isEqualTo("compute[0].run.application");
      assertThat(refused.text("/errors/0/message")).contains("newton runs no application poer");
    }
  }

  /** Too little tape keeps the nodes and the lightpath free, too. */
  @Test
  void whatDoesNotFitRefusesAll() {
    var start = hoursFromNow(5);
    assertThat(scientist.postUntilDecided(PATH, body(start, 300), "first").status()).isEqualTo(201);
    awaitFree(start, 200);
    var allocations = fixture.countNewtonAllocations();
    for (var time = 1; time <= 2; time++) {
      var refused = scientist.postUntilDecided(PATH, body(start, 300), "second");
      assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
      assertThat(refused.text("/refusals/0/resource")).isEqualTo("store");
      assertThat(refused.text("/refusals/0/code")).isEqualTo("CAPACITY_BUSY");
      assertThat(refused.text("/refusals/0/field")).isEqualTo("units[0].amount");
    }
    awaitFree(start, 200);
    Awaitility.await().atMost(TIMEOUT).until(() -> fixture.countNewtonAllocations() == allocations);
  }

  /** Asked twice each; the tape that is free stays free. */
  @Test
  void aDryRunJudgesUnitsBesideTheRest() {
    var start = hoursFromNow(14);
    for (var time = 1; time <= 2; time++) {
      var asked = scientist.post(PATH, dryRun(body(start, 300)));
      assertThat(asked.status()).as(asked.toString()).isEqualTo(200);
      assertThat(asked.json().path("fits").asBoolean()).as(asked.toString()).isTrue();
      assertThat(asked.json().at("/units/0/free").asInt()).isEqualTo(500);
    }
    assertThat(freeTapes(start)).isEqualTo(500);
    var booked = scientist.postUntilDecided(PATH, body(start, 300), "after-asking");
    assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
    awaitFree(start, 200);

    var busy = scientist.post(PATH, dryRun(body(start, 300)));
    assertThat(busy.json().path("fits").asBoolean()).as(busy.toString()).isFalse();
    assertThat(busy.json().at("/compute/0/fits").asBoolean()).isTrue();
    assertThat(busy.json().at("/lightpaths/0/fits").asBoolean()).isTrue();
    assertThat(busy.json().at("/units/0/fits").asBoolean()).isFalse();
    assertThat(busy.json().at("/units/0/free").asInt()).isEqualTo(200);
    // The scripted segments of this test tell no starts of lightpaths.
    var withoutPath = RequestBodies.with(body(start, 300), "/lightpaths", "[]");
    assertThat(scientist.post(PATH, dryRun(withoutPath)).text("/alternatives/0/startTime"))
        .isEqualTo(start.plusSeconds(1800).toString());
    var refused = scientist.postUntilDecided(PATH, body(start, 300), "refused-as-asked");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(busy.json().path("refusals")).isEqualTo(refused.json().path("refusals"));
  }

  /** The tape that the booking has counts as free. */
  @Test
  void aDryRunOfAChangeMayUseTheBookingsOwnUnits() {
    var booked = scientist.postUntilDecided(PATH, body(hoursFromNow(17), 300), "to-change");
    assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
    var change = "{\"units\":[{\"resource\":\"store\",\"unit\":\"tape\",\"amount\":500}]}";
    for (var time = 1; time <= 2; time++) {
      var asked = patch(booked.text("/id"), dryRun(change), "k-asked");
      assertThat(asked.status()).as(asked.toString()).isEqualTo(200);
      assertThat(asked.json().path("fits").asBoolean()).as(asked.toString()).isTrue();
      assertThat(asked.json().at("/units/0/amount").asInt()).isEqualTo(500);
      assertThat(asked.json().at("/units/0/free").asInt()).isEqualTo(500);
    }
    var unchanged = scientist.get(PATH + "/" + booked.text("/id"));
    assertThat(unchanged.json().at("/units/0/amount").asInt()).isEqualTo(300);
    assertThat(patch(booked.text("/id"), change, "k-asked").status()).isEqualTo(200);
  }

  @Test
  void whatCanNeverFitIsRefusedAtOnce() {
    for (var time = 1; time <= 2; time++) {
      var refused = scientist.post(PATH, body(hoursFromNow(8), 501));
      assertThat(refused.status()).isEqualTo(422);
      assertThat(refused.errors()).containsExactly("units[0].amount: at-most-the-facility");
    }
    var listed = scientist.get("/api/v1/resources?type=units");
    assertThat(listed.text("/items/0/name")).isEqualTo("store/tape");
    assertThat(listed.json().at("/items/0/capacity").asInt()).isEqualTo(500);
  }

  /** The pages offer the store and show what is booked of it. */
  @Test
  void thePagesShowUnits() {
    var booked = scientist.postUntilDecided(PATH, body(hoursFromNow(11), 20), "on-a-page");
    var browser = fixture.browserOf("scientist");
    assertThat(browser.get("/book").text()).contains("store/tape");
    assertThat(browser.get("/bookings/" + booked.text("/id")).text()).contains("20 tape of store");
  }
}
