package org.touchpaper.lnsap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.kit.ScriptedHolder;
import org.touchpaper.segment.kit.SegmentContractSupport;
import org.touchpaper.segment.kit.SegmentUnderTest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * From packets that cross an edge to the answer to a broker, by the task that is due each minute.
 */
class TrafficTaskTest implements SegmentContractSupport {

  private static final int BYTES = 45_000_000;

  @TempDir Path folder;

  private final ConnectionId connection = SegmentContractSupport.newConnectionId();
  private final ConnectionId other = SegmentContractSupport.newConnectionId();
  private LnsapFixture lnsap;

  @BeforeEach
  void start() {
    lnsap = new LnsapFixture(folder, "classpath:samples/uklight/campus-ucl.yaml", "1m");
  }

  @AfterEach
  void stop() {
    lnsap.stop();
  }

  @Override
  public SegmentUnderTest underTest() {
    return lnsap;
  }

  @Override
  public ConnectionId connectionId() {
    return connection;
  }

  @Override
  public ConnectionId otherConnectionId() {
    return other;
  }

  /** A burst from the host, as its data plane counts it at both ports. */
  private void sendPackets() {
    var name = CircuitNameFormat.of(connection.value(), 1);
    var counters = lnsap.edge().state().portCounters;
    counters.countReceived("GigabitEthernet3/1", name, BYTES);
    counters.countSent("TenGigabitEthernet1/1", name, BYTES);
  }

  private JsonNode points() throws Exception {
    var to = lnsap.now().plus(Duration.ofMinutes(1));
    var request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:%d/circuits/%s/traffic?from=%s&to=%s"
                        .formatted(lnsap.port(), connection, to.minus(Duration.ofHours(2)), to)))
            .header("Authorization", "Bearer between the kit's holder and the segment")
            .header("Touchpaper-Peer", ScriptedHolder.PEER)
            .build();
    try (var http = HttpClient.newHttpClient()) {
      var answer = http.send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      return JsonMapper.shared().readTree(answer.body()).path("points");
    }
  }

  @Test
  void whatCrossesTheEdgeIsReadEachMinuteAndShown() throws Exception {
    lnsap.fresh();
    bringUp(connection);
    var bursts = new AtomicInteger();
    await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> {
          sendPackets();
          bursts.incrementAndGet();
          lnsap.advance(Duration.ofMinutes(1));
          assertThat(points()).hasSizeGreaterThanOrEqualTo(2);
        });
    var total = 0L;
    for (var point : points()) {
      assertThat(point.path("bytesOut").asLong()).isZero();
      assertThat(point.path("seconds").asLong()).isPositive();
      total += point.path("bytesIn").asLong();
    }
    assertThat(total)
        .as("of %s bursts", bursts)
        .isBetween((long) BYTES, (long) BYTES * bursts.get());
    assertThat(total % BYTES).isZero();
  }
}
