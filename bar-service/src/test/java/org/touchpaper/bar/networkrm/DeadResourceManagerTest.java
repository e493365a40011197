package org.touchpaper.bar.networkrm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.bar.fixture.FullSystemFixture;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.rm.backend.slurm.SlurmCluster;

/** A whole site whose cluster is a real Slurm, and whose resource manager dies. */
@Tag("slurm")
class DeadResourceManagerTest {

  private static final String PATH = "/api/v1/co-allocations";
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  @TempDir private Path data = Path.of("");

  /** The order to cancel outlives its first attempt, which the dead one could not agree to. */
  @Test
  void aDeleteWhileItIsDeadIsCarriedOutWhenItIsBack() {
    try (var cluster = SlurmCluster.up("newton");
        var fixture = FullSystemFixture.withSlurm(data, cluster.settings())) {
      var scientist = fixture.clientFor("scientist");
      var start = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(3600);
      var schedule =
          "{\"startTime\":\"%s\",\"endTime\":\"%s\"}".formatted(start, start.plusSeconds(1800));
      var booked =
          scientist.postUntilDecided(
              PATH, RequestBodies.with(RequestBodies.BOTH, "/schedule", schedule), "k-1");
      assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
      Awaitility.await().atMost(TIMEOUT).until(() -> reservations(cluster).contains("daemon"));

      fixture.stopNewton();
      var place = PATH + "/" + booked.text("/id");
      for (var time = 1; time <= 2; time++) {
        var ordered = scientist.delete(place);
        assertThat(ordered.status()).as(ordered.toString()).isEqualTo(202);
        assertThat(ordered.json().at("/releasing").asBoolean()).isTrue();
      }
      assertThat(reservations(cluster)).contains("daemon");

      fixture.startNewton();
      Awaitility.await()
          .atMost(TIMEOUT)
          .until(() -> reservations(cluster).contains("No reservations in the system"));
      Awaitility.await()
          .atMost(TIMEOUT)
          .until(() -> scientist.get(place).json().at("/released").asBoolean());
      assertThat(scientist.get(place).text("/state")).isEqualTo("CANCELLED");
      assertThat(fixture.segments.heldCounts()).containsOnly(0L);
    }
  }

  private static String reservations(SlurmCluster cluster) {
    return cluster.runAsAdmin("scontrol", "show", "reservation");
  }
}
