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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A NETCONF server that others wrote: yuma123's netconfd (Debian's package of that name), with the
 * part of OpenConfig's models that a circuit is made of. Whatever is committed it starts with
 * again.
 */
final class Netconfd implements AutoCloseable {

  private static final List<Path> PLACES =
      List.of(Path.of("/usr/sbin"), Path.of("/usr/bin"), Path.of("/usr/local/sbin"));

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Path folder;
  private final String target;
  private @Nullable Process process;
  private Instant startedAt = Instant.EPOCH;

  /** As it comes from its maker: two ports and nothing on them. */
  private static final String AS_MADE =
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
   * One that keeps its files here.
   *
   * @param target {@code candidate} or {@code running}: which configuration is edited
   */
  Netconfd(Path folder, String target) {
    this.folder = folder;
    this.target = target;
    forget();
  }

  static boolean isInstalled() {
    return Stream.of("netconfd", "netconf-subsystem")
        .allMatch(each -> PLACES.stream().anyMatch(at -> Files.isExecutable(at.resolve(each))));
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

  private Path out() {
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
              "stdbuf", // says at once what it says
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
      command.redirectErrorStream(true).redirectOutput(out().toFile());
      var started = command.start();
      process = started;
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> Files.exists(socket()) || !started.isAlive());
      if (!started.isAlive()) {
        throw new IOException("netconfd ends: " + Files.readString(out()));
      }
      startedAt = Instant.now();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** It tells to the second when it was started, which is some time after its process was. */
  private void awaitNextSecond() {
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> Instant.now().getEpochSecond() > startedAt.getEpochSecond());
  }

  /**
   * Waits until it knows the client of every session begun: it forgets a request that reaches it
   * together with the hello before.
   */
  void awaitActive(int sessions) throws IOException {
    var log = out();
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (Files.readString(log, StandardCharsets.ISO_8859_1).split(" now active", -1).length - 1
            < sessions
        && System.nanoTime() < deadline) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** What sshd runs for the subsystem. */
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

  /** Starts next time as it was made. */
  void forget() {
    try {
      Files.writeString(startup(), AS_MADE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    stop();
  }
}
