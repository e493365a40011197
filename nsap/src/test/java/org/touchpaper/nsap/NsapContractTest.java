package org.touchpaper.nsap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.kit.NetworkSegmentContract;
import org.touchpaper.segment.kit.SegmentContractSupport;
import org.touchpaper.segment.kit.SegmentUnderTest;
import org.touchpaper.tl1.message.InputCommand;

/** The NSAP satisfies the segment contract, and its circuits are configured on the elements. */
class NsapContractTest extends NetworkSegmentContract {

  private static final List<String> WAY =
      List.of("METRO-UCL", "LONDON", "READING", "WARRINGTON", "METRO-MAN");

  @TempDir static Path folder;
  private static NsapFixture nsap;

  @BeforeAll
  static void start() {
    nsap = new NsapFixture(folder);
  }

  @AfterAll
  static void stop() {
    nsap.stop();
  }

  @Override
  protected SegmentUnderTest open() {
    return nsap.fresh();
  }

  private static String name(ConnectionId connection) {
    return CircuitNameFormat.of(connection.value(), 1);
  }

  private ConnectionId committed(int mbps) {
    var connection = SegmentContractSupport.newConnectionId();
    var reserve =
        new ReserveRequest(
            underTest().requester(),
            connection,
            1,
            NsapFixture.criteria("UCL", mbps, hourFromNow()),
            underTest().heldBy(connection));
    assertThat(underTest().segment().reserve(reserve)).isInstanceOf(ReserveResult.Held.class);
    commit(connection, 1);
    return connection;
  }

