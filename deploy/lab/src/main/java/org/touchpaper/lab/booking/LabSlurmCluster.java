package org.touchpaper.lab.booking;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.touchpaper.lab.engine.GromacsWaterModel;
import org.touchpaper.lab.engine.LammpsInstallation;
import org.touchpaper.lab.engine.LammpsPoreModel;
import org.touchpaper.lab.network.ClusterViewerNamespacePair;

/** A Slurm cluster of four nodes, wholly inside one network namespace, that can run the engine. */
final class LabSlurmCluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int KEY_BYTES = 128;

  private final SlurmClusterSettings settings;
  private final LammpsInstallation engine;
  private final @Nullable GromacsWaterModel water;
  private final List<Process> daemons = new CopyOnWriteArrayList<>();

  private LabSlurmCluster(
      SlurmClusterSettings settings, LammpsInstallation engine, @Nullable GromacsWaterModel water) {
    this.settings = settings;
    this.engine = engine;
    this.water = water;
  }

  /**
   * A cluster that {@link #start} starts.
   *
   * @param water for the second engine; null without it
   * @param log the directory of its logs
   */
  static LabSlurmCluster in(
      String namespace, LammpsInstallation engine, @Nullable GromacsWaterModel water, Path log)
      throws IOException {
    // Unix sockets have short names, and a job of any user must get through to its script.
    var home = Files.createTempDirectory("tp-lab");
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx--x--x"));
    var hostname = InetAddress.getLocalHost().getHostName().replaceFirst("\\..*", "");
    return new LabSlurmCluster(
        new SlurmClusterSettings(home, log, namespace, hostname), engine, water);
  }

  SlurmClusterSettings settings() {
    return settings;
  }

  /** Returns when all nodes are idle. */
  void start() throws IOException {
    writeFiles();
    addManagementAddress();
    var home = settings.home();
    run(
        List.of(
            "munged",
            "--foreground",
            "--force",
            "--socket=" + home.resolve("run/munge.socket"),
            "--key-file=" + home.resolve("munge.key"),
            "--pid-file=" + home.resolve("run/munged.pid"),
            "--log-file=" + settings.log().resolve("munged.log"),
            "--seed-file=" + home.resolve("run/munged.seed")));
    ConditionPoller.until(
        PATIENCE,
        () -> Files.exists(home.resolve("run/munge.socket")),
        () -> "munged does not start; see " + settings.log());
    var configuration = settings.configuration().toString();
    run(List.of("slurmctld", "-D", "-f", configuration));
    for (var node : settings.nodes()) {
      run(
          List.of(
              "unshare",
              "--mount",
              "sh",
              "-c",
              "mount --bind \"$0\" \"$1\" && shift && exec \"$@\"",
              engine.directory().toString(),
              settings.engine().toString(),
              "slurmd",
              "-D",
              "-f",
              configuration,
              "-N",
              node));
    }
    ConditionPoller.until(
        PATIENCE, this::isIdle, () -> "the nodes are not idle; see " + settings.log());
  }

  private void writeFiles() throws IOException {
    for (var directory : List.of("state", "spool", "run", "engine")) {
      Files.createDirectory(settings.home().resolve(directory));
    }
    Files.createDirectories(settings.log());
    Files.createDirectory(settings.scratch());
    Files.setPosixFilePermissions(settings.scratch(), PosixFilePermissions.fromString("rwxrwxrwx"));
    var key = settings.home().resolve("munge.key");
    var secret = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(secret);
    Files.createFile(
        key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(key, secret);
    LammpsPoreModel.STANDARD.write(settings.model());
    Files.writeString(settings.configuration(), settings.slurmConfiguration());
    var applications = settings.applications(inJob(engine.program()), inJob(engine.libraries()));
    if (water != null) {
      Files.copy(water.input(), settings.water());
      Files.setPosixFilePermissions(settings.water(), PosixFilePermissions.fromString("rw-r--r--"));
      applications += settings.waterApplication(water.program());
    }
    Files.writeString(settings.registry(), applications);
  }

  private Path inJob(Path installed) {
    return settings.engine().resolve(engine.directory().relativize(installed));
  }

  /** Slurm resolves no name where the loopback interface alone has an address. */
  private void addManagementAddress() throws IOException {
    var namespace = settings.namespace();
    for (var command :
        List.of(
            "link add mgmt0 type veth peer name mgmt1",
            "addr add 10.99.0.1/24 dev mgmt0",
            "link set mgmt0 up",
            "link set mgmt1 up")) {
      var line = new ArrayList<>(List.of("ip", "-n", namespace));
      line.addAll(Arrays.asList(command.split(" ")));
      ClusterViewerNamespacePair.run(line);
    }
  }

  /** In a session of its own, so that Ctrl-C does not end it before its users. */
  private void run(List<String> command) throws IOException {
    var line = new ArrayList<>(List.of("setsid"));
    line.addAll(settings.enter());
    line.addAll(command);
    var log = settings.log().resolve("start.log").toFile();
    var builder =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
    daemons.add(builder.start());
  }

  private boolean isIdle() throws IOException {
    return ask(List.of("sinfo", "--noheader", "--Node", "--format=%T"))
        .equals(Collections.nCopies(SlurmClusterSettings.NODES, "idle"));
  }

  /** The ids of all jobs that wait or run. */
  List<String> jobs() throws IOException {
    return ask(List.of("squeue", "--noheader", "--format=%A"));
  }

  private List<String> ask(List<String> command) throws IOException {
    var line = new ArrayList<>(settings.enter());
    line.addAll(command);
    var builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("SLURM_CONF", settings.configuration().toString());
    var process = builder.start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .lines()
        .map(String::strip)
        .toList();
  }

  /** Ends its daemons; who removes its namespace ends its jobs. */
  @Override
  public void close() throws IOException {
    daemons.reversed().forEach(Process::destroyForcibly);
    for (var daemon : daemons) {
      daemon.onExit().join();
    }
    ClusterViewerNamespacePair.remove(settings.namespace());
    LabServicesProcess.remove(settings.home());
  }
}
