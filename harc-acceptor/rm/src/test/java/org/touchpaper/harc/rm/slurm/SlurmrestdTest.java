package org.touchpaper.harc.rm.slurm;

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
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.segment.connection.Schedule;

/** What a real slurmrestd does that scontrol does not. */
@Tag("slurm")
@Voice.Spoken(Voice.SLURMRESTD)
class SlurmrestdTest {
  private static SlurmCluster cluster;

  @BeforeAll
  static void open(TestInfo test) {
    cluster = Voice.of(test).up("man");
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

  /** A POST would make it what is asked for, whosever it is by now. */
  @Test
  void makesNothingOfWhatIsThere() {
    var given = reservation("tp-1", "daemon", "man1");
    assertThat(slurm.create(given)).isEmpty();
    var other = reservation("tp-1", "bin", "man2");
    assertThat(slurm.create(other)).contains("tp-1 is there already");
    assertThat(slurm.find("tp-1")).contains(given);
    for (var version : List.of(43, 44, 45)) {
      var late = speaking(new RestVersion(version)).make(other);
      assertThat(late.isRefusal()).as("one that was given up and came late").isTrue();
      assertThat(slurm.find("tp-1")).contains(given);
    }
  }

  /** And it would make what is not there. */
  @Test
  void changesNothingThatIsNotThere() {
    var gone = reservation("tp-1", "bin", "man1");
    assertThatThrownBy(() -> slurm.handOver("tp-1", "daemon"))
        .isInstanceOf(SchedulerUnreachable.class);
    assertThatThrownBy(() -> slurm.change(gone, gone)).isInstanceOf(SchedulerUnreachable.class);
    slurm.letOverlap("tp-1");
    assertThat(slurm.delete("tp-1")).isEmpty();
    assertThat(slurm.listReservations()).isEmpty();
  }

  @Test
  void bothVersionsTellWhenSlurmctldWasStarted() {
    assertThat(speaking(new RestVersion(43)).bootTime())
        .isCloseTo(slurm.bootTime(), within(5, ChronoUnit.SECONDS));
    assertThat(slurm.bootTime()).isBetween(Instant.now().minusSeconds(600), Instant.now());
  }

  @Test
  void knowsWhichAccountsSlurmKnows() {
    assertThat(slurm.knowsAccount("daemon")).isTrue();
    assertThat(slurm.knowsAccount("zoe")).isFalse();
    assertThat(slurm.knowsAccount("nobody")).as("Slurm's own word for no one").isFalse();
    assertThat(slurm.listReservations()).isEmpty();
  }

  @Test
  void saysWhatSlurmctldSays() {
    assertThat(slurm.create(reservation("tp-1", "bin", "man1", "man2"))).isEmpty();
    assertThat(slurm.create(reservation("tp-2", "bin", "man2")).orElseThrow())
        .startsWith("Requested reservation overlaps with another reservation (2058");
    assertThat(slurm.create(reservation("tp-2", "bin", "man9")).orElseThrow())
        .startsWith("Invalid node name specified (2018");
  }

  @Test
  void whoeverIsNoOperatorIsTold() throws IOException {
    var daemon = withDaemonsToken("daemon");
    assertThat(daemon.listNodes()).hasSize(SlurmCluster.NODES);
    assertThatThrownBy(() -> daemon.create(reservation("tp-1", "bin", "man1")))
        .isInstanceOf(SchedulerUnreachable.class)
        .hasMessageContaining("is daemon an operator of the cluster");
  }

  @Test
  void aTokenThatIsNotAcceptedIsToBeRenewed() throws IOException {
    var bin = withDaemonsToken("bin");
    assertThatThrownBy(bin::listNodes)
        .isInstanceOf(SchedulerUnreachable.class)
        .hasMessageContaining("put what `scontrol token username=bin` prints into");
  }

  private static Slurmrestd speaking(RestVersion version) {
    var rest = cluster.rest(Duration.ofSeconds(30));
    return new Slurmrestd(
        new RestAccess(rest.url(), rest.user(), rest.tokenFile(), version, rest.timeout()),
        Clock.systemUTC());
  }

  private Slurmrestd withDaemonsToken(String user) throws IOException {
    var token = directory.resolve("token");
    Files.createFile(
        token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(token, cluster.admin("scontrol", "token", "username=daemon"));
    var rest = cluster.rest(Duration.ofSeconds(30));
    return new Slurmrestd(
        new RestAccess(rest.url(), user, token, null, rest.timeout()), Clock.systemUTC());
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
