package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.segment.connection.ConnectionId;

/** The earliest slot in a window, and retries after a lost race. The time is 20:00. */
class BookingWindowTest {

  private static final String PATH = "/api/v1/co-allocations";

  private static final VoteNote.Refusal NODES_BUSY =
      new VoteNote.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  @AfterEach
  void assertNoCallInsideATransaction() {
    assertThat(fixture.sentInTransaction).isEmpty();
    assertThat(fixture.harc.contradictions()).isEmpty();
  }

  private static Instant at(String time) {
    return Instant.parse("2026-12-01T" + time + ":00Z");
  }

  private static List<String> history(ApiReply reply) {
    return reply.json().at("/history").values().stream()
        .map(entry -> entry.path("event").asString())
        .toList();
  }

  @Test
  void theEarliestCommonSlotIsBooked() {
    fixture.harc.setPossibleStarts("rm-network", at("20:00"), at("23:59"));
    fixture.harc.setPossibleStarts("rm-newton", at("21:20"), at("23:59"));
    var first = scientist.post(PATH, RequestBodies.WINDOW, "k-1");
    var messagesBefore = fixture.harc.receivedMessages().size();
    var second = scientist.post(PATH, RequestBodies.WINDOW, "k-1");

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.text("/schedule/startTime")).isEqualTo("2026-12-01T21:20:00Z");
    assertThat(first.text("/schedule/endTime")).isEqualTo("2026-12-01T22:20:00Z");
    assertThat(first.text("/window/notBefore")).isEqualTo("2026-12-01T21:00:00Z");
    assertThat(first.text("/window/notAfter")).isEqualTo("2026-12-02T00:00:00Z");
    assertThat(history(first))
        .containsExactly(
            "requested: 300 Mbit/s vis.ucl to newton.manchester, 4 nodes of newton, PT1H between"
                + " 2026-12-01T21:00:00Z and 2026-12-02T00:00:00Z",
            "transaction 1: trying 2026-12-01T21:20:00Z to 2026-12-01T22:20:00Z",
            "transaction 1: confirmed by all parties");
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(fixture.harc.receivedMessages()).as("no further messages").hasSize(messagesBefore);
    assertThat(fixture.harc.outcomes()).hasSize(1).containsValue(Outcome.COMMIT);
    assertThat(fixture.harc.timetableRequesters())
        .isNotEmpty()
        .allMatch(who -> who.startsWith("scientist of "));
  }

  @Test
  void withoutNotBeforeTheWindowStartsNow() {
    fixture.harc.setPossibleStarts("rm-network", at("19:00"), at("23:59"));
    fixture.harc.setPossibleStarts("rm-newton", at("19:00"), at("23:59"));
    var body = RequestBodies.with(RequestBodies.WINDOW, "/schedule/notBefore", "");
    var reply = scientist.post(PATH, body, "k-1");
    assertThat(reply.text("/schedule/startTime")).isEqualTo(BarFixture.NOW.toString());
    fixture.clock.advance(Duration.ofMinutes(1));
    assertThat(scientist.post(PATH, body, "k-1").body()).isEqualTo(reply.body());
  }

  /** Each attempt is a transaction with its own connection ids. */
  @Test
  void afterALostRaceTheNextSlotIsTriedUnderTheNextNumber() {
    fixture.harc.setPossibleStarts("rm-network", at("20:00"), at("23:59"));
    fixture.harc.setPossibleStarts("rm-newton", at("21:00"), at("23:59"));
    fixture.harc.refuseFirst(
        1, NODES_BUSY, () -> fixture.harc.setPossibleStarts("rm-newton", at("21:30"), at("23:59")));
    var first = scientist.post(PATH, RequestBodies.WINDOW, "k-1");
    var id = first.text("/id");

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.text("/schedule/startTime")).isEqualTo("2026-12-01T21:30:00Z");
    assertThat(first.text("/lightpaths/0/connectionId"))
        .isEqualTo(ConnectionId.nameBased(UUID.fromString(id), "2/lightpath/0").toString());
    assertThat(partIds(id, 1))
        .containsExactly(
            ConnectionId.nameBased(UUID.fromString(id), "1/lightpath/0").toString(),
            ConnectionId.nameBased(UUID.fromString(id), "1/compute/0").toString());
    assertThat(partIds(id, 2)).doesNotContainAnyElementsOf(partIds(id, 1));
    assertThat(history(first))
        .endsWith(
            "transaction 1: trying 2026-12-01T21:00:00Z to 2026-12-01T22:00:00Z",
            "transaction 1: refused: only 124 are free",
            "transaction 2: trying 2026-12-01T21:30:00Z to 2026-12-01T22:30:00Z",
            "transaction 2: confirmed by all parties");
    assertThat(scientist.post(PATH, RequestBodies.WINDOW, "k-1").body()).isEqualTo(first.body());

    assertThat(scientist.delete(PATH + "/" + id).text("/state")).isEqualTo("CANCELLED");
    assertThat(fixture.harc.outcomes()).containsOnlyKeys(id + ".1", id + ".2", id + ".3");
  }

  private List<String> partIds(String id, int attempt) {
    var request = fixture.harc.request(id + "." + attempt);
    return request.record().resourceManagers().stream()
        .flatMap(rm -> HarcActionXml.read(request.actionsFor(rm)).stream())
        .map(HarcAction::bookingId)
        .toList();
  }

  /** The same slot three times, because it looked free, then the next one; five attempts in all. */
  @Test
  void afterFiveLostRacesItIsRefusedWithReasonAndAlternative() {
    fixture.harc.setPossibleStarts(
        "rm-network", at("20:00"), Instant.parse("2026-12-02T12:00:00Z"));
    fixture.harc.setPossibleStarts("rm-newton", at("20:00"), Instant.parse("2026-12-02T12:00:00Z"));
    fixture.harc.refuseAll(NODES_BUSY);
    var first = scientist.post(PATH, RequestBodies.WINDOW, "k-1");

    assertThat(first.status()).isEqualTo(409);
    assertThat(first.text("/detail"))
        .isEqualTo(
            "no slot available between 2026-12-01T21:00:00Z and 2026-12-02T00:00:00Z; last refusal:"
                + " only 124 are free");
    assertThat(first.text("/refusals/0/code")).isEqualTo("NODES_BUSY");
    assertThat(fixture.harc.outcomes().values()).hasSize(5).containsOnly(Outcome.ABORT);
    assertThat(
            history(scientist.get(PATH + "/" + first.text("/id"))).stream()
                .filter(event -> event.contains("trying")))
        .extracting(event -> event.substring(0, 35))
        .containsExactly(
            "transaction 1: trying 2026-12-01T21",
            "transaction 2: trying 2026-12-01T21",
            "transaction 3: trying 2026-12-01T21",
            "transaction 4: trying 2026-12-01T22",
            "transaction 5: trying 2026-12-01T22");
    fixture.harc.commitAll();
    assertThat(scientist.post(PATH, RequestBodies.WINDOW, "k-1").body()).isEqualTo(first.body());
  }

  /**
   * Without a common slot the start of the window is requested, so that the refusal gives the
   * reason.
   */
  @Test
  void withoutACommonSlotTheRefusalHasReasonAndALaterTime() {
    fixture.harc.setPossibleStarts(
        "rm-network", at("20:00"), Instant.parse("2026-12-02T12:00:00Z"));
    fixture.harc.setPossibleStarts("rm-newton", at("23:30"), Instant.parse("2026-12-02T12:00:00Z"));
    fixture.harc.refuseAll(NODES_BUSY);
    for (var time = 1; time <= 2; time++) {
      var reply = scientist.post(PATH, RequestBodies.WINDOW, "k-1");
      assertThat(reply.status()).isEqualTo(409);
      assertThat(reply.text("/alternatives/0/startTime")).isEqualTo("2026-12-01T23:30:00Z");
    }
    assertThat(fixture.harc.outcomes()).hasSize(1);
  }

  /** Timetables are advisory; without one the resource manager decides. */
  @Test
  void aMissingTimetableDoesNotPreventBooking() {
    fixture.harc.stopAcceptor("rm-newton");
    var reply = scientist.post(PATH, RequestBodies.WINDOW, "k-1");
    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.text("/schedule/startTime")).isEqualTo("2026-12-01T21:00:00Z");
  }

  /** None replies before both are asked: a search takes no longer than its slowest query. */
  @Test
  void theTimetablesOfAllPartsAreAskedSideBySide() {
    fixture.harc.setPossibleStarts("rm-network", at("21:40"), at("23:59"));
    fixture.harc.setPossibleStarts("rm-newton", at("21:30"), at("23:59"));
    var asked = new CountDownLatch(2);
    fixture.harc.onTimetableQuery(() -> {
      asked.countDown();
      await(asked);
    });
    assertThat(scientist.post(PATH, RequestBodies.WINDOW, "k-1").text("/schedule/startTime"))
        .isEqualTo("2026-12-01T21:40:00Z");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A window is judged at the time of receipt, however long the timetable queries take. */
  @Test
  void aWindowThatStartsNowStaysValidWhileTimetablesAreQueried() {
    fixture.harc.setPossibleStarts("rm-network", at("20:00"), at("23:59"));
    fixture.harc.setPossibleStarts("rm-newton", at("20:00"), at("23:59"));
    fixture.harc.onTimetableQuery(() -> fixture.clock.advance(Duration.ofSeconds(4)));
    var body =
        RequestBodies.with(
            RequestBodies.WINDOW, "/schedule/notBefore", "\"" + BarFixture.NOW + "\"");
    var first = scientist.post(PATH, body, "k-1");
    assertThat(first.status()).isEqualTo(201);
    assertThat(first.text("/window/notBefore")).isEqualTo(BarFixture.NOW.toString());
    assertThat(first.text("/schedule/startTime")).isEqualTo(BarFixture.NOW.toString());
    assertThat(scientist.post(PATH, body, "k-1").body()).isEqualTo(first.body());
  }

  @Test
  void aPermanentRefusalIsNotRetried() {
    fixture.harc.setPossibleStarts("rm-network", at("20:00"), at("23:59"));
    fixture.harc.setPossibleStarts("rm-newton", at("20:00"), at("23:59"));
    fixture.harc.refuseAll(
        new VoteNote.Refusal("n", "NOT_ALLOWED", "newton", "", "not you", true, null));
    for (var time = 1; time <= 2; time++) {
      assertThat(scientist.post(PATH, RequestBodies.WINDOW, "k-1").status()).isEqualTo(422);
    }
    assertThat(fixture.harc.outcomes()).hasSize(1);
  }

  /** They would refuse each other at any time. */
  @Test
  void lightpathsThatTogetherExceedTheAccessAreRefusedBeforeATransaction() {
    var three = "[" + lightpath(400) + "," + lightpath(400) + "," + lightpath(400) + "]";
    for (var schedule : List.of(RequestBodies.BOTH, RequestBodies.WINDOW)) {
      var reply = scientist.post(PATH, RequestBodies.with(schedule, "/lightpaths", three));
      assertThat(reply.status()).isEqualTo(422);
      assertThat(reply.errors()).containsExactly("lightpaths: within-the-access");
      assertThat(reply.text("/errors/0/message"))
          .isEqualTo(
              "the 3 lightpaths of vis.ucl need 1200 Mbit/s at once; its access has at most 1000");
    }
    assertThat(fixture.harc.receivedMessages()).isEmpty();
    var booked = scientist.post(PATH, RequestBodies.BOTH);
    var change =
        scientist.send(
            scientist
                .requestTo(booked.header("Location"))
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString("{\"lightpaths\":" + three + "}")));
    assertThat(change.errors()).containsExactly("lightpaths: within-the-access");
    var two = "[" + lightpath(400) + "," + lightpath(600) + "]";
    assertThat(
            scientist
                .post(PATH, RequestBodies.with(RequestBodies.BOTH, "/lightpaths", two))
                .status())
        .isEqualTo(201);
  }

  private static String lightpath(int mbps) {
    return "{\"source\":\"vis.ucl\",\"destination\":\"newton.manchester\",\"bandwidthMbps\":%d}"
        .formatted(mbps);
  }

  /** A missing vote is not a lost race. */
  @Test
  void anUnreachableResourceManagerIsNotRetried() {
    fixture.harc.setPossibleStarts("rm-network", at("20:00"), at("23:59"));
    fixture.harc.setPossibleStarts("rm-newton", at("20:00"), at("23:59"));
    fixture.harc.refuseAll(
        new VoteNote.Refusal("n", "UNREACHABLE", "newton", "", "no answer", false, null));
    var reply = scientist.post(PATH, RequestBodies.WINDOW);
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.text("/detail")).startsWith("no answer. Nothing was booked");
    assertThat(fixture.harc.outcomes()).hasSize(1);
  }

  /** Two competitors refused each other, so the slot is free and a retry gets it. */
  @Test
  void aSlotLostToACompetitorIsRetriedAtTheSameTime() {
    fixture.harc.setPossibleStarts("rm-network", at("20:00"), at("23:59"));
    fixture.harc.setPossibleStarts("rm-newton", at("20:00"), at("23:59"));
    fixture.harc.refuseFirst(2, NODES_BUSY, () -> {});
    var first = scientist.post(PATH, RequestBodies.BOTH, "k-1");

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.text("/schedule/startTime")).isEqualTo("2026-12-01T21:00:00Z");
    assertThat(first.json().has("window")).isFalse();
    assertThat(fixture.harc.outcomes()).containsOnlyKeys(names(first.text("/id"), 3));
    assertThat(scientist.post(PATH, RequestBodies.BOTH, "k-1").body()).isEqualTo(first.body());
  }

  @Test
  void aFixedTimeRefusedRepeatedlyIsRefused() {
    fixture.harc.setPossibleStarts("rm-network", at("20:00"), at("23:59"));
    fixture.harc.setPossibleStarts("rm-newton", at("20:00"), at("23:59"));
    fixture.harc.refuseAll(NODES_BUSY);
    var reply = scientist.post(PATH, RequestBodies.BOTH);
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.text("/detail")).isEqualTo("only 124 are free");
    assertThat(reply.text("/alternatives/0/startTime")).isEqualTo("2026-12-01T22:00:00Z");
    assertThat(fixture.harc.outcomes()).containsOnlyKeys(names(reply.text("/id"), 5));
  }

  private static String[] names(String id, int most) {
    return IntStream.rangeClosed(1, most).mapToObj(n -> id + "." + n).toArray(String[]::new);
  }

  /** After the call's timeout the poller continues the attempts. */
  @Test
  void thePollerContinuesAttemptsWithoutTheCaller() {
    fixture.harc.setPossibleStarts("rm-network", at("20:00"), at("23:59"));
    fixture.harc.setPossibleStarts("rm-newton", at("20:00"), at("23:59"));
    fixture.harc.leaveUndecided();
    var undecided = scientist.post(PATH, RequestBodies.WINDOW, "k-1");
    assertThat(undecided.status()).isEqualTo(202);
    fixture.harc.refuseFirst(1, NODES_BUSY, () -> {});
    fixture.pollNowAndAfter(Duration.ofSeconds(11));
    fixture.pollNowAndAfter(Duration.ofSeconds(11));
    assertThat(
            fixture
                .bean(CoAllocationService.class)
                .find(UUID.fromString(undecided.text("/id")))
                .orElseThrow())
        .matches(booking -> booking.state().name().equals("COMMITTED"));
    assertThat(scientist.post(PATH, RequestBodies.WINDOW, "k-1").status()).isEqualTo(201);
    assertThat(fixture.harc.outcomes()).hasSize(2);
  }

  @Test
  void aRequestThatDidNotStartIsRetriedUnderItsKeyFromNow() {
    fixture.harc.setPossibleStarts("rm-network", at("20:00"), at("23:59"));
    fixture.harc.setPossibleStarts("rm-newton", at("20:00"), at("23:59"));
    fixture.harc.answerNotStarted();
    assertThat(scientist.post(PATH, RequestBodies.WINDOW, "k-1").status()).isEqualTo(503);
    fixture.harc.commitAll();
    fixture.clock.set(at("21:10"));
    var reply = scientist.post(PATH, RequestBodies.WINDOW, "k-1");
    assertThat(reply.text("/schedule/startTime")).isEqualTo("2026-12-01T21:10:00Z");
    assertThat(scientist.post(PATH, RequestBodies.WINDOW, "k-1").body()).isEqualTo(reply.body());
  }
}
