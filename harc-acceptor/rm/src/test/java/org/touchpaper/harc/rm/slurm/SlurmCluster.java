package org.touchpaper.harc.rm.slurm;

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
import org.touchpaper.platform.FreePort;

/**
 * A whole Slurm cluster of four nodes on this machine, with a key, ports and a directory of its
 * own; of a newer Slurm than the machine's where a {@link SlurmTree} is given, with slurmrestd.
 */
public final class SlurmCluster implements AutoCloseable {
  static final int NODES = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final String name;
  private final SlurmTree tree;
  private final Voice voice;
  private final int restPort = FreePort.find();
  private final Path home;
  private final List<Process> daemons = new ArrayList<>();
  private Process slurmctld;

  private SlurmCluster(String name, SlurmTree tree, Voice voice) throws IOException {
    this.name = name;
    this.tree = tree;
    this.voice = voice;
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
    await().atMost(PATIENCE).until(() -> Files.exists(home.resolve("run/munge.socket")));
    this.slurmctld = run("slurmctld", "-D", "-f", conf().toString());
    for (var n = 1; n <= NODES; n++) {
      daemons.add(run("slurmd", "-D", "-f", conf().toString(), "-N", name + n));
    }
    if (!tree.isOfThisMachine()) {
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
            "the tests of the Slurm resource manager need %s; install Debian's package %s, or say --without-slurm"
                .formatted(program.getKey(), program.getValue()));
      }
    }
    return up(name, SlurmTree.OF_THIS_MACHINE, Voice.SCONTROL);
  }

  /** Spoken to through slurmrestd of a newer Slurm: for tests of the tag {@code newer-slurm}. */
  public static SlurmCluster withSlurmrestd(String name) {
    return Voice.SLURMRESTD.up(name);
  }

  static SlurmCluster up(String name, SlurmTree tree, Voice voice) {
    try {
      return new SlurmCluster(name, tree, voice);
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
    return new SlurmCommands(inTree("scontrol"), inTree("scancel"), conf(), timeout);
  }

  private List<String> inTree(String program) {
    var line = new ArrayList<>(tree.prefix());
    line.add(program);
    return line;
  }

  /** What slurmrestd is told, as root, who is SlurmUser here. */
  RestAccess rest(Duration timeout) {
    return RestAccess.configured(
        restUrl(),
        System.getProperty("user.name"),
        token(),
        voice == Voice.SLURMRESTD_OF_25_05 ? "v0.0.43" : null,
        timeout);
  }

  /** What a resource manager is configured with. */
  public List<String> settings() {
    return switch (voice) {
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

  private SlurmAccess access(Duration timeout) {
    return switch (voice) {
      case SCONTROL, NEWER_SCONTROL -> commands(timeout);
      case SLURMRESTD, SLURMRESTD_OF_25_05 -> rest(timeout);
    };
  }

  /** How the resource manager speaks to it. */
  SlurmController controller() {
    return SlurmController.of(access(Duration.ofSeconds(30)), Clock.systemUTC());
  }

  /** For a cluster that is known not to answer. */
  SlurmController impatient() {
    return SlurmController.of(access(Duration.ofMillis(300)), Clock.systemUTC());
  }

  /** As an administrator types it, who may say what no resource manager says; what it printed. */
  public String admin(String... line) {
    try {
      var typed = new ArrayList<>(inTree(line[0]));
      typed.addAll(List.of(line).subList(1, line.length));
      var said = commands().run(typed, List.of());
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
    var slurm = controller();
    admin("scancel", "--user=" + SlurmUnderTest.ANNES);
    await().atMost(PATIENCE).until(() -> slurm.listRunningJobs().isEmpty());
    for (var reservation : slurm.listReservations()) {
      slurm.delete(reservation.name());
    }
  }

  /** Ends slurmctld as a power cut does; it tells seconds apart, and is never so short-lived. */
  void kill() throws InterruptedException {
    var boot = controller().bootTime();
    await().atMost(PATIENCE).until(() -> Instant.now().isAfter(boot.plusSeconds(1)));
    slurmctld.destroyForcibly();
    slurmctld.waitFor();
  }

  /** What it has saved of its reservations. */
  byte[] saved() throws IOException {
    return Files.readAllBytes(state().resolve("resv_state"));
  }

  /**
   * As {@link #kill()}, and as if it had saved nothing since then, which is a matter of seconds.
   */
  void killBeforeItSavesMoreThan(byte[] saved) throws IOException, InterruptedException {
    kill();
    Files.write(state().resolve("resv_state"), saved);
    Files.write(state().resolve("resv_state.old"), saved);
  }

  private Path state() {
    return home.resolve("state");
  }

  /** Starts slurmctld again. */
  void restart() throws IOException {
    slurmctld = run("slurmctld", "-D", "-f", conf().toString());
    awaitIdle();
  }

  /** When its reservations were last saved; slurmctld moves the last ones aside for a moment. */
  long savedAt() throws IOException {
    for (var name : List.of("resv_state", "resv_state.old")) {
      try {
        var file = state().resolve(name);
        return Files.getLastModifiedTime(file).to(TimeUnit.MICROSECONDS);
      } catch (NoSuchFileException _) {
        // The next one, or nothing has ever been saved.
      }
    }
    return 0;
  }

  /** A slurmctld answers for a moment before it knows since when it counts its requests. */
  private void awaitIdle() {
    await().atMost(PATIENCE).ignoreExceptions().until(() -> isIdle(controller()));
  }

  private static boolean isIdle(SlurmController slurm) {
    return slurm.listNodes().stream().filter(SlurmNode::isUsable).count() == NODES
        && slurm.bootTime().isAfter(Instant.EPOCH);
  }

  /** Serves what a newer Slurm's slurmrestd serves, as somebody who is nobody in particular. */
  private void openRest() throws IOException {
    var prefix = new ArrayList<>(tree.prefix("nobody:nogroup"));
    prefix.addAll(List.of("env", "SLURM_CONF=" + conf(), "SLURM_JWT=daemon"));
    daemons.add(run(prefix, "slurmrestd", "-a", "rest_auth/jwt", "127.0.0.1:" + restPort));
    await().atMost(PATIENCE).ignoreExceptions().until(this::writeToken);
    await().atMost(PATIENCE).until(this::isListening);
  }

  private boolean writeToken() throws IOException {
    Files.writeString(token(), admin("scontrol", "token", "lifespan=7200"));
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

  private Process run(String... line) throws IOException {
    return run(tree.prefix(), line);
  }

  private Process run(List<String> prefix, String... words) throws IOException {
    var log = home.resolve("log/" + words[0] + ".out").toFile();
    var line = new ArrayList<>(prefix);
    line.addAll(List.of(words));
    var builder =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    builder.environment().merge("PATH", "/usr/sbin:/usr/bin", (has, more) -> has + ":" + more);
    builder.environment().put("TZ", "America/New_York"); // what it prints is ours to make UTC
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
    if (!tree.isOfThisMachine()) {
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
    await().atMost(PATIENCE).ignoreExceptions().until(this::isCleared);
  }

  /** What a job's step still writes or takes away is looked for again. */
  private boolean isCleared() throws IOException {
    try (var files = Files.walk(home)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
    return true;
  }
}
