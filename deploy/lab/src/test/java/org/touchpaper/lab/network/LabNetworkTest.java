package org.touchpaper.lab.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.elementemulator.dataplane.LinuxRequirements;

@Timeout(60)
class LabNetworkTest {

  private static final double ONE_WAY_MS = 20;
  private static final int PORT = 8_903;

  @Test
  void bytesTakeTheDelayOfThePathAndNothingIsLeftBehind() throws IOException {
    var missing = LinuxRequirements.listMissing();
    assumeTrue(missing.isEmpty(), () -> "packets need " + String.join(", and ", missing));
    try (var network = LabNetwork.open()) {
      network.namespaces().use(TcpSettings.RENO_2005);
      network.impair(PathSettings.of(ONE_WAY_MS, 0));
      try (var listener = network.namespaces().atCluster(() -> new ServerSocket(PORT))) {
        Thread.ofPlatform().daemon().start(() -> echo(listener));
        assertThat(
                network
                    .namespaces()
                    .atViewer(() -> roundTripMs(network.namespaces().clusterAddress())))
            .isBetween(2 * ONE_WAY_MS, 2_000.0);
      }
      checkExchange(network.namespaces());
      checkCrossTraffic(network.namespaces());
    }
    assertThat(Files.exists(Path.of("/run/netns/touchpaper-lab-viewer"))).isFalse();
  }

  /** A window of data takes a round trip; half of the time there and back is the message's. */
  private static void checkExchange(ClusterViewerNamespacePair place) throws IOException {
    try (var exchange = MessageExchange.open(place)) {
      var small = exchange.measure(100, Duration.ZERO);
      assertThat(small.exchanges()).isEqualTo(1);
      assertThat(small.seconds()).isGreaterThanOrEqualTo(ONE_WAY_MS / 1e3);
      assertThat(exchange.measure(1_000_000, Duration.ZERO).seconds())
          .isGreaterThan(small.seconds());
    }
  }

  private static void checkCrossTraffic(ClusterViewerNamespacePair place) throws IOException {
    try (var nobody = CrossTraffic.start(place, CrossTrafficSettings.streams(0))) {
      assertThat(nobody.bytes()).isZero();
    }
    for (var bursts : List.of(false, true)) { // the same ports twice
      try (var others = CrossTraffic.start(place, new CrossTrafficSettings(2, bursts))) {
        assertThat(others.bytes()).isGreaterThan(1_000_000 - 1);
      }
    }
  }

  @Test
  void aNamespaceIsRemovedWithWhatRunsInIt() throws Exception {
    var missing = LinuxRequirements.listMissing();
    assumeTrue(missing.isEmpty(), () -> "namespaces need " + String.join(", and ", missing));
    var name = "touchpaper-lab-test";
    ClusterViewerNamespacePair.remove(name);
    ClusterViewerNamespacePair.create(name);
    var process = new ProcessBuilder("ip", "netns", "exec", name, "sleep", "600").start();
    try {
      while (!isInside(process, name)) {
        Thread.onSpinWait();
      }
      ClusterViewerNamespacePair.remove(name);
      assertThat(process.isAlive()).isFalse();
      assertThat(Files.exists(Path.of("/run/netns", name))).isFalse();
      ClusterViewerNamespacePair.remove(name); // there is none: nothing happens
    } finally {
      process.destroyForcibly();
    }
  }

  private static boolean isInside(Process process, String namespace) throws IOException {
    return Files.readAttributes(
            Path.of("/proc", String.valueOf(process.pid()), "ns/net"), BasicFileAttributes.class)
        .fileKey()
        .equals(
            Files.readAttributes(Path.of("/run/netns", namespace), BasicFileAttributes.class)
                .fileKey());
  }

  private static void echo(ServerSocket listener) {
    try (var socket = listener.accept()) {
      socket.getOutputStream().write(socket.getInputStream().read());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double roundTripMs(String address) throws IOException {
    try (var socket = new Socket(address, PORT)) {
      var start = System.nanoTime();
      socket.getOutputStream().write(7);
      assertThat(socket.getInputStream().read()).isEqualTo(7);
      return (System.nanoTime() - start) * 1e-6;
    }
  }
}
