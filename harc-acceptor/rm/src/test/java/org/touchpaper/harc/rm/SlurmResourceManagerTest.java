package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.client.ResourceState;
import org.touchpaper.harc.client.ResourceState.PartState;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.rm.slurm.SlurmCluster;

/** A resource manager as a whole service before a real Slurm. */
@Tag("slurm")
class SlurmResourceManagerTest {
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  @Test
  void votesRunsAndEndsAndTakesUpWhatItMissed() throws Exception {
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
          new Action.Make(
              "run",
              new Action.Schedule(now, now.plusSeconds(600)),
              new Action.Compute("newton", 2));
      var prepare = newton.prepare("t.1", run);
      newton.fromA1().prepare(prepare);
      var votes = newton.acceptors.awaitVotes(prepare.record().id()).getFirst().votes();
      assertThat(votes.get(newton.name()))
          .as(votes.toString())
          .returns(Vote.Choice.PREPARED, Vote::choice);
      newton.fromA1().decide(decide(prepare, Decision.COMMIT));
      newton.awaitQuiet();
      newton.runDueWork();
      assertThat(part(newton, prepare).state()).isEqualTo(PartState.ACTIVE);

      cluster.admin("scontrol", "delete", "ReservationName=" + part(newton, prepare).reference());
      newton.restart();
      newton.runDueWork();
      assertThat(part(newton, prepare).state()).isEqualTo(PartState.FAILED);
      assertThat(part(newton, prepare).released()).isTrue();
    }
  }

  private static ResourceState.Part part(RunningResourceManager newton, Message.Prepare prepare)
      throws PeerUnreachable {
    return newton.fromBar().query(prepare.record().id()).parts().getFirst();
  }
}
