package org.touchpaper.bar.networkrm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.FullSystemFixture;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.rm.backend.slurm.SlurmCluster;

/** A whole site whose cluster is a real Slurm, and whose neighbours stop answering. */
@Tag("slurm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeadResourceManagerTest {

  private static final String PATH = "/api/v1/co-allocations";
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final SlurmCluster cluster = SlurmCluster.up("newton");
  private final FullSystemFixture fixture;
  private final ApiClient scientist;

  DeadResourceManagerTest(@TempDir Path data) {
    fixture = FullSystemFixture.withSlurm(data, cluster.settings());
    scientist = fixture.clientFor("scientist");
  }

  @BeforeEach
  void answer() {
    fixture.segments.reset();
  }

  @AfterAll
  void stop() {
    fixture.close();
    cluster.close();
  }

  /** The order to cancel outlives its first attempt, which the dead one could not agree to. */
  @Test
  void aDeleteWhileItIsDeadIsCarriedOutWhenItIsBack() {
    var booked = scientist.postUntilDecided(PATH, request(1), "k-1");
    assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
    Awaitility.await().atMost(TIMEOUT).until(() -> reservations().contains("daemon"));

    fixture.stopNewton();
    var place = PATH + "/" + booked.text("/id");
    for (var time = 1; time <= 2; time++) {
      var ordered = scientist.delete(place);
      assertThat(ordered.status()).as(ordered.toString()).isEqualTo(202);
      assertThat(ordered.json().at("/releasing").asBoolean()).isTrue();
    }
    assertThat(reservations()).contains("daemon");

    fixture.startNewton();
    awaitReleased(place);
  }

  /** No segment has refused it, so the answer does not say that it does not fit. */
  @Test
  void sixteenLightpathsWhoseSegmentDoesNotAnswerAre503AndTheSameKeyRetries() {
    var lightpath =
        "{\"source\":\"vis.ucl\",\"destination\":\"newton.manchester\",\"bandwidthMbps\":62}";
    var lightpaths = "[" + String.join(",", Collections.nCopies(16, lightpath)) + "]";
    var request = RequestBodies.with(request(2), "/lightpaths", lightpaths);
    fixture.segments.stopAnsweringFor("nsap", Integer.MAX_VALUE);
    var unanswered = scientist.post(PATH, request, "k-2");
    while (unanswered.status() == 202) { // the decision may be late
      unanswered = scientist.post(PATH, request, "k-2");
    }
    assertThat(unanswered.status()).as(unanswered.toString()).isEqualTo(503);
    assertThat(unanswered.text("/detail"))
        .startsWith("rm-network could not hold the request in time: ");

    fixture.segments.stopAnsweringFor("nsap", 0);
    var booked = scientist.postUntilDecided(PATH, request, "k-2");
    assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
    assertThat(booked.json().at("/lightpaths")).hasSize(16);
    var place = PATH + "/" + booked.text("/id");
    scientist.delete(place);
    awaitReleased(place);
  }

  private static String request(int hour) {
    var start = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(3600L * hour);
    var schedule =
        "{\"startTime\":\"%s\",\"endTime\":\"%s\"}".formatted(start, start.plusSeconds(1800));
    return RequestBodies.with(RequestBodies.BOTH, "/schedule", schedule);
  }

  private void awaitReleased(String place) {
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(() -> reservations().contains("No reservations in the system"));
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(() -> scientist.get(place).json().at("/released").asBoolean());
    assertThat(scientist.get(place).text("/state")).isEqualTo("CANCELLED");
    assertThat(fixture.segments.heldCounts()).containsOnly(0L);
  }

  private String reservations() {
    return cluster.runAsAdmin("scontrol", "show", "reservation");
  }
}
