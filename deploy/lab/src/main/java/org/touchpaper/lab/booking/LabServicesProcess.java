package org.touchpaper.lab.booking;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The demo network with a data plane, in a directory and on ports of its own: {@code ./touchpaper
 * up}. Its data are new at each start.
 */
final class LabServicesProcess implements AutoCloseable {

  private static final int BAR_PORT = 8080;
  private static final long GRACE_SECONDS = 30;

  private final Path program;
  private final Path data;
  private final int portBase;
  private final Path log;
  private volatile @Nullable Process starting;

  /**
   * Services that {@link #start} starts.
   *
   * @param home where {@code touchpaper} is
   */
  LabServicesProcess(Path home, Path data, int portBase) {
    this.program = home.resolve("touchpaper").toAbsolutePath();
    this.data = data;
    this.portBase = portBase;
    this.log = data.resolveSibling(data.getFileName() + ".log");
  }

  URI bar() {
    return URI.create("http://127.0.0.1:" + (BAR_PORT + portBase));
  }

  /**
   * Returns when all services are healthy.
   *
   * @param namespaces of hosts
   * @param newton properties of newton's resource manager
   */
  void start(Map<String, String> namespaces, Map<String, String> newton) throws IOException {
    down(); // a killed run's
    remove(data);
    Files.createDirectories(data.getParent());
    Files.createDirectory(
        data, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    write(newton, Files.createDirectory(data.resolve("settings")).resolve("rm-newton.properties"));
    var arguments =
        new ArrayList<>(
            List.of("up", "--detach", "--data-plane", "--port-base", String.valueOf(portBase)));
    namespaces.forEach((host, name) -> arguments.addAll(List.of("--namespace", host + "=" + name)));
    var up = run(arguments);
    starting = up;
    if (await(up) != 0) {
      var lines = Files.readAllLines(log);
      throw new IOException(
          "the demo network does not start:\n"
              + String.join("\n", lines.subList(Math.max(0, lines.size() - 8), lines.size())));
    }
  }

  private static void write(Map<String, String> settings, Path file) throws IOException {
    var properties = new Properties();
    properties.putAll(settings);
    var text = new StringWriter();
    properties.store(text, "the lab's Slurm");
    Files.writeString(file, text.toString());
  }

  private Process run(List<String> arguments) throws IOException {
    Files.createDirectories(data.getParent());
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(arguments);
    command.addAll(List.of("--data", data.toString()));
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().remove("TOUCHPAPER_FAULTS");
    return builder.start();
  }

  private static int await(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void down() throws IOException {
    if (Files.exists(data)) {
      await(run(List.of("down")));
    }
  }

  /** Removes a directory and what is in it. */
  static void remove(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (var files = Files.walk(directory)) {
        for (var file : files.sorted(Collections.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    var up = starting;
    if (up != null) {
      up.destroy(); // its launcher ends what it has started
      try {
        if (!up.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
          up.destroyForcibly();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    down();
  }
}
