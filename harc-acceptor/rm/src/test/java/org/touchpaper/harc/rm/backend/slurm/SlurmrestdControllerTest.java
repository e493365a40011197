package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdAccess;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdVersion;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.segment.connection.Schedule;

/** Behaviour of a real slurmrestd that differs from scontrol. */
@Tag("slurm")
@SlurmInterface.Via(SlurmInterface.SLURMRESTD)
class SlurmrestdControllerTest {
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

  @TempDir Path directory;
  private final Instant tomorrow =
      Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(1, ChronoUnit.DAYS);
  private SlurmController slurm;

  @BeforeEach
  void fresh() {
    cluster.empty();
    slurm = cluster.controller();
  }

  /** A plain POST would change the existing reservation, even of another user. */
  @Test
  void aCreationDoesNotChangeAnExistingReservation() {
    var existing = reservation("tp-1", "daemon", "man1");
    assertThat(slurm.create(existing)).isEmpty();
    var conflicting = reservation("tp-1", "bin", "man2");
    assertThat(slurm.create(conflicting)).contains("reservation tp-1 exists already");
    assertThat(slurm.find("tp-1")).contains(existing);
    for (var version : List.of(43, 44, 45)) {
      var response = controller(new SlurmrestdVersion(version)).createUnconditionally(conflicting);
      assertThat(response.isRefusal()).as("an abandoned creation that takes effect late").isTrue();
      assertThat(slurm.find("tp-1")).contains(existing);
    }
  }

  /** A plain POST would create a missing reservation. */
  @Test
  void aChangeDoesNotCreateAMissingReservation() {
    var gone = reservation("tp-1", "bin", "man1");
    assertThatThrownBy(() -> slurm.handOver("tp-1", "daemon"))
        .isInstanceOf(SchedulerUnreachableException.class);
    assertThatThrownBy(() -> slurm.change(gone, gone))
        .isInstanceOf(SchedulerUnreachableException.class);
    slurm.allowOverlap("tp-1");
    assertThat(slurm.delete("tp-1")).isEmpty();
    assertThat(slurm.listReservations()).isEmpty();
  }

  @Test
  void bothVersionsReturnTheBootTimeOfSlurmctld() {
    assertThat(controller(new SlurmrestdVersion(43)).bootTime())
        .isCloseTo(slurm.bootTime(), within(5, ChronoUnit.SECONDS));
    assertThat(slurm.bootTime()).isBetween(Instant.now().minusSeconds(600), Instant.now());
  }

  @Test
  void detectsUnknownAccounts() {
    assertThat(slurm.knowsAccount("daemon")).isTrue();
    assertThat(slurm.knowsAccount("zoe")).isFalse();
    assertThat(slurm.knowsAccount("nobody")).as("Slurm's keyword for no user").isFalse();
    assertThat(slurm.listReservations()).isEmpty();
  }

  @Test
  void returnsTheMessagesOfSlurmctld() {
    assertThat(slurm.create(reservation("tp-1", "bin", "man1", "man2"))).isEmpty();
    assertThat(slurm.create(reservation("tp-2", "bin", "man2")).orElseThrow())
        .startsWith("Requested reservation overlaps with another reservation (2058");
    assertThat(slurm.create(reservation("tp-2", "bin", "man9")).orElseThrow())
        .startsWith("Invalid node name specified (2018");
  }

  @Test
  void reportsAUserWhoIsNoOperator() throws IOException {
    var daemon = withDaemonsToken("daemon");
    assertThat(daemon.listNodes()).hasSize(SlurmCluster.NODES);
    assertThatThrownBy(() -> daemon.create(reservation("tp-1", "bin", "man1")))
        .isInstanceOf(SchedulerUnreachableException.class)
        .hasMessageContaining("check that daemon is an operator of the cluster");
  }

  @Test
  void reportsARejectedTokenWithTheRemedy() throws IOException {
    var bin = withDaemonsToken("bin");
    assertThatThrownBy(bin::listNodes)
        .isInstanceOf(SchedulerUnreachableException.class)
        .hasMessageContaining("write the output of `scontrol token username=bin` to");
  }

  private static SlurmrestdController controller(SlurmrestdVersion version) {
    var rest = cluster.rest(Duration.ofSeconds(30));
    return new SlurmrestdController(
        new SlurmrestdAccess(rest.url(), rest.user(), rest.tokenFile(), version, rest.timeout()),
        Clock.systemUTC());
  }

  private SlurmrestdController withDaemonsToken(String user) throws IOException {
    var token = directory.resolve("token");
    Files.createFile(
        token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(token, cluster.runAsAdmin("scontrol", "token", "username=daemon"));
    var rest = cluster.rest(Duration.ofSeconds(30));
    return new SlurmrestdController(
        new SlurmrestdAccess(rest.url(), user, token, null, rest.timeout()), Clock.systemUTC());
  }

  private SlurmReservation reservation(String name, String user, String... nodes) {
    return new SlurmReservation(
        name,
        List.of(nodes),
        new Schedule(tomorrow, tomorrow.plusSeconds(3600)),
        List.of(user),
        false);
  }
}
