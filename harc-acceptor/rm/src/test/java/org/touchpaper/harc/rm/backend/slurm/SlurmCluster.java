package org.touchpaper.harc.rm.backend.slurm;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
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
import org.touchpaper.harc.rm.backend.slurm.client.SlurmAccessSettings;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmCommands;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmNode;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdAccess;
import org.touchpaper.harc.rm.backend.slurm.job.SlurmJobController;
import org.touchpaper.platform.FreePort;

/**
 * A complete Slurm cluster of four nodes on this machine, with its own key, ports and directory; if
 * a {@link SlurmInstallation} is given, of its newer Slurm, with slurmrestd.
 */
public final class SlurmCluster implements AutoCloseable {
  static final int NODES = 4;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final String name;
  private final SlurmInstallation installation;
  private final SlurmInterface slurmInterface;
  private final int restPort = FreePort.find();
  private final Path home;
  private final List<Process> daemons = new ArrayList<>();
  private Process slurmctld;

  private SlurmCluster(String name, SlurmInstallation installation, SlurmInterface slurmInterface)
      throws IOException {
    this.name = name;
    this.installation = installation;
    this.slurmInterface = slurmInterface;
    // Unix sockets have short names; a job of any user must get through to its script.
    this.home =
        Files.createTempDirectory(
            Path.of("/tmp"), // which a tree has, too
            "tp-" + name,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x")));
    for (var directory : List.of("state", "spool", "log", "run")) {
      Files.createDirectory(home.resolve(directory));
    }
    writeKey("munge.key");
    writeKey("jwt.key");
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
    await().atMost(TIMEOUT).until(() -> Files.exists(home.resolve("run/munge.socket")));
    this.slurmctld = run("slurmctld", "-D", "-f", conf().toString());
    for (var n = 1; n <= NODES; n++) {
      daemons.add(run("slurmd", "-D", "-f", conf().toString(), "-N", name + n));
    }
    if (!installation.isOfThisMachine()) {
      openRest();
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
            "the tests of the Slurm resource manager need %s; install Debian's package %s, or use --without-slurm"
                .formatted(program.getKey(), program.getValue()));
      }
    }
    return up(name, SlurmInstallation.OF_THIS_MACHINE, SlurmInterface.SCONTROL);
  }

  /** Accessed through slurmrestd of a newer Slurm: for tests of the tag {@code newer-slurm}. */
  public static SlurmCluster withSlurmrestd(String name) {
    return SlurmInterface.SLURMRESTD.up(name);
  }

  static SlurmCluster up(
      String name, SlurmInstallation installation, SlurmInterface slurmInterface) {
    try {
      return new SlurmCluster(name, installation, slurmInterface);
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

  Path conf() {
    return home.resolve("slurm.conf");
  }

  SlurmCommands commands() {
    return commands(Duration.ofSeconds(30));
  }

  private SlurmCommands commands(Duration timeout) {
    return new SlurmCommands(commandLine("scontrol"), commandLine("scancel"), conf(), timeout);
  }

  private List<String> commandLine(String program) {
    var command = new ArrayList<>(installation.commandPrefix());
    command.add(program);
    return command;
  }

  /** The client for slurmrestd as root, who is SlurmUser here. */
  SlurmrestdAccess rest(Duration timeout) {
    return SlurmrestdAccess.fromConfiguration(
        restUrl(),
        System.getProperty("user.name"),
        token(),
        slurmInterface == SlurmInterface.SLURMRESTD_OF_25_05 ? "v0.0.43" : null,
        timeout);
  }

  /** The access settings of a resource manager. */
  public List<String> settings() {
    return switch (slurmInterface) {
      case SCONTROL -> List.of("--touchpaper.rm.slurm.conf=" + conf());
      case NEWER_SCONTROL -> throw new UnsupportedOperationException("only inside its tree");
      case SLURMRESTD, SLURMRESTD_OF_25_05 ->
          List.of(
              "--touchpaper.rm.slurm.rest.url=" + restUrl(),
              "--touchpaper.rm.slurm.rest.user=" + System.getProperty("user.name"),
              "--touchpaper.rm.slurm.rest.token-file=" + token());
    };
  }

  private String restUrl() {
    return "http://127.0.0.1:" + restPort;
  }

  private Path token() {
    return home.resolve("token");
  }

  private SlurmAccessSettings access(Duration timeout) {
    return switch (slurmInterface) {
      case SCONTROL, NEWER_SCONTROL -> commands(timeout);
      case SLURMRESTD, SLURMRESTD_OF_25_05 -> rest(timeout);
    };
  }

  /** The resource manager's access to it. */
  SlurmController controller() {
    return SlurmController.of(access(Duration.ofSeconds(30)), Clock.systemUTC());
  }

  /** The resource manager's access to its jobs. */
  SlurmJobController jobController() {
    return SlurmJobController.of(access(Duration.ofSeconds(30)), controller(), Clock.systemUTC());
  }

  /** With a short timeout, for a cluster that does not answer. */
  SlurmController impatientController() {
    return SlurmController.of(access(Duration.ofMillis(300)), Clock.systemUTC());
  }

  /**
   * Runs a command as an administrator, including commands that no resource manager uses; returns
   * its output.
   */
  public String runAsAdmin(String... line) {
    try {
      var command = new ArrayList<>(commandLine(line[0]));
      command.addAll(List.of(line).subList(1, line.length));
      var result = commands().run(command, List.of());
      if (!result.isSuccess()) {
        throw new IllegalStateException(result.commandLine() + ": " + result.output());
      }
      return result.output();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes all reservations and jobs, and waits until all nodes are usable. */
  void empty() {
    var slurm = controller();
    runAsAdmin("scancel", "--user=" + SlurmUnderTest.ANNES_ACCOUNT);
    await().atMost(TIMEOUT).until(() -> slurm.listRunningJobs().isEmpty());
    for (var reservation : slurm.listReservations()) {
      slurm.delete(reservation.name());
    }
    // A node that was resumed answers slurmctld a moment later.
    await().atMost(TIMEOUT).until(() -> slurm.listNodes().stream().allMatch(SlurmNode::isUsable));
  }

  /**
   * Kills slurmctld as a power cut does. Waits, because boot times have a resolution of a second.
   */
  public void kill() throws InterruptedException {
    var boot = controller().bootTime();
    await().atMost(TIMEOUT).until(() -> Instant.now().isAfter(boot.plusSeconds(1)));
    slurmctld.destroyForcibly();
    slurmctld.waitFor();
  }

  /** The saved state of its reservations. */
  byte[] savedReservations() throws IOException {
    return Files.readAllBytes(state().resolve("resv_state"));
  }

  /** As {@link #kill()}, with an earlier saved state, as if it had not saved since. */
  void killAndRestoreSaved(byte[] saved) throws IOException, InterruptedException {
    kill();
    Files.write(state().resolve("resv_state"), saved);
    Files.write(state().resolve("resv_state.old"), saved);
  }

  /** Returns true if slurmctld has saved that job. */
  boolean hasSavedJob(String id) throws IOException {
    var spool = state().resolve("hash." + Long.parseLong(id) % 10).resolve("job." + id);
    var saved = state().resolve("job_state");
    return Files.exists(spool)
        && Files.exists(saved)
        && Files.getLastModifiedTime(saved).compareTo(Files.getLastModifiedTime(spool)) > 0;
  }

  /** The saved state of its jobs. */
  byte[] savedJobs() throws IOException {
    return Files.readAllBytes(state().resolve("job_state"));
  }

  /** As {@link #kill()}, with an earlier saved state of its jobs. */
  void killAndRestoreJobs(byte[] saved) throws IOException, InterruptedException {
    kill();
    Files.write(state().resolve("job_state"), saved);
    Files.write(state().resolve("job_state.old"), saved);
  }

  private Path state() {
    return home.resolve("state");
  }

  /** Starts slurmctld again. */
  public void restart() throws IOException {
    slurmctld = run("slurmctld", "-D", "-f", conf().toString());
    awaitIdle();
  }

  /** The time of the last save of reservations; slurmctld briefly moves the previous file aside. */
  long savedAt() throws IOException {
    for (var name : List.of("resv_state", "resv_state.old")) {
      try {
        var file = state().resolve(name);
        return Files.getLastModifiedTime(file).to(TimeUnit.MICROSECONDS);
      } catch (NoSuchFileException _) {
        // The next save, or the first one.
      }
    }
    return 0;
  }

  /** A slurmctld answers before its request statistics have a start time. */
  private void awaitIdle() {
    await().atMost(TIMEOUT).ignoreExceptions().until(() -> isIdle(controller()));
  }

  private static boolean isIdle(SlurmController slurm) {
    return slurm.listNodes().stream().filter(SlurmNode::isUsable).count() == NODES
        && slurm.bootTime().isAfter(Instant.EPOCH);
  }

  /** Starts the newer Slurm's slurmrestd, as an unprivileged user. */
  private void openRest() throws IOException {
    var prefix = new ArrayList<>(installation.commandPrefix("nobody:nogroup"));
    prefix.addAll(List.of("env", "SLURM_CONF=" + conf(), "SLURM_JWT=daemon"));
    daemons.add(run(prefix, "slurmrestd", "-a", "rest_auth/jwt", "127.0.0.1:" + restPort));
    await().atMost(TIMEOUT).ignoreExceptions().until(this::writeToken);
    await().atMost(TIMEOUT).until(this::isListening);
  }

  private boolean writeToken() throws IOException {
    Files.writeString(token(), runAsAdmin("scontrol", "token", "lifespan=7200"));
    Files.setPosixFilePermissions(token(), PosixFilePermissions.fromString("rw-------"));
    return true;
  }

  private boolean isListening() {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), restPort)) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private Process run(String... command) throws IOException {
    return run(installation.commandPrefix(), command);
  }

  private Process run(List<String> prefix, String... arguments) throws IOException {
    var log = home.resolve("log/" + arguments[0] + ".out").toFile();
    var command = new ArrayList<>(prefix);
    command.addAll(List.of(arguments));
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    builder
        .environment()
        .merge("PATH", "/usr/sbin:/usr/bin", (path, addition) -> path + ":" + addition);
    builder.environment().put("TZ", "America/New_York"); // the access layer must request UTC
    return builder.start();
  }

  private void writeKey(String name) throws IOException {
    var key = new byte[128];
    new SecureRandom().nextBytes(key);
    Files.write(home.resolve(name), key);
    Files.setPosixFilePermissions(home.resolve(name), PosixFilePermissions.fromString("r--------"));
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
    if (!installation.isOfThisMachine()) {
      lines.add("AuthAltTypes=auth/jwt");
      lines.add("AuthAltParameters=jwt_key=" + home.resolve("jwt.key"));
      Files.writeString(home.resolve("cgroup.conf"), "CgroupPlugin=disabled\n");
    }
    lines.add("PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP");
    Files.writeString(conf(), String.join("\n", lines) + "\n");
  }

  @Override
  public void close() {
    slurmctld.destroyForcibly();
    daemons.forEach(Process::destroyForcibly);
    try {
      slurmctld.waitFor();
      for (var daemon : daemons) {
        daemon.waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    await().atMost(TIMEOUT).ignoreExceptions().until(this::isCleared);
  }

  /** Retries, because a job's step may still write or delete files. */
  private boolean isCleared() throws IOException {
    try (var files = Files.walk(home)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
    return true;
  }
}
