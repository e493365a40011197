package org.touchpaper.nsap.element.openconfig;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A third-party NETCONF server: yuma123's netconfd (the Debian package), with the parts of
 * OpenConfig's models that circuits use. It restarts with the committed configuration.
 */
final class YumaNetconfServer implements AutoCloseable {

  private static final List<Path> PLACES =
      List.of(Path.of("/usr/sbin"), Path.of("/usr/bin"), Path.of("/usr/local/sbin"));

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Path folder;
  private final String target;
  private @Nullable Process process;
  private Instant startedAt = Instant.EPOCH;

  /** The factory configuration: two ports without circuits. */
  private static final String FACTORY_CONFIG =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <config xmlns="urn:ietf:params:xml:ns:netconf:base:1.0">
        <interfaces xmlns="http://openconfig.net/yang/interfaces">
          <interface><name>xe1</name><config><name>xe1</name></config></interface>
          <interface><name>xe2</name><config><name>xe2</name></config></interface>
        </interfaces>
      </config>
      """;

  /**
   * Creates it with its files in a folder.
   *
   * @param target {@code candidate} or {@code running}: the configuration that is edited
   */
  YumaNetconfServer(Path folder, String target) {
    this.folder = folder;
    this.target = target;
    resetToFactory();
  }

  static boolean isInstalled() {
    return Stream.of("netconfd", "netconf-subsystem")
        .allMatch(executable ->
            PLACES.stream().anyMatch(at -> Files.isExecutable(at.resolve(executable))));
  }

  private static String program(String name) {
    return PLACES.stream()
        .map(at -> at.resolve(name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow()
        .toString();
  }

  private Path socket() {
    return folder.resolve("ncx");
  }

  private Path logFile() {
    return folder.resolve("out");
  }

  private Path startup() {
    return folder.resolve("startup-cfg.xml");
  }

  void start() {
    try {
      awaitNextSecond();
      Files.deleteIfExists(socket());
      var command =
          new ProcessBuilder(
              "stdbuf", // unbuffered output
              "-o0",
              program("netconfd"),
              "--module=openconfig-interfaces",
              "--module=openconfig-vlan",
              "--module=openconfig-network-instance",
              "--module=openconfig-qos",
              "--modpath=" + folder + ":/usr/share/yuma/modules",
              "--ncxserver-sockname=" + socket(),
              "--startup=" + startup(),
              "--with-startup=false",
              "--target=" + target,
              "--access-control=off",
              "--superuser=touchpaper");
      command.environment().put("HOME", folder.toString());
      command.directory(folder.toFile());
      command.redirectErrorStream(true).redirectOutput(logFile().toFile());
      var started = command.start();
      process = started;
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> Files.exists(socket()) || !started.isAlive());
      if (!started.isAlive()) {
        throw new IOException("netconfd ends: " + Files.readString(logFile()));
      }
      startedAt = Instant.now();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its start time has a resolution of a second, and is later than its process' start. */
  private void awaitNextSecond() {
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> Instant.now().getEpochSecond() > startedAt.getEpochSecond());
  }

  /**
   * Waits until it has registered the client of a session: it drops a request that arrives together
   * with the hello.
   */
  void awaitActive(String sessionId) throws IOException {
    var active = Pattern.compile("Session " + sessionId + " for \\S+ now active");
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!active.matcher(Files.readString(logFile(), StandardCharsets.ISO_8859_1)).find()) {
      if (System.nanoTime() > deadline) {
        throw new IOException("netconfd does not register session " + sessionId);
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** The program that sshd runs for the subsystem. */
  Process subsystem() throws IOException {
    var command =
        new ProcessBuilder(program("netconf-subsystem"), "--ncxserver-sockname=830@" + socket());
    command.environment().put("SSH_CONNECTION", "127.0.0.1 50000 127.0.0.1 830");
    command.environment().put("USER", "touchpaper");
    command.environment().put("LOGNAME", "touchpaper");
    return command.redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  void stop() {
    var running = process;
    if (running != null) {
      running.destroyForcibly();
      try {
        running.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The next start uses the factory configuration. */
  void resetToFactory() {
    try {
      Files.writeString(startup(), FACTORY_CONFIG);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    stop();
  }
}
