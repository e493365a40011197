package org.touchpaper.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A demo network ({@code ./touchpaper up}) with data, processes and ports of its own.
 *
 * @param launcher the launcher, whose descendants are all processes of the network
 * @param portBase how far its ports are moved up
 */
public record DemoNetworkProcess(Process launcher, Path data, int portBase)
    implements AutoCloseable {

  /** All services of the network except the acceptors, which keep journals in files. */
  public static final List<String> SERVICES_WITH_A_DATABASE =
      List.of("bar-ucl", "bar-manchester", "lnsap-ucl", "lnsap-manchester", "nsap", "rm-newton");

  private static final int BAR_PORT = 8080;
  private static final List<Integer> SERVICE_PORTS = List.of(8080, 8081, 8082, 8090, 8091, 8112);
  private static final long START_SECONDS = 180;

  /** Starts a network and returns when all parts are healthy. */
  public static DemoNetworkProcess start(Path directory, int portBase) throws IOException {
    var data = directory.resolve("network");
    var script = Path.of(System.getProperty("touchpaper.home", "."), "touchpaper").toString();
    var arguments = List.of("--data", data.toString(), "--port-base", portBase + "");
    var command = Stream.concat(Stream.of(script, "up"), arguments.stream()).toList();
    var log = directory.resolve("up.log");
    var launcher =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    var network = new DemoNetworkProcess(launcher, data, portBase);
    try {
      network.awaitHealthy(log);
      return network;
    } catch (IOException | RuntimeException e) {
      network.close();
      throw e;
    }
  }

  private void awaitHealthy(Path log) throws IOException {
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!Files.readString(log).contains("reservations browser")) {
      if (System.nanoTime() > deadline || hasExitedWithin(Duration.ofMillis(200))) {
        throw new IOException("the demo network did not start:\n" + Files.readString(log));
      }
    }
  }

  private boolean hasExitedWithin(Duration timeout) {
    try {
      return launcher.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  public String barUrl() {
    return url(BAR_PORT);
  }

  public List<String> serviceUrls() {
    return SERVICE_PORTS.stream().map(this::url).toList();
  }

  private String url(int port) {
    return "http://127.0.0.1:" + (port + portBase);
  }

  /** CPU time of all processes of the network so far, PostgreSQL's included. */
  public Duration cpuTime() {
    return launcher
        .descendants()
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Connects to the home BAR's database. */
  public Connection connectToDatabase() throws SQLException {
    return connectToDatabase("bar-ucl");
  }

  /** Connects to the database of a service, one of {@link #SERVICES_WITH_A_DATABASE}. */
  public Connection connectToDatabase(String service) throws SQLException {
    var settings = new Properties();
    try (var file = Files.newBufferedReader(data.resolve("config/" + service + ".properties"))) {
      settings.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return DriverManager.getConnection(
        settings.getProperty("spring.datasource.url"),
        settings.getProperty("spring.datasource.username"),
        settings.getProperty("spring.datasource.password"));
  }

  @Override
  public void close() {
    launcher.destroy();
    launcher.onExit().join();
  }
}
