package org.touchpaper.elementemulator.dataplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.dataplane.DataPlaneReport.InterfaceReport;
import org.touchpaper.elementemulator.dataplane.DataPlaneReport.PathReport;
import org.touchpaper.elementemulator.dataplane.HostPacketCounters.CounterValues;
import org.touchpaper.pathcheck.agent.CheckReport;
import org.touchpaper.pathcheck.agent.CheckRequest;
import org.touchpaper.pathcheck.agent.PathAgent;
import org.touchpaper.pathcheck.stamp.StampPacket;
import tools.jackson.databind.json.JsonMapper;

/** Packets between network namespaces, through UKLight's emulated elements. */
class DataPlaneTest {

  private static final String VIS_ADDRESS = "10.99.0.1";
  private static final String NEWTON_ADDRESS = "10.99.0.2";
  private static final int ECHO_PORT = 9_000;
  private static final int SINK_PORT = 9_001;
  private static final long POLICED_RATE = 20_000_000;
  private static final int BURST_BYTES = 100_000;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** One way, from the map: 0.1, 1.0, 2.2 and 0.1 ms. */
  private static final long DELAY_NANOS = 3_400_000;

  @TempDir Path folder;
  private final Map<String, String> namespaces = new LinkedHashMap<>();
  private final AtomicLong bytesReceived = new AtomicLong();
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private EmulatedUklight uklight;
  private DataPlane dataPlane;
  private DatagramSocket vis;

  @BeforeAll
  static void requireLinux() {
    var missing = LinuxRequirements.listMissing();
    assumeTrue(missing.isEmpty(), () -> "packets need " + String.join(", and ", missing));
  }

  @BeforeEach
  void start() throws Exception {
    uklight = opened(new EmulatedUklight(folder));
    uklight
        .map
        .hosts()
        .forEach(host ->
            namespaces.put(
                host.host(), "tptest-" + ProcessHandle.current().pid() + "-" + host.host()));
    // its own namespace is not the data plane's to remove
    ip("netns", "add", namespace("newton.manchester"));
    opened(this::checkNamespacesAfterTheEnd);
    dataPlane =
        opened(
            DataPlane.start(
                uklight.map, uklight.states(), uklight.controlPlane, namespaces, folder));
    uklight.configureCircuit(POLICED_RATE, BURST_BYTES);
    awaitPath("vis.ucl", null);
    awaitPath("newton.manchester", null);
    address("vis.ucl", VIS_ADDRESS, "lp100");
    address("newton.manchester", NEWTON_ADDRESS, "lp150");
    vis = opened(socket("vis.ucl", VIS_ADDRESS, 0));
    var echo = opened(socket("newton.manchester", NEWTON_ADDRESS, ECHO_PORT));
    var sink = opened(socket("newton.manchester", NEWTON_ADDRESS, SINK_PORT));
    Thread.ofPlatform().daemon().start(() -> echoAll(echo));
    Thread.ofPlatform().daemon().start(() -> countAll(sink));
  }

  @AfterEach
  void stop() throws Exception {
    for (var resource : opened) {
      resource.close();
    }
  }

  /** Notes what the end of the test closes, the last first. */
  private <T extends AutoCloseable> T opened(T resource) {
    opened.addFirst(resource);
    return resource;
  }

  private void checkNamespacesAfterTheEnd() throws Exception {
    assertThat(Path.of("/run/netns", namespace("vis.ucl"))).doesNotExist();
    assertThat(folder.resolve("namespaces")).doesNotExist();
    ip("netns", "delete", namespace("newton.manchester")); // fails if it is gone
  }

  private String namespace(String host) {
    return namespaces.getOrDefault(host, "");
  }

  private void address(String host, String address, String networkInterface) throws Exception {
    ip("-n", namespace(host), "addr", "add", address + "/30", "dev", networkInterface);
  }

