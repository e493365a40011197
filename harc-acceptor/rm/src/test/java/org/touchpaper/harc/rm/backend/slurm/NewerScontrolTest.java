package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmNode;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.segment.connection.Schedule;

/** The scontrol of a newer Slurm, with different messages. */
@Tag("slurm")
@SlurmInterface.Via(SlurmInterface.NEWER_SCONTROL)
class NewerScontrolTest {
  private static SlurmCluster cluster;

  @BeforeAll
  static void open(TestInfo test) {
    cluster = SlurmInterface.of(test).up("man");
  }

  @AfterAll
  static void close() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private final Instant tomorrow =
      Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(1, ChronoUnit.DAYS);

  @Test
  void itsMessagesAreUnderstood() {
    var slurm = cluster.controller();
    assertThat(slurm.bootTime()).isBetween(Instant.now().minusSeconds(600), Instant.now());
    assertThat(slurm.listNodes()).hasSize(SlurmCluster.NODES).allMatch(SlurmNode::isUsable);
    assertThat(slurm.knowsAccount("daemon")).isTrue();
    assertThat(slurm.knowsAccount("zoe")).isFalse();
    assertThat(slurm.knowsAccount("nobody")).as("Slurm's keyword for no user").isFalse();

    var held = reservation("tp-1", "bin", 60, "man1");
    assertThat(slurm.create(held)).isEmpty();
    assertThat(slurm.find("tp-1")).contains(held);
    assertThat(slurm.find("tp-2")).isEmpty();
    assertThat(slurm.create(reservation("tp-2", "bin", 60, "man1")).orElseThrow())
        .contains("overlaps with another reservation");
    assertThat(slurm.create(reservation("tp-2", "zoe", 60, "man2"))).isPresent();

    slurm.handOver("tp-1", "daemon");
    var wanted = reservation("tp-1", "daemon", 90, "man1", "man2");
    assertThat(slurm.change(held, wanted)).isEmpty();
    assertThat(slurm.find("tp-1")).contains(wanted);
    slurm.allowOverlap("tp-1");
    slurm.endJobs("tp-1");
    assertThat(slurm.delete("tp-1")).isEmpty();
    assertThat(slurm.delete("tp-1")).isEmpty();
    slurm.allowOverlap("tp-1");
    assertThat(slurm.listReservations()).isEmpty();
  }

  private SlurmReservation reservation(String name, String user, int minutes, String... nodes) {
    return new SlurmReservation(
        name,
        List.of(nodes),
        new Schedule(tomorrow, tomorrow.plusSeconds(60L * minutes)),
        List.of(user),
        false);
  }
}
