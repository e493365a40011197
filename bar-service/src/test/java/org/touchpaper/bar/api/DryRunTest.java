package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** Dry runs over REST, each sent twice: they answer as the real call, and leave nothing behind. */
class DryRunTest {

  private static final String LIGHTPATHS = "/api/v1/reservations";
  private static final String CO_ALLOCATIONS = "/api/v1/co-allocations";

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  @BeforeEach
  void freeTheEvening() {
    for (var rm : List.of("rm-network", "rm-newton")) {
      fixture.harc.setPossibleStarts(rm, BarFixture.NOW, BarFixture.NOW.plus(Duration.ofHours(3)));
    }
  }

  @AfterEach
  void assertNoCallInsideATransaction() {
    assertThat(fixture.sentInTransaction).isEmpty();
  }

  private static String dryRun(String body) {
    return RequestBodies.with(body, "/dryRun", "true");
  }

  /** Sends it twice; nothing may be stored or held. */
  private ApiReply ask(String path, String body) {
    var rows = fixture.dumpTables();
    var held = fixture.segments.heldCounts();
    var first = scientist.post(path, dryRun(body), "k-dry");
    var second = scientist.post(path, dryRun(body), "k-dry");
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.header("Idempotency-Key-Replayed")).isEmpty();
    assertThat(fixture.dumpTables()).isEqualTo(rows);
    assertThat(fixture.segments.heldCounts()).isEqualTo(held);
    return first;
  }

  @Test
  void aLightpathThatFitsIsBookedOnTheSamePath() {
    var asked = ask(LIGHTPATHS, RequestBodies.LIGHTPATH);
    assertThat(asked.status()).isEqualTo(200);
    assertThat(asked.json().path("fits").asBoolean()).isTrue();
    assertThat(asked.text("/schedule/startTime")).isEqualTo("2026-12-01T21:00:00Z");
    assertThat(asked.text("/setupLead")).isEqualTo("PT0S");
    assertThat(asked.json().at("/lightpaths/0/links").toString())
        .isEqualTo("[{\"link\":\"LONDON-READING\",\"mbps\":300,\"slots\":7,\"unit\":\"STS-1\"}]");

    var booked = scientist.post(LIGHTPATHS, RequestBodies.LIGHTPATH, "k-dry");
    assertThat(booked.status()).isEqualTo(201);
    assertThat(booked.header("Idempotency-Key-Replayed")).isEmpty();
    assertThat(booked.json().path("path")).isEqualTo(asked.json().at("/lightpaths/0/path"));
  }

  @Test
  void aLightpathThatDoesNotFitIsRefusedForTheSameReason() {
    scientist.post(
        LIGHTPATHS, RequestBodies.with(RequestBodies.LIGHTPATH, "/bandwidthMbps", "800"));
    var asked = ask(LIGHTPATHS, RequestBodies.LIGHTPATH);
    assertThat(asked.status()).isEqualTo(200);
    assertThat(asked.json().path("fits").asBoolean()).isFalse();
    assertThat(asked.json().at("/lightpaths/0/path")).isEmpty();

    var refused = scientist.post(LIGHTPATHS, RequestBodies.LIGHTPATH);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(asked.json().path("refusals")).isEqualTo(refused.json().path("refusals"));
  }

  @Test
  void anInvalidRequestHasTheSameErrors() {
    for (var body :
        List.of(
            RequestBodies.with(RequestBodies.LIGHTPATH, "/source", "\"nowhere\""),
            RequestBodies.with(RequestBodies.LIGHTPATH, "/bandwidthMbps", "0"))) {
      var asked = ask(LIGHTPATHS, body);
      assertThat(asked.status()).isEqualTo(422);
      assertThat(asked.errors()).isEqualTo(scientist.post(LIGHTPATHS, body).errors());
    }
    var tooMany = RequestBodies.with(RequestBodies.BOTH, "/compute/0/nodes", "129");
    assertThat(ask(CO_ALLOCATIONS, tooMany).errors())
        .isEqualTo(scientist.post(CO_ALLOCATIONS, tooMany).errors())
        .containsExactly("compute[0].nodes: at-most-the-machine");
  }

  /** Never "it would fit". */
  @Test
  void aSegmentThatDoesNotAnswerIsNamed() {
    for (var path : List.of(LIGHTPATHS, CO_ALLOCATIONS)) {
      fixture.segments.stopAnsweringFor("nsap", 2);
      var asked = ask(path, path.equals(LIGHTPATHS) ? RequestBodies.LIGHTPATH : RequestBodies.BOTH);
      assertThat(asked.status()).isEqualTo(503);
      assertThat(asked.header("Retry-After")).isNotBlank();
      assertThat(asked.text("/detail")).contains("nsap does not answer");
    }
  }

  @Test
  void aCoAllocationShowsPathAndFreeNodes() {
    var asked = ask(CO_ALLOCATIONS, RequestBodies.BOTH);
    assertThat(asked.json().path("fits").asBoolean()).isTrue();
    assertThat(asked.text("/setupLead")).isEqualTo("PT10S");
    assertThat(asked.text("/compute/0/note")).contains("chosen when it is booked");
    assertThat(asked.json().at("/lightpaths/0/path")).hasSize(3);
    assertThat(fixture.harc.receivedMessages())
        .allMatch(message -> message.contains("timetable"), "only timetables are asked");
  }

  @Test
  void aWindowIsAnsweredWithItsEarliestSlot() {
    var asked = ask(CO_ALLOCATIONS, RequestBodies.WINDOW);
    assertThat(asked.json().path("fits").asBoolean()).isTrue();
    assertThat(asked.text("/schedule/startTime")).isEqualTo("2026-12-01T21:00:00Z");
    assertThat(asked.text("/schedule/endTime")).isEqualTo("2026-12-01T22:00:00Z");
  }

  /** Each would fit alone. */
  @Test
  void lightpathsOfOneCallAreJudgedBesideEachOther() {
    scientist.post(
        LIGHTPATHS, RequestBodies.with(RequestBodies.LIGHTPATH, "/bandwidthMbps", "600"));
    var two =
        RequestBodies.with(
            RequestBodies.BOTH,
            "/lightpaths/-",
            """
            { "source": "newton.manchester", "destination": "vis.ucl", "bandwidthMbps": 300 }
            """);
    var asked = ask(CO_ALLOCATIONS, two);
    assertThat(asked.json().path("fits").asBoolean()).isFalse();
    assertThat(asked.json().at("/lightpaths/0/fits").asBoolean()).isTrue();
    assertThat(asked.json().at("/lightpaths/1/fits").asBoolean()).isFalse();
    assertThat(asked.text("/refusals/0/code")).isEqualTo("CAPACITY_BUSY");
    assertThat(asked.text("/refusals/0/field")).isEqualTo("lightpaths[1].bandwidthMbps");
  }
}
