package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.rm.backend.slurm.client.ScontrolController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmCommands;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.segment.connection.Schedule;

/** Through programs that pass no environment on, to a machine in another time zone. */
@Tag("slurm")
class ScontrolControllerRemoteTest {
  private static final String ELSEWHERE = "env -i PATH=/usr/bin:/bin TZ=America/New_York";
  private static SlurmCluster cluster;

  @BeforeAll
  static void open() {
    cluster = SlurmCluster.up("man");
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @TempDir Path directory;

  @BeforeEach
  void fresh() {
    cluster.empty();
  }

  /** {@code sudo -u slurm command arguments…}. */
  @Test
  void timesAreRightBehindSudo() throws IOException {
    var sudo = script("sudo", "shift 2; exec " + ELSEWHERE + " \"$@\"");
    assertKeepsTime(sudo, "-u", "slurm");
  }

  /** {@code ssh head command arguments…}, which a shell interprets there. */
  @Test
  void timesAreRightBehindSsh() throws IOException {
    var ssh = script("ssh", "shift; exec " + ELSEWHERE + " sh -c \"$*\"");
    assertKeepsTime(ssh, "head");
  }

  @Test
  void timesAreRightBehindBoth() throws IOException {
    var ssh = script("ssh", "shift; exec " + ELSEWHERE + " sh -c \"$*\"");
    var sudo = script("sudo", "shift 2; exec " + ELSEWHERE + " \"$@\"");
    assertKeepsTime(ssh, "head", sudo, "-u", "slurm");
  }

  private void assertKeepsTime(String... prefix) {
    var commands =
        new SlurmCommands(
            commandLine(prefix, "/usr/bin/scontrol"),
            commandLine(prefix, "scancel"),
            cluster.conf(),
            Duration.ofSeconds(30));
    var slurm = new ScontrolController(commands, Clock.systemUTC());
    var tomorrow = Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(1, ChronoUnit.DAYS);
    var wanted =
        new SlurmReservation(
            "tp-1",
            List.of("man1", "man2"),
            new Schedule(tomorrow, tomorrow.plusSeconds(3600)),
            List.of("bin"),
            false);
    assertThat(slurm.bootTime()).isBetween(Instant.now().minusSeconds(600), Instant.now());
    assertThat(slurm.create(wanted)).isEmpty();
    assertThat(slurm.find("tp-1")).contains(wanted);
    assertThat(cluster.controller().find("tp-1")).as("called from here").contains(wanted);
    slurm.endJobs("tp-1");
    assertThat(slurm.delete("tp-1")).isEmpty();
  }

  /** A script of the site must pass the zone on itself, and this is verified. */
  @Test
  void aCommandThatLosesTheTimeZoneIsRejected() throws IOException {
    var ours =
        script(
            "ask-slurm",
            "exec %s SLURM_CONF=%s scontrol \"$@\"".formatted(ELSEWHERE, cluster.conf()));
    var commands =
        new SlurmCommands(List.of(ours), List.of("scancel"), null, Duration.ofMinutes(1));
    assertThatThrownBy(() -> new ScontrolController(commands, Clock.systemUTC()).bootTime())
        .isInstanceOf(SchedulerUnreachableException.class)
        .hasMessageContaining("(touchpaper.rm.slurm.scontrol) does not pass TZ=UTC on");
  }

  private static List<String> commandLine(String[] prefix, String program) {
    var line = new ArrayList<>(List.of(prefix));
    line.add(program);
    return line;
  }

  private String script(String name, String text) throws IOException {
    var file = directory.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file.toString();
  }
}
