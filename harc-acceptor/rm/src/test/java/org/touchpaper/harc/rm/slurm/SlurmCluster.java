package org.touchpaper.harc.rm.slurm;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.touchpaper.platform.FreePort;

/**
 * A whole Slurm cluster of four nodes on this machine, with a key, ports and a directory of its
 * own.
 */
public final class SlurmCluster implements AutoCloseable {
  static final int NODES = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final String name;
  private final Path home;
  private final List<Process> daemons = new ArrayList<>();
  private Process controller;

  private SlurmCluster(String name) throws IOException {
    this.name = name;
    // Unix sockets have short names; a job of any user must get through to its script.
    this.home =
        Files.createTempDirectory(
            "tp-" + name,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x")));
    for (var directory : List.of("state", "spool", "log", "run")) {
      Files.createDirectory(home.resolve(directory));
    }
    writeKey();
    writeConfiguration();
    daemons.add(
        run(
            "munged",
            "--foreground",
            "--force",
            "--socket=" + home.resolve("run/munge.socket"),
            "--key-file=" + home.resolve("munge.key"),
            "--pid-file=" + home.resolve("run/munged.pid"),
            "--log-file=" + home.resolve("log/munged.log"),
            "--seed-file=" + home.resolve("run/munged.seed")));
    await().atMost(PATIENCE).until(() -> Files.exists(home.resolve("run/munge.socket")));
    this.controller = run("slurmctld", "-D", "-f", conf().toString());
    for (var n = 1; n <= NODES; n++) {
      daemons.add(run("slurmd", "-D", "-f", conf().toString(), "-N", name + n));
    }
    awaitIdle();
  }

  public static SlurmCluster up(String name) {
    for (var program :
        Map.of(
                "slurmctld",
                "slurmctld",
                "slurmd",
                "slurmd",
                "scontrol",
                "slurm-client",
                "munged",
                "munge")
            .entrySet()) {
      if (!isInstalled(program.getKey())) {
        throw new IllegalStateException(
            "the tests of the Slurm resource manager need %s; install Debian's package %s, or say --without-slurm"
                .formatted(program.getKey(), program.getValue()));
      }
    }
    try {
      return new SlurmCluster(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isInstalled(String program) {
    return List.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin").stream()
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  String name() {
    return name;
  }

  public Path conf() {
    return home.resolve("slurm.conf");
  }

  SlurmCommands commands() {
    return new SlurmCommands(
        List.of("scontrol"), List.of("scancel"), conf(), Duration.ofSeconds(30));
  }

  Scontrol scontrol() {
    return new Scontrol(commands(), Clock.systemUTC());
  }

  /** For a cluster that is known not to answer. */
  Scontrol impatient() {
    var commands =
        new SlurmCommands(List.of("scontrol"), List.of("scancel"), conf(), Duration.ofMillis(300));
    return new Scontrol(commands, Clock.systemUTC());
  }

  /** As an administrator types it; what it printed. */
  public String admin(String... line) {
    try {
      var said = commands().run(List.of(line));
      if (!said.isDone()) {
        throw new IllegalStateException(said.line() + ": " + said.text());
      }
      return said.text();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nothing reserved, nothing running, every node well. */
  void empty() {
    var scontrol = scontrol();
    admin("scancel", "--user=" + SlurmUnderTest.ANNES);
    await().atMost(PATIENCE).until(() -> scontrol.listRunningJobs().isEmpty());
    for (var reservation : scontrol.listReservations()) {
      scontrol.delete(reservation.name());
    }
  }

  /** Ends slurmctld as a power cut does; it tells seconds apart, and is never so short-lived. */
  void kill() throws InterruptedException {
    var boot = scontrol().bootTime();
    await().atMost(PATIENCE).until(() -> Instant.now().isAfter(boot.plusSeconds(1)));
    controller.destroyForcibly();
    controller.waitFor();
  }

  /** Starts slurmctld again. */
  void restart() throws IOException {
    controller = run("slurmctld", "-D", "-f", conf().toString());
    awaitIdle();
  }

  /** When its reservations were last saved; slurmctld moves the last ones aside for a moment. */
  long savedAt() throws IOException {
    for (var name : List.of("resv_state", "resv_state.old")) {
      try {
        var file = home.resolve("state").resolve(name);
        return Files.getLastModifiedTime(file).to(TimeUnit.MICROSECONDS);
      } catch (NoSuchFileException _) {
        // The next one, or nothing has ever been saved.
      }
    }
    return 0;
  }

  private void awaitIdle() {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> scontrol().listNodes().stream().allMatch(SlurmNode::isUsable));
  }

  private Process run(String... line) throws IOException {
    var log = home.resolve("log/" + line[0] + ".out").toFile();
    var builder =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    builder.environment().merge("PATH", "/usr/sbin:/usr/bin", (has, more) -> has + ":" + more);
    builder.environment().put("TZ", "America/New_York"); // what it prints is ours to make UTC
    return builder.start();
  }

  private void writeKey() throws IOException {
    var key = new byte[128];
    new SecureRandom().nextBytes(key);
    Files.write(home.resolve("munge.key"), key);
    Files.setPosixFilePermissions(
        home.resolve("munge.key"), PosixFilePermissions.fromString("r--------"));
  }

  private void writeConfiguration() throws IOException {
    var host = InetAddress.getLocalHost().getHostName().replaceFirst("\\..*", "");
    var user = System.getProperty("user.name");
    var lines =
        new ArrayList<>(
            List.of(
                """
                ClusterName=%s
                SlurmctldHost=%s(127.0.0.1)
                SlurmctldPort=%d
                SlurmUser=%s
                SlurmdUser=%s
                AuthType=auth/munge
                AuthInfo=socket=%s/run/munge.socket
                CredType=cred/munge
                StateSaveLocation=%6$s/state
                SlurmdSpoolDir=%6$s/spool/%%n
                SlurmctldPidFile=%6$s/run/slurmctld.pid
                SlurmdPidFile=%6$s/run/slurmd-%%n.pid
                SlurmctldLogFile=%6$s/log/slurmctld.log
                SlurmdLogFile=%6$s/log/slurmd-%%n.log
                ProctrackType=proctrack/linuxproc
                TaskPlugin=task/none
                JobAcctGatherType=jobacct_gather/none
                AccountingStorageType=accounting_storage/none
                MailProg=/bin/true
                MpiDefault=none
                SwitchType=switch/none
                SelectType=select/cons_tres
                SelectTypeParameters=CR_Core
                SchedulerType=sched/backfill
                SchedulerParameters=sched_interval=1,bf_interval=1,sched_min_interval=0
                ReturnToService=2
                KillWait=1
                SlurmdParameters=config_overrides
                """
                    .formatted(name, host, FreePort.find(), user, user, home)));
    for (var n = 1; n <= NODES; n++) {
      lines.add(
          "NodeName=%s%d NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=2 RealMemory=100"
              .formatted(name, n, host, FreePort.find()));
    }
    lines.add("PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP");
    Files.writeString(conf(), String.join("\n", lines) + "\n");
  }

  @Override
  public void close() {
    controller.destroyForcibly();
    daemons.forEach(Process::destroyForcibly);
    try {
      for (var daemon : daemons) {
        daemon.waitFor();
      }
      try (var files = Files.walk(home)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
