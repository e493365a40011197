package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.PeerUnreachableException;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.ResourceManagerStatus;
import org.touchpaper.harc.client.model.ResourceManagerStatus.BookingState;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.rm.backend.slurm.SlurmCluster;

/** A resource manager as a complete service in front of a real Slurm. */
@Tag("slurm")
class SlurmResourceManagerTest {
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  @Test
  void votesRunsEndsAndRecoversAfterARestart() throws Exception {
    try (var cluster = SlurmCluster.up("newton")) {
      votesRunsAndEnds(cluster);
    }
  }

  @Test
  @Tag("newer-slurm")
  void doesTheSameThroughSlurmrestd() throws Exception {
    try (var cluster = SlurmCluster.withSlurmrestd("newton")) {
      votesRunsAndEnds(cluster);
    }
  }

  private void votesRunsAndEnds(SlurmCluster cluster) throws Exception {
    try (var newton = RunningResourceManager.slurm(cluster)) {
      newton.clock.set(now);
      var run =
          new HarcAction.Make(
              "run",
              new HarcAction.Schedule(now, now.plusSeconds(600)),
              new HarcAction.ComputeNodes("newton", 2));
      var prepare = newton.prepare("t.1", run);
      newton.clientOfA1().prepare(prepare);
      var votes = newton.acceptors.awaitVotes(prepare.record().id()).getFirst().votes();
      assertThat(votes.get(newton.name()))
          .as(votes.toString())
          .returns(Vote.Choice.PREPARED, Vote::choice);
      newton.clientOfA1().decide(decide(prepare, Decision.COMMIT));
      newton.awaitIdle();
      newton.runDueWork();
      assertThat(part(newton, prepare).state()).isEqualTo(BookingState.ACTIVE);

      cluster.runAsAdmin(
          "scontrol", "delete", "ReservationName=" + part(newton, prepare).reference());
      newton.restart();
      newton.runDueWork();
      assertThat(part(newton, prepare).state()).isEqualTo(BookingState.FAILED);
      assertThat(part(newton, prepare).isReleased()).isTrue();
    }
  }

  private static ResourceManagerStatus.BookingStatus part(
      RunningResourceManager newton, Message.Prepare prepare) throws PeerUnreachableException {
    return newton.clientOfBar().queryStatus(prepare.record().id()).bookings().getFirst();
  }
}
