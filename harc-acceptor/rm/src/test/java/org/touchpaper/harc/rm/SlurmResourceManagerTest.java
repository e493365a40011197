package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus.BookingState;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus.BookingStatus;
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

  /** Slurm calls a reservation active though its nodes are down, and every job in it waits. */
  @Test
  void aBookingWhoseNodesAreDownSaysSoUntilTheyAreBack() throws Exception {
    try (var cluster = SlurmCluster.up("newton");
        var newton = RunningResourceManager.slurm(cluster)) {
      newton.clock.set(now); // back in time, so its due work is scheduled anew
      newton.restart();
      var prepare =
          newton.prepare("t.1", twoNodes("now", now), twoNodes("later", now.plusSeconds(1200)));
      newton.clientOfA1().prepare(prepare);
      newton.acceptors.awaitVotes(prepare.record().id());
      newton.clientOfA1().decide(decide(prepare, Decision.COMMIT));
      newton.awaitIdle();
      turnTo(newton, now.plusSeconds(1));
      assertThat(parts(newton, prepare)).extracting(BookingStatus::problem).containsOnly("");

      cluster.runAsAdmin(
          "scontrol", "update", "NodeName=newton[1-4]", "State=DOWN", "Reason=power");
      turnTo(newton, now.plusSeconds(20));
      assertThat(parts(newton, prepare).getFirst())
          .returns(BookingState.ACTIVE, BookingStatus::state)
          .returns(
              "2 of its 2 nodes on newton take no jobs: newton1 (DOWN), newton2 (DOWN)."
                  + " Jobs wait until its administrators resume them.",
              BookingStatus::problem);
      assertThat(parts(newton, prepare).getLast().problem()).as("20 minutes ahead").isEmpty();
      turnTo(newton, now.plusSeconds(700));
      assertThat(parts(newton, prepare))
          .allMatch(part -> part.problem().startsWith("2 of its 2 nodes"))
          .extracting(BookingStatus::state)
          .containsExactly(BookingState.ACTIVE, BookingState.COMMITTED);

      cluster.runAsAdmin("scontrol", "update", "NodeName=newton[1-4]", "State=RESUME");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> {
            newton.clock.advance(Duration.ofSeconds(1));
            newton.runDueWork();
            return parts(newton, prepare).stream().allMatch(part -> part.problem().isEmpty());
          });
    }
  }

  private static HarcAction.Make twoNodes(String bookingId, Instant start) {
    return new HarcAction.Make(
        bookingId,
        new HarcAction.Schedule(start, start.plusSeconds(7200)),
        new HarcAction.ComputeNodes("newton", 2));
  }

  private static void turnTo(RunningResourceManager newton, Instant time)
      throws InterruptedException {
    newton.clock.set(time);
    newton.runDueWork();
  }

  private static BookingStatus part(RunningResourceManager newton, Message.Prepare prepare)
      throws PeerRequestException {
    return parts(newton, prepare).getFirst();
  }

  private static List<BookingStatus> parts(RunningResourceManager newton, Message.Prepare prepare)
      throws PeerRequestException {
    return newton.clientOfBar().queryStatus(prepare.record().id()).bookings();
  }
}
