package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.BarFixture;

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
  void theTimetableShowsAvailabilityOfAClusterAndBetweenTwoHosts() {
    for (var time = 1; time <= 2; time++) {
      var nodes = scientist.get("/api/v1/timetable?resource=newton");
      assertThat(nodes.status()).isEqualTo(200);
      assertThat(nodes.text("/unit")).isEqualTo("nodes");
      assertThat(nodes.json().path("capacity").asInt()).isEqualTo(128);
      assertThat(nodes.text("/steps/0/from")).isEqualTo(BarFixture.NOW.toString());
      assertThat(nodes.text("/steps/0/to"))
          .isEqualTo(BarFixture.NOW.plus(Duration.ofDays(1)).toString());
      var path = scientist.get("/api/v1/timetable?resource=vis.ucl/newton.manchester");
      assertThat(path.text("/unit")).isEqualTo("Mbit/s");
      assertThat(path.text("/resource")).isEqualTo("vis.ucl/newton.manchester");
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
