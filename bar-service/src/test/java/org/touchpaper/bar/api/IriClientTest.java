package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.InstalledPrograms;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.RegisteredApplication;

/**
 * The client of IRI's users submits, watches and cancels a job. Its own operations are those of v1,
 * so it addresses v2 by paths. Without the client the test is skipped.
 */
class IriClientTest {

  private final BarFixture bar = BarFixture.shared();

  @Test
  void submitsWatchesAndCancelsAJobOnBookedNodes() throws Exception {
    bar.harc.setApplications(
        new RegisteredApplication("pore", "DNA through a pore", "imd", List.of(), false));
    bar.clock.advance(Duration.ofSeconds(10)); // what the cluster ran before is forgotten
    var scientist = bar.clientFor("scientist");
    var token =
        scientist
            .post("/api/v1/tokens", "{\"name\":\"iri\",\"scopes\":[\"read\",\"book\"]}")
            .text("/secret");
    var programs = new InstalledPrograms("iri");
    programs.installFromPyPi("iri-client==0.1.4");
    programs.copy("iri.py");
    for (var time = 1; time <= 2; time++) {
      var booked = scientist.post("/api/v1/co-allocations", RequestBodies.BOTH);
      assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
      programs.run("python", "iri.py", bar.url().toString(), token, booked.text("/compute/0/id"));
      assertThat(scientist.delete(booked.header("Location")).status()).isEqualTo(200);
    }
  }
}
