package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** Topology and availability. */
class ReadApiTest {

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  @Test
  void theTopologyShowsWhatCanBeBookedAndTheWideAreasLinks() {
    for (var time = 1; time <= 2; time++) {
      var topology = scientist.get("/api/v1/topology");
      assertThat(topology.status()).isEqualTo(200);
      assertThat(
              topology.json().path("hosts").values().stream()
                  .filter(host -> host.path("bookable").asBoolean())
                  .map(host -> host.path("name").asString()))
          .containsExactly("vis.ucl", "newton.manchester");
      assertThat(topology.text("/compute/0/resource")).isEqualTo("newton");
      assertThat(topology.text("/links/0/id")).isEqualTo("LONDON-READING");
    }
  }

  @Test
  void theResourcesAreListedWithLimitsAndWhereToBookThem() {
    for (var time = 1; time <= 2; time++) {
      var all = scientist.get("/api/v1/resources");
      assertThat(all.status()).isEqualTo(200);
      assertThat(all.json().path("items").values())
          .extracting(item -> item.path("name").asString())
          .contains("vis.ucl", "archive.lancaster", "newton", "LONDON-READING");
      assertThat(all.text("/unanswered/0/service")).isEqualTo("lnsap-ucl");
      var hosts = scientist.get("/api/v1/resources?type=host,cluster&text=NEWTON");
      assertThat(hosts.json().path("items").values())
          .extracting(item -> item.path("name").asString())
          .containsExactly("newton.manchester", "newton");
      assertThat(hosts.text("/items/0/bar")).isEqualTo("http://127.0.0.1:9");
      assertThat(hosts.json().at("/items/1/capacity").asInt()).isEqualTo(128);
      var links = scientist.get("/api/v1/resources?type=link");
      assertThat(links.json().at("/items/0/granularity").asInt()).isEqualTo(48);
      assertThat(links.json().at("/items/0/bookable").asBoolean()).isFalse();
    }
  }

  @Test
  void theTimetableShowsAvailabilityOfSeveralResources() {
    for (var time = 1; time <= 2; time++) {
      var reply =
          scientist.get(
              "/api/v1/timetable?resource=newton&resource=vis.ucl/newton.manchester"
                  + "&resource=vis.ucl&resource=newton.manchester&resource=LONDON-READING");
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.json().path("resources").values())
          .extracting(resource -> resource.path("type").asString())
          .containsExactly("cluster", "lightpath", "host", "host", "link");
      assertThat(reply.json().path("resources").values())
          .extracting(resource -> resource.path("unit").asString())
          .containsExactly("nodes", "Mbit/s", "Mbit/s", "Mbit/s", "Mbit/s");
      assertThat(reply.json().path("resources").values())
          .extracting(resource -> resource.path("granularity").asInt())
          .containsExactly(1, 48, 0, 0, 48);
      assertThat(reply.json().at("/resources/0/capacity").asInt()).isEqualTo(128);
      assertThat(reply.text("/resources/0/steps/0/from")).isEqualTo(BarFixture.NOW.toString());
      assertThat(reply.text("/resources/4/steps/0/to"))
          .isEqualTo(BarFixture.NOW.plus(Duration.ofDays(1)).toString());
      assertThat(reply.text("/resources/1/setupLead")).isEqualTo("PT10S");
      assertThat(reply.json().has("windows")).isFalse();
      assertThat(reply.json().path("unanswered").isEmpty()).isTrue();
    }
  }

  /** The window can be sent as a booking's. */
  @Test
  void theTimetableTellsWhenAllOfItFits() {
    var hour = Duration.ofHours(1);
    fixture.harc.setPossibleStarts(
        "rm-network", BarFixture.NOW.plusMillis(500), BarFixture.NOW.plus(hour));
    fixture.harc.setPossibleStarts(
        "rm-newton", BarFixture.NOW, BarFixture.NOW.plus(hour).plusMillis(1));
    for (var time = 1; time <= 2; time++) {
      var reply =
          scientist.get(
              "/api/v1/timetable?resource=newton,vis.ucl/newton.manchester"
                  + "&nodes=4&bandwidthMbps=300&duration=PT30M");
      assertThat(reply.json().path("windows").size()).isEqualTo(1);
      assertThat(reply.text("/windows/0/notBefore"))
          .isEqualTo(BarFixture.NOW.plusSeconds(1).toString());
      assertThat(reply.text("/windows/0/notAfter"))
          .isEqualTo(BarFixture.NOW.plus(hour).plus(Duration.ofMinutes(30)).toString());
      var booked =
          scientist.post(
              "/api/v1/co-allocations",
              RequestBodies.with(
                  RequestBodies.BOTH,
                  "/schedule",
                  "{\"notBefore\":\"%s\",\"notAfter\":\"%s\",\"duration\":\"PT30M\"}"
                      .formatted(
                          reply.text("/windows/0/notBefore"), reply.text("/windows/0/notAfter"))));
      assertThat(booked.status()).isEqualTo(201);
      assertThat(booked.text("/schedule/startTime")).isEqualTo(reply.text("/windows/0/notBefore"));
    }
  }

  @Test
  void aServiceThatDoesNotAnswerIsNamedAndNoWindowIsComputed() {
    fixture.harc.stopAcceptor("rm-newton");
    for (var time = 1; time <= 2; time++) {
      var partial =
          scientist.get(
              "/api/v1/timetable?resource=newton,vis.ucl/newton.manchester"
                  + "&nodes=4&bandwidthMbps=300&duration=PT30M");
      assertThat(partial.status()).isEqualTo(200);
      assertThat(partial.text("/unanswered/0/resource")).isEqualTo("newton");
      assertThat(partial.text("/unanswered/0/service")).isEqualTo("rm-newton");
      assertThat(partial.text("/unanswered/0/reason")).contains("does not answer");
      assertThat(partial.text("/resources/0/resource")).isEqualTo("vis.ucl/newton.manchester");
      assertThat(partial.json().has("windows")).isFalse();
    }
  }

  @Test
  void anUnavailableServiceIs503() {
    fixture.harc.stopAcceptor("rm-newton");
    var unavailable = scientist.get("/api/v1/timetable?resource=newton");
    assertThat(unavailable.status()).isEqualTo(503);
    assertThat(unavailable.header("Retry-After")).isNotBlank();
    assertThat(unavailable.text("/detail")).contains("rm-newton");
    fixture.harc.restart("rm-newton");
    assertThat(scientist.get("/api/v1/timetable?resource=newton").status()).isEqualTo(200);
  }
}