  private static void awaitClear(ConnectionId connection) {
    await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> {
          for (var tid : WAY) {
            assertThat(nsap.at(tid).listEntities())
                .noneMatch(entity -> entity.name().startsWith(name(connection)));
          }
        });
  }

  @Test
  void configuresAllElementsOfThePathAndClearsThemAtTheEnd() {
    var first = committed(300);
    var second = committed(300);
    provision(first);
    provision(second);
    eventually(first, known -> known.dataPlane().name().equals("ACTIVE"));
    eventually(second, known -> known.dataPlane().name().equals("ACTIVE"));

    for (var tid : WAY) {
      assertThat(nsap.names(tid, "CRS")).contains(name(first), name(second));
      assertThat(nsap.names(tid, "GTP")).contains(name(first) + "-A", name(first) + "-Z");
    }
    assertThat(nsap.at("LEEDS").listEntities()).isEmpty();
    assertThat(known(first).path()).containsSubsequence(WAY);

    underTest().advance(Duration.ofHours(1));
    eventually(first, ConnectionReport.Known::released);
    eventually(second, ConnectionReport.Known::released);
    awaitClear(first);
    awaitClear(second);
  }

  @Test
  void anElementsDenialAppearsVerbatimInTheProblem() {
    nsap.at("READING")
        .faults()
        .injectOnce("ENT-GTP", new InjectedFault.Deny("SARB", "All Resources Busy"));
    var connection = committed(10);
    provision(connection);

    await()
        .atMost(TIMEOUT)
        .until(
            () -> known(connection).problem() != null || nsap.at("READING").faults().isExhausted());
    advanceUntil(() -> known(connection).dataPlane().name().equals("ACTIVE"));
    assertThat(nsap.at("READING").transcript())
        .anyMatch(line -> line.text().contains("All Resources Busy"));
    terminate(connection);
    awaitClear(connection);
  }

  @Test
  void recreatesItemsLostInARestart() throws IOException {
    var circuit = committed(10);
    provision(circuit);
    eventually(circuit, known -> known.dataPlane().name().equals("ACTIVE"));
    underTest().advance(Duration.ofMinutes(1));
    nsap.at("READING").restartEmpty();
    assertThat(nsap.names("READING", "CRS")).isEmpty();

    advanceUntil(() -> nsap.names("READING", "CRS").contains(name(circuit)));
    eventually(circuit, known -> known.dataPlane().name().equals("ACTIVE"));
    terminate(circuit);
    awaitClear(circuit);
  }

  @Test
  void keepsItemsThatSurvivedARestart() throws IOException {
    var circuit = committed(10);
    provision(circuit);
    eventually(circuit, known -> known.dataPlane().name().equals("ACTIVE"));
    underTest().advance(Duration.ofMinutes(1));
    var before = nsap.at("READING").listEntities();
    nsap.at("READING").restart();
    var last = nsap.at("READING").transcript().getLast();
    advanceUntil(() -> saidAfter(last) > 4);
    assertThat(nsap.at("READING").listEntities()).isEqualTo(before);
    assertThat(known(circuit).dataPlane().name()).isEqualTo("ACTIVE");
    terminate(circuit);
    awaitClear(circuit);
  }

  /** The element's transcript is bounded, so its length need not grow. */
  @SuppressWarnings("ReferenceEquality") // identity, not equality
  private static long saidAfter(TranscriptLine line) {
    return nsap.at("READING").transcript().reversed().stream()
        .takeWhile(transcriptLine -> transcriptLine != line)
        .count();
  }

  @Test
  void neverRecreatesItemsRemovedWhileTheElementRan() {
    var circuit = committed(10);
    provision(circuit);
    eventually(circuit, known -> known.dataPlane().name().equals("ACTIVE"));
    try (var operator = session("READING")) {
      operator.send(InputCommand.of("DLT-CRS-STSPC").withAid("NAME=" + name(circuit)));
    }
    advanceUntil(() -> known(circuit).lifecycle() == LifecycleState.FAILED);
    assertThat(known(circuit).problem()).contains("was removed while the element ran");
    awaitClear(circuit);
  }

  private static Tl1Session session(String tid) {
    return Tl1Session.open(
        new ElementEndpoint(tid, "127.0.0.1", nsap.at(tid).port()),
        Credentials.tl1("touchpaper", "lightpath"),
        SessionTiming.defaults(Clock.systemUTC()),
        TranscriptSink.NONE);
  }

  @Test
  void neverDoubleBooksUnderConcurrentRequests() throws Exception {
    var schedule = nextHour();
    var work = new ArrayList<Callable<ReserveResult>>();
    for (var i = 0; i < 24; i++) {
      var connection = SegmentContractSupport.newConnectionId();
      var reserve =
          new ReserveRequest(
              underTest().requester(),
              connection,
              1,
              NsapFixture.criteria("UCL", 190, schedule),
              underTest().heldBy(connection));
      work.add(() -> underTest().segment().reserve(reserve));
      work.add(() -> underTest().segment().reserve(reserve)); // a concurrent retransmission
    }
    var held = 0;
    try (var threads = Executors.newFixedThreadPool(12)) {
      for (var answer : threads.invokeAll(work)) {
        held += answer.get() instanceof ReserveResult.Held ? 1 : 0;
      }
    }
    assertThat(held).isEqualTo(2 * 5);
  }

  @Test
  void showsItsTopologyToPeersOnly() throws IOException, InterruptedException {
    assertThat(get("wrong").statusCode()).isEqualTo(401);
    var answer = get(NsapFixture.SECRET);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .contains(
            "{\"id\":\"UCL-LONDON\",\"from\":\"METRO-UCL\",\"to\":\"LONDON\","
                + "\"capacityMbps\":1000,\"granularityMbps\":48,\"slots\":21,\"latencyMs\":0.1}")
        .contains("\"stp\":\"urn:ogf:network:wan.ukl:2026:UCL?vlan=100-199\"");
  }

  @Test
  void aNewBarMayCallWithoutARestartUntilItIsRemoved() throws Exception {
    var secret = Files.writeString(folder.resolve("bar-leeds"), "between leeds and us");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    var leeds = "peers: { bar-leeds: { roles: [holder], secret-file: " + secret + " } }\n";
    assertThat(get("bar-leeds", "between leeds and us").statusCode()).isEqualTo(401);
    nsap.changePeers(leeds);
    assertThat(get("bar-leeds", "between leeds and us").statusCode()).isEqualTo(200);
    nsap.changePeers("peers: {}\n");
    assertThat(get("bar-leeds", "between leeds and us").statusCode()).isEqualTo(401);
    assertThat(get(NsapFixture.SECRET).statusCode()).isEqualTo(200);
  }

  private static HttpResponse<String> get(String secret) throws IOException, InterruptedException {
    return get("onlooker", secret);
  }

  private static HttpResponse<String> get(String peer, String secret)
      throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + nsap.port() + "/topology"))
              .header("Authorization", "Bearer " + secret)
              .header("Touchpaper-Peer", peer)
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }
}
