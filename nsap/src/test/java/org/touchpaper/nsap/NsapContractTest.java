package org.touchpaper.nsap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
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
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.kit.NetworkSegmentContract;
import org.touchpaper.segment.kit.SegmentTalk;
import org.touchpaper.segment.kit.SegmentUnderTest;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptLine;
import org.touchpaper.tl1.session.TranscriptSink;

/** The service keeps the segment contract, and its circuits are really on the elements. */
class NsapContractTest extends NetworkSegmentContract {

  private static final List<String> WAY =
      List.of("METRO-UCL", "LONDON", "READING", "WARRINGTON", "METRO-MAN");

  @TempDir static Path folder;
  private static NsapUnderTest nsap;

  @BeforeAll
  static void start() {
    nsap = new NsapUnderTest(folder);
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
    return CircuitName.of(connection.value(), 1);
  }

  private ConnectionId committed(int mbps) {
    var connection = SegmentTalk.connection();
    var reserve =
        new Reserve(
            it().requester(),
            connection,
            1,
            NsapUnderTest.criteria("UCL", mbps, hourFromNow()),
            it().heldBy(connection));
    assertThat(it().segment().reserve(reserve)).isInstanceOf(ReserveAnswer.Held.class);
    commit(connection, 1);
    return connection;
  }

  private static void awaitClear(ConnectionId connection) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          for (var tid : WAY) {
            assertThat(nsap.at(tid).holds())
                .noneMatch(entity -> entity.name().startsWith(name(connection)));
          }
        });
  }

  @Test
  void configuresEveryElementOnTheWayAndClearsThemAtTheEnd() {
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
    assertThat(nsap.at("LEEDS").holds()).isEmpty();
    assertThat(known(first).path()).containsSubsequence(WAY);

    it().advance(Duration.ofHours(1));
    eventually(first, Report.Known::released);
    eventually(second, Report.Known::released);
    awaitClear(first);
    awaitClear(second);
  }

  @Test
  void aDenialOfAnElementReachesTheProblemWordForWord() {
    nsap.at("READING").faults().next("ENT-GTP", new Fault.Deny("SARB", "All Resources Busy"));
    var connection = committed(10);
    provision(connection);

    await()
        .atMost(PATIENCE)
        .until(() -> known(connection).problem() != null || nsap.at("READING").faults().areSpent());
    turnUntil(() -> known(connection).dataPlane().name().equals("ACTIVE"));
    assertThat(nsap.at("READING").transcript())
        .anyMatch(line -> line.text().contains("All Resources Busy"));
    terminate(connection);
    awaitClear(connection);
  }

  @Test
  void createsAnewWhatAnElementLostInARestart() throws IOException {
    var circuit = committed(10);
    provision(circuit);
    eventually(circuit, known -> known.dataPlane().name().equals("ACTIVE"));
    it().advance(Duration.ofMinutes(1));
    nsap.at("READING").restartEmpty();
    assertThat(nsap.names("READING", "CRS")).isEmpty();

    turnUntil(() -> nsap.names("READING", "CRS").contains(name(circuit)));
    eventually(circuit, known -> known.dataPlane().name().equals("ACTIVE"));
    terminate(circuit);
    awaitClear(circuit);
  }

  @Test
  void keepsWhatAnElementKeptThroughARestart() throws IOException {
    var circuit = committed(10);
    provision(circuit);
    eventually(circuit, known -> known.dataPlane().name().equals("ACTIVE"));
    it().advance(Duration.ofMinutes(1));
    var before = nsap.at("READING").holds();
    nsap.at("READING").restart();
    var last = nsap.at("READING").transcript().getLast();
    turnUntil(() -> saidAfter(last) > 4);
    assertThat(nsap.at("READING").holds()).isEqualTo(before);
    assertThat(known(circuit).dataPlane().name()).isEqualTo("ACTIVE");
    terminate(circuit);
    awaitClear(circuit);
  }

  /** Of long stories an element keeps the end, which need not grow. */
  @SuppressWarnings("ReferenceEquality") // this very line, not one like it
  private static long saidAfter(TranscriptLine line) {
    return nsap.at("READING").transcript().reversed().stream()
        .takeWhile(each -> each != line)
        .count();
  }

  @Test
  void neverCreatesAnewWhatSomebodyRemovedWhileTheElementRan() {
    var circuit = committed(10);
    provision(circuit);
    eventually(circuit, known -> known.dataPlane().name().equals("ACTIVE"));
    try (var operator = session("READING")) {
      operator.send(InputCommand.of("DLT-CRS-STSPC").at("NAME=" + name(circuit)));
    }
    turnUntil(() -> known(circuit).lifecycle() == LifecycleState.FAILED);
    assertThat(known(circuit).problem()).contains("was removed while the element ran");
    awaitClear(circuit);
  }

  private static Tl1Session session(String tid) {
    return Tl1Session.open(
        new Endpoint(tid, "127.0.0.1", nsap.at(tid).port()),
        Credentials.tl1("touchpaper", "lightpath"),
        Timing.usual(Clock.systemUTC()),
        TranscriptSink.NONE);
  }

  @Test
  void neverDoubleBooksUnderConcurrentRequests() throws Exception {
    var schedule = nextHour();
    var work = new ArrayList<Callable<ReserveAnswer>>();
    for (var i = 0; i < 24; i++) {
      var connection = SegmentTalk.connection();
      var reserve =
          new Reserve(
              it().requester(),
              connection,
              1,
              NsapUnderTest.criteria("UCL", 190, schedule),
              it().heldBy(connection));
      work.add(() -> it().segment().reserve(reserve));
      work.add(() -> it().segment().reserve(reserve)); // the same again, at the same time
    }
    var held = 0;
    try (var threads = Executors.newFixedThreadPool(12)) {
      for (var answer : threads.invokeAll(work)) {
        held += answer.get() instanceof ReserveAnswer.Held ? 1 : 0;
      }
    }
    assertThat(held).isEqualTo(2 * 5);
  }

  @Test
  void showsItsTopologyToPeersOnly() throws IOException, InterruptedException {
    assertThat(get("wrong").statusCode()).isEqualTo(401);
    var answer = get(NsapUnderTest.SECRET);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .contains(
            "{\"id\":\"UCL-LONDON\",\"from\":\"METRO-UCL\",\"to\":\"LONDON\","
                + "\"capacityMbps\":1000,\"slots\":21,\"latencyMs\":0.1}")
        .contains("\"stp\":\"urn:ogf:network:wan.ukl:2026:UCL?vlan=100-199\"");
  }

  private static HttpResponse<String> get(String secret) throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + nsap.port() + "/topology"))
              .header("Authorization", "Bearer " + secret)
              .header("Touchpaper-Peer", "onlooker")
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }
}
