package org.touchpaper.bar.networkrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.FullSystemFixture;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.ResourceTimetableQuery;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus.BookingState;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState.Phase;
import org.touchpaper.segment.connection.Refusal;
import tools.jackson.databind.json.JsonMapper;

/**
 * Co-allocations through the network's resource manager, with the same results whether it runs in
 * the BAR or apart from it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NetworkResourceManagerContract {

  private static final String PATH = "/api/v1/co-allocations";
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private static final String RIVALS_LIGHTPATH =
      """
      [{"source":"vis.ucl","destination":"newton.manchester","bandwidthMbps":300}]
      """;

  private static final AtomicInteger HOURS = new AtomicInteger();

  private final FullSystemFixture fixture;
  private final ApiClient scientist;
  private Instant start = Instant.EPOCH;

  NetworkResourceManagerContract(FullSystemFixture fixture) {
    this.fixture = fixture;
    this.scientist = fixture.clientFor("scientist");
  }

  /** Each test books in an hour of its own. */
  @BeforeEach
  void nextHour() {
    fixture.segments.reset();
    start =
        Instant.now()
            .truncatedTo(ChronoUnit.DAYS)
            .plus(Duration.ofHours(48L + HOURS.incrementAndGet()));
  }

  @AfterAll
  void stop() {
    fixture.close();
  }

  @Test
  void aLightpathIsHeldForItsTransactionAndCommitted() {
    var booked = book();
    var id = booked.text("/id");
    var part = awaitPartState(booked, "COMMITTED");
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(() -> fixture.segments.committedCounts().equals(List.of(1L, 1L, 1L)));
    var revision =
        fixture
            .barDatabase()
            .queryForMap(
                "select holder, requester, start_time from revision where connection_id = ?::uuid",
                part);
    var holder = JsonMapper.shared().readTree(String.valueOf(revision.get("holder")));
    assertThat(holder.toString()).contains("\"" + id + ".1\"").contains("http://127.0.0.1:");
    var requester = JsonMapper.shared().readTree(String.valueOf(revision.get("requester")));
    assertThat(requester.at("/peer").asString()).isEqualTo("rm-network");
    assertThat(requester.at("/onBehalfOf/name").asString()).isEqualTo("scientist");
    assertThat(requester.at("/onBehalfOf/homeSite").asString()).isEqualTo("ucl");
    assertThat(revision.get("start_time"))
        .isEqualTo(java.sql.Timestamp.from(start.minusSeconds(10)));
  }

  @Test
  void aPartSaysHowToUseItOnceItIsCommitted() {
    fixture.segments.describeEndpoints();
    var booked = book();
    awaitPartState(booked, "COMMITTED");
    var part = scientist.get(PATH + "/" + booked.text("/id")).json().at("/lightpaths/0");

    assertThat(part.at("/endpoints/0/address").asString()).isEqualTo("10.88.0.2/31");
    assertThat(part.at("/endpoints/1/element").asString()).isEqualTo("EDGE-MAN");
    assertThat(part.at("/endpoints/1/address").asString()).isEqualTo("10.88.0.3/31");
    assertThat(part.at("/endHost/commands")).hasSize(2);
    assertThat(fixture.browserOf("scientist").get("/bookings/" + booked.text("/id")).text())
        .contains("GigabitEthernet3/1 of EDGE-MAN", "10.88.0.3/31", "touchpaper connect ");
    assertThat(scientist.get(PATH).json().at("/items/0/lightpaths/0").has("endpoints")).isFalse();
  }

  /** No agent is configured for these hosts. */
  @Test
  void thePathOfAPartIsCheckedWhenItIsUpAndOnRequest() {
    start = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(11);
    var booked = book();
    awaitPartState(booked, "ACTIVE");
    var place = PATH + "/" + booked.text("/id");
    awaitPathCheck(place);
    for (var time = 1; time <= 2; time++) {
      var asked =
          scientist.post(place + "/parts/" + booked.text("/lightpaths/0/id") + "/path-check", "");
      assertThat(asked.status()).as(asked.toString()).isEqualTo(202);
    }
    awaitPathCheck(place);
    assertThat(scientist.delete(place).status()).isLessThan(300);
  }

  private void awaitPathCheck(String place) {
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(() ->
            scientist
                .get(place)
                .text("/lightpaths/0/pathCheck/message")
                .startsWith("no path agent is configured for vis.ucl"));
  }

  @Test
  void aSegmentsRefusalReachesTheCallerAndNothingIsLeft() {
    fixture.segments.refuseEverything("nsap");
    var reply = book();
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.body()).contains("bandwidthMbps").contains("nsap");
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(() -> fixture.segments.heldCounts().equals(List.of(0L, 0L, 0L)));
  }

  /** Sixteen of 62 Mbit/s fit on each segment, which has 1000: they are no rivals of each other. */
  @Test
  void asManyLightpathsAsFitAreBookedInOneCallAndNoneOfOneMore() {
    var booked = bookLightpaths(16, "fitting-" + start);
    assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(() -> fixture.segments.committedCounts().equals(List.of(16L, 16L, 16L)));
    scientist.delete(PATH + "/" + booked.text("/id"));
    Awaitility.await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(fixture.segments.heldCounts()).containsOnly(0L));

    assertThat(book(62, "before-" + start).status()).isEqualTo(201);
    var refused = bookLightpaths(16, "too-many-" + start);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
    assertThat(refused.text("/refusals/0/code")).isEqualTo("CAPACITY_BUSY");
    Awaitility.await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(fixture.segments.heldCounts()).containsOnly(1L));
  }

  private ApiReply bookLightpaths(int count, String key) {
    var lightpath =
        "{\"source\":\"vis.ucl\",\"destination\":\"newton.manchester\",\"bandwidthMbps\":62}";
    var lightpaths = String.join(",", Collections.nCopies(count, lightpath));
    return scientist.postUntilDecided(
        PATH, RequestBodies.with(request(), "/lightpaths", "[" + lightpaths + "]"), key);
  }

  /**
   * Two rivals hold a node each until the wide area refuses their lightpaths; a call for all nodes
   * is refused meanwhile. Its pause outlasts their attempts.
   */
  @Test
  void aCallForAllNodesIsBookedAlthoughRivalsThatAreRefusedHeldANode() throws Exception {
    fixture.segments.refuseEverything("nsap", Refusal.Code.NOT_ALLOWED);
    var end = Instant.now().plusSeconds(1);
    fixture.segments.runBeforeReserve(
        "nsap", () -> Awaitility.await().atMost(TIMEOUT).until(() -> Instant.now().isAfter(end)));
    assertThat(bookNodes(1, RIVALS_LIGHTPATH).status()).as("how long attempts take").isEqualTo(422);

    var isRefusedMeanwhile = new CountDownLatch(1);
    fixture.segments.runBeforeReserve("nsap", () -> await(isRefusedMeanwhile));
    Awaitility.await().atMost(TIMEOUT).until(() -> fixture.countNewtonAllocations(start) == 0);
    var refusedBefore = countRefusedAttempts();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var rivals =
          Stream.of(1, 2).map(_ -> threads.submit(() -> bookNodes(1, RIVALS_LIGHTPATH))).toList();
      Future<ApiReply> all;
      try {
        Awaitility.await().atMost(TIMEOUT).until(() -> fixture.countNewtonAllocations(start) == 2);
        all = threads.submit(() -> bookNodes(128, "[]"));
        Awaitility.await().atMost(TIMEOUT).until(() -> countRefusedAttempts() > refusedBefore);
      } finally {
        isRefusedMeanwhile.countDown();
      }
      assertThat(all.get().status()).as(all.get().toString()).isEqualTo(201);
      for (var rival : rivals) {
        assertThat(rival.get().status()).as(rival.get().toString()).isEqualTo(422);
      }
    }
  }

  private ApiReply bookNodes(int nodes, String lightpaths) {
    var request =
        RequestBodies.with(
            RequestBodies.with(request(), "/lightpaths", lightpaths),
            "/compute/0/nodes",
            "" + nodes);
    return scientist.postUntilDecided(PATH, request, UUID.randomUUID().toString());
  }

  private long countRefusedAttempts() {
    var count =
        fixture
            .barDatabase()
            .queryForObject(
                "select count(*) from history where event like 'transaction 1: refused%'",
                Long.class);
    return Objects.requireNonNull(count);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aLostAnswerOfASegmentIsAskedForAgain() {
    fixture.segments.stopAnsweringFor("nsap", 1);
    var booked = book();
    assertThat(booked.status()).isEqualTo(201);
    awaitPartState(booked, "COMMITTED");
  }

  /** Should this broker die right after its answer, the circuit is up in time. */
  @Test
  void aBookingThatStartsSoonIsAnsweredOnceItsSegmentsHaveCommitted() {
    for (var round = 1; round <= 3; round++) {
      start = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(30);
      var booked = book(700, "soon-" + round + "-" + start);
      assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
      assertThat(fixture.segments.committedCounts()).containsOnly(1L);
      scientist.delete(PATH + "/" + booked.text("/id"));
      fixture.segments.reset();
    }
  }

  @Test
  void aBookingThatIsMovedToASoonStartIsAnsweredOnceItsSegmentsHaveCommitted() {
    var booked = book();
    var connection = awaitPartState(booked, "COMMITTED");
    var soon = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(30);
    var moved =
        modify(
            booked,
            "{\"schedule\":{\"startTime\":\"%s\",\"endTime\":\"%s\"}}"
                .formatted(soon, soon.plusSeconds(600)));
    assertThat(moved.status()).as(moved.toString()).isEqualTo(200);
    assertThat(bindingVersion(connection)).isEqualTo(2);
    scientist.delete(PATH + "/" + booked.text("/id"));
  }

  private ApiReply modify(ApiReply booked, String change) {
    return scientist.send(
        scientist
            .requestTo(PATH + "/" + booked.text("/id"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "modified-" + booked.text("/id"))
            .method("PATCH", java.net.http.HttpRequest.BodyPublishers.ofString(change)));
  }

  @Test
  void aBookingIsModifiedAndCancelled() {
    var booked = book();
    var connection = awaitPartState(booked, "COMMITTED");
    var later = "{\"schedule\":{\"endTime\":\"%s\"}}".formatted(start.plusSeconds(2400));
    assertThat(modify(booked, later).status()).isEqualTo(200);
    Awaitility.await().atMost(TIMEOUT).until(() -> bindingVersion(connection) == 2);
    assertThat(scientist.delete(PATH + "/" + booked.text("/id")).status()).isLessThan(300);
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(() -> fixture.segments.heldCounts().equals(List.of(0L, 0L, 0L)));
  }

  /** A deleted booking has freed its capacity, so the same one fits at once. */
  @Test
  void whatIsDeletedCanBeBookedAtOnce() {
    for (var round = 1; round <= 3; round++) {
      var booked = book(700, "round-" + round);
      assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
      var deleted = scientist.delete(PATH + "/" + booked.text("/id"));
      assertThat(deleted.status()).as(deleted.toString()).isEqualTo(200);
      assertThat(deleted.text("/state")).isEqualTo("CANCELLED");
      assertThat(fixture.segments.heldCounts()).containsOnly(0L);
    }
  }

  /** The network resource manager may not have heard of the decision yet. */
  @Test
  void anOfficerCutsALightpathRightAfterItIsBooked() {
    for (var round = 1; round <= 3; round++) {
      var booked = book(700, "cut-" + round);
      assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
      var part = "/api/v1/reservations/" + booked.text("/lightpaths/0/connectionId");
      var cut = fixture.clientFor("officer").delete(part);
      assertThat(cut.status()).as(cut.toString()).isEqualTo(200);
      assertThat(cut.text("/state")).isEqualTo("FAILED");
      assertThat(cut.text("/reason")).isEqualTo("cut by officer");
      assertThat(fixture.segments.heldCounts()).containsOnly(0L);
      Awaitility.await()
          .atMost(TIMEOUT)
          .until(() ->
              scientist
                  .get(PATH + "/" + booked.text("/id"))
                  .text("/lightpaths/0/reason")
                  .equals("cut by officer"));
      scientist.delete(PATH + "/" + booked.text("/id"));
    }
  }

  @Test
  void peersMayAskIfTheyAreRequesters() throws Exception {
    var booked = book();
    awaitPartState(booked, "COMMITTED");
    var transaction = new TransactionId(booked.text("/id") + ".1");
    var status = fixture.networkResourceManagerClient("monitor").queryStatus(transaction);
    assertThat(status.phase()).isEqualTo(Phase.COMMITTED);
    assertThat(status.bookings()).extracting("state").containsExactly(BookingState.COMMITTED);
    assertThatThrownBy(
            () -> fixture.networkResourceManagerClient("bystander").queryStatus(transaction))
        .hasMessageContaining("403");
    var query =
        ResourceTimetableQuery.forDisplay(
            "vis.ucl..newton.manchester", start, start.plusSeconds(1800));
    assertThat(fixture.networkResourceManagerClient("monitor").timetable(query).steps())
        .isNotEmpty();
    assertThatThrownBy(() ->
            fixture
                .networkResourceManagerClient("monitor")
                .timetable(
                    ResourceTimetableQuery.forDisplay(
                        "vis.ucl..vis.ucl", start, start.plusSeconds(1800))))
        .hasMessageContaining("422");
  }

  @Test
  void theTimetableOfALightpathIsShown() {
    var reply =
        scientist.get(
            "/api/v1/timetable?resource=vis.ucl/newton.manchester&from=%s&to=%s"
                .formatted(start, start.plusSeconds(1800)));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text("/resources/0/unit")).isEqualTo("Mbit/s");
    assertThat(reply.json().at("/resources/0/steps").isEmpty()).isFalse();
  }

  private ApiReply book() {
    return book(300, "k-" + start);
  }

  private ApiReply book(int mbps, String key) {
    return scientist.postUntilDecided(
        PATH, RequestBodies.with(request(), "/lightpaths/0/bandwidthMbps", "" + mbps), key);
  }

  private String request() {
    var schedule =
        "{\"startTime\":\"%s\",\"endTime\":\"%s\"}".formatted(start, start.plusSeconds(1800));
    return RequestBodies.with(RequestBodies.BOTH, "/schedule", schedule);
  }

  /** Returns the lightpath's connection id. */
  private String awaitPartState(ApiReply booked, String state) {
    assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
    var connection = booked.text("/lightpaths/0/connectionId");
    Awaitility.await()
        .atMost(TIMEOUT)
        .until(
            () -> scientist.get("/api/v1/reservations/" + connection).text("/state").equals(state));
    return connection;
  }

  private int bindingVersion(String connection) {
    var version =
        fixture
            .barDatabase()
            .queryForObject(
                "select binding_version from reservation where connection_id = ?::uuid",
                Integer.class,
                connection);
    return version == null ? 0 : version;
  }
}