  private static void ip(String... arguments) throws Exception {
    var command = new String[arguments.length + 1];
    command[0] = "ip";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  /** A socket belongs to the namespace of the thread that opens it. */
  private DatagramSocket socket(String host, String address, int port) {
    var opened = new CompletableFuture<DatagramSocket>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            LinuxCalls.enterNamespace(namespace(host));
            opened.complete(
                new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral(address), port)));
          } catch (IOException e) {
            opened.completeExceptionally(e);
          }
        });
    return opened.join();
  }

  private static void echoAll(DatagramSocket socket) {
    try {
      var packet = new DatagramPacket(new byte[2_000], 2_000);
      while (true) {
        packet.setLength(2_000);
        socket.receive(packet);
        socket.send(packet);
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void countAll(DatagramSocket socket) {
    try {
      var packet = new DatagramPacket(new byte[2_000], 2_000);
      while (true) {
        packet.setLength(2_000);
        socket.receive(packet);
        bytesReceived.addAndGet(packet.getLength());
      }
    } catch (IOException e) {
      // closed
    }
  }

  private InterfaceReport report(String host) {
    return dataPlane.report().interfaces().stream()
        .filter(candidate -> candidate.host().equals(host))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until packets from a host reach the other, or go nowhere for this reason. */
  private void awaitPath(String host, @Nullable String noPath) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(report(host).noPath()).isEqualTo(noPath));
  }

  /** Sends a packet and waits for its echo; returns the round-trip time, or -1 without one. */
  private long ping(byte number, int timeoutMillis) throws IOException {
    var target = new InetSocketAddress(InetAddress.ofLiteral(NEWTON_ADDRESS), ECHO_PORT);
    var sentAt = System.nanoTime();
    vis.send(new DatagramPacket(new byte[] {number}, 1, target));
    vis.setSoTimeout(timeoutMillis);
    var answer = new DatagramPacket(new byte[1], 1);
    try {
      do {
        vis.receive(answer);
      } while (answer.getData()[0] != number);
      return System.nanoTime() - sentAt;
    } catch (SocketTimeoutException e) {
      return -1;
    }
  }

  @Test
  void packetsPassWhileTheElementsForwardThemAndTakeTheDelayOfTheMap() throws Exception {
    var shortest = Long.MAX_VALUE;
    for (byte n = 0; n < 30; n++) {
      var roundTrip = ping(n, 2_000);
      shortest = roundTrip < 0 ? shortest : Math.min(shortest, roundTrip);
    }
    assertThat(shortest).isBetween(2 * DELAY_NANOS, 2 * DELAY_NANOS + 3_000_000);

    uklight.deleteCrossConnectAtReading();
    awaitPath("vis.ucl", "READING has no cross-connect for tp-A");
    var lost = report("vis.ucl").counters().dropped();
    assertThat(ping((byte) 40, 100)).isEqualTo(-1);
    assertThat(report("vis.ucl").counters().dropped().get("no-path"))
        .isNotEqualTo(lost.get("no-path"));
    uklight.restoreCrossConnectAtReading();
    awaitPath("vis.ucl", null);
    awaitPath("newton.manchester", null);
    assertThat(ping((byte) 41, 2_000)).isPositive();

    var edge = uklight.element("EDGE-MAN");
    ElementTerminal.ios(
        edge, "interface GigabitEthernet3/1", "switchport trunk allowed vlan remove 150");
    awaitPath("vis.ucl", "EDGE-MAN has no other connected port in VLAN 150");
    assertThat(ping((byte) 42, 100)).isEqualTo(-1);
    ElementTerminal.ios(
        edge, "interface GigabitEthernet3/1", "switchport trunk allowed vlan add 150");
    awaitPath("vis.ucl", null);
    awaitPath("newton.manchester", null);
    assertThat(ping((byte) 43, 2_000)).isPositive();

    uklight.element("LONDON").loseSignal("1-A-1-1");
    awaitPath("vis.ucl", "LONDON 1-A-1-1 has no signal");
    uklight.element("LONDON").restoreSignal("1-A-1-1");
    awaitPath("vis.ucl", null);
    uklight.element("READING").restartEmpty();
    awaitPath(
        "vis.ucl",
        "READING has no group of channels (GTP) for the 7 STS-1s that arrive at 1-A-1-1");
  }

  @Test
  void anAgentBesideAHostMeasuresThePathThroughTheElements() throws Exception {
    var agents =
        opened(
            PathAgents.start(
                dataPlane, Map.of("vis.ucl", 0, "newton.manchester", 0), "secret of the site"));
    assertThat(ping((byte) 1, 2_000)).isPositive(); // the hosts know each other's MAC address
    var good = Objects.requireNonNull(check(agents).statistics());
    assertThat(good.lost()).isZero();
    assertThat(good.reordered()).isZero();
    assertThat(Objects.requireNonNull(good.roundTrip()).min().toNanos())
        .isBetween(2 * DELAY_NANOS, 2 * DELAY_NANOS + 3_000_000);

    uklight.deleteCrossConnectAtReading();
    awaitPath("vis.ucl", "READING has no cross-connect for tp-A");
    assertThat(Objects.requireNonNull(check(agents).statistics()).received()).isZero();
  }

  /** Asks the agent beside vis.ucl for a check to newton.manchester, as a BAR does. */
  private static CheckReport check(PathAgents agents) throws Exception {
    var json = JsonMapper.shared();
    var check =
        new CheckRequest(NEWTON_ADDRESS + ":862", 200, Duration.ofMillis(1), StampPacket.LENGTH);
    try (var http = HttpClient.newHttpClient()) {
      var answer =
          http.send(
              HttpRequest.newBuilder(
                      URI.create(
                          "http://127.0.0.1:"
                              + agents.control("vis.ucl").getPort()
                              + PathAgent.PATH))
                  .header("Authorization", "Bearer secret of the site")
                  .POST(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(check)))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      return json.readValue(answer.body(), CheckReport.class);
    }
  }

  @Test
  void thePolicerLimitsTheRateAndTheCountersSayWhatItDropped() throws Exception {
    assertThat(ping((byte) 1, 2_000)).isPositive(); // the hosts know each other's MAC address
    var length = 1_400;
    var target = new InetSocketAddress(InetAddress.ofLiteral(NEWTON_ADDRESS), SINK_PORT);
    var before = report("vis.ucl").counters().sent().packets();
    var startedAt = System.nanoTime();
    for (var n = 0; n < 1_000; n++) {
      vis.send(new DatagramPacket(new byte[length], length, target));
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          var sender = report("vis.ucl").counters();
          assertThat(sender.sent().packets() - before).isGreaterThan(200);
          assertThat(sender.dropped()).containsKey("policed");
          assertThat(bytesReceived.get()).isGreaterThan(BURST_BYTES / 2);
        });
    var seconds = (System.nanoTime() - startedAt) / 1e9;
    assertThat(bytesReceived.get())
        .isLessThanOrEqualTo((long) (BURST_BYTES + POLICED_RATE / 8 * seconds));

    assertThat(report("vis.ucl").path())
        .isNotNull()
        .extracting(PathReport::policedMbps)
        .isEqualTo(20.0);
    assertThat(circuit("vis.ucl").dropped()).containsKey("policed");
    assertThat(circuit("newton.manchester").received().bytes())
        .isGreaterThanOrEqualTo(bytesReceived.get());

    var edge = uklight.element("EDGE-UCL").state().portCounters.byPort("tp");
    var host = Objects.requireNonNull(edge.get("GigabitEthernet3/1"));
    assertThat(host.policedBytes()).isPositive();
    var border = Objects.requireNonNull(edge.get("TenGigabitEthernet1/1"));
    assertThat(border.bytesOut()).isEqualTo(host.bytesIn() - host.policedBytes());
  }

  private CounterValues circuit(String host) {
    return Objects.requireNonNull(report(host).circuits().get("tp"));
  }
}
