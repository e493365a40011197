package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.aggregator.ReservationChanged;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.bar.fixture.ScriptedHarc;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.segment.connection.ConnectionId;

/** Co-allocations over REST: every response, and its repetition. */
class BookingApiTest {

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

  @Test
  void aRequestThatAllAcceptIsBooked() {
    var first = scientist.post(PATH, RequestBodies.BOTH, "k-1");
    var second = scientist.post(PATH, RequestBodies.BOTH, "k-1");

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.header("Location")).isEqualTo(PATH + "/" + first.text("/id"));
    assertThat(first.text("/state")).isEqualTo("COMMITTED");
    assertThat(first.text("/compute/0/reference")).isEqualTo("newton001,newton002");
    assertThat(first.json().at("/lightpaths/0/path").values().stream().map(hop -> hop.asString()))
        .containsExactly("vis.ucl", "LONDON", "WARRINGTON", "newton.manchester");
    assertThat(second).isEqualTo(new ApiReply(201, second.headers(), first.body()));
    assertThat(scientist.get(first.header("Location")).body()).isEqualTo(first.body());
    assertThat(fixture.harc.outcomes()).hasSize(1).containsValue(Outcome.COMMIT);
  }

  /**
   * The transaction record names participants, acceptors and deadline; part ids derive from the
   * booking's id.
   */
  @Test
  void theTransactionIdAndRecordFollowFromTheBooking() {
    var id = scientist.post(PATH, RequestBodies.BOTH).text("/id");
    var record = fixture.harc.request(id + ".1").record();
    assertThat(record.resourceManagers()).containsExactly("rm-network", "rm-newton");
    assertThat(record.acceptors()).isEqualTo(ScriptedHarc.ACCEPTORS);
    assertThat(record.voteBy()).isEqualTo(BarFixture.NOW.plusSeconds(8));
  }

  @Test
  void withoutAStartItStartsNow() {
    var body = RequestBodies.with(RequestBodies.BOTH, "/schedule/startTime", "");
    var reply = scientist.post(PATH, body, "k-1");
    assertThat(reply.text("/schedule/startTime")).isEqualTo(BarFixture.NOW.toString());
    fixture.clock.advance(Duration.ofMinutes(1));
    assertThat(scientist.post(PATH, body, "k-1").body()).isEqualTo(reply.body());
  }

  @Test
  void theSameBodyWithOtherWhitespaceIsTheSameRequest() {
    var first = scientist.post(PATH, RequestBodies.BOTH, "k-1");
    var second = scientist.post(PATH, RequestBodies.BOTH.replaceAll("\\s+", ""), "k-2");
    var third = scientist.post(PATH, RequestBodies.BOTH.replace("\n", " "), "k-1");
    assertThat(third.body()).isEqualTo(first.body());
    assertThat(second.text("/id")).isNotEqualTo(first.text("/id"));
  }

  @Test
  void aKeyBelongsToItsOwner() {
    var ownId = scientist.post(PATH, RequestBodies.BOTH, "k-1").text("/id");
    var theirs = fixture.clientFor("operator").post(PATH, RequestBodies.BOTH, "k-1").text("/id");
    assertThat(theirs).isNotEqualTo(ownId);
  }

  @Test
  void anUnavailableRequestIsRefusedWithReasonsAndAnAlternative() {
    fixture.harc.refuseAll(NODES_BUSY);
    var first = scientist.post(PATH, RequestBodies.BOTH, "k-1");
    fixture.harc.commitAll();
    var second = scientist.post(PATH, RequestBodies.BOTH, "k-1");

    assertThat(first.status()).isEqualTo(409);
    assertThat(first.text("/type")).isEqualTo("urn:touchpaper:problem:refused");
    assertThat(first.text("/detail")).isEqualTo("only 124 are free");
    assertThat(first.text("/refusals/0/resource")).isEqualTo("newton");
    assertThat(first.text("/refusals/0/code")).isEqualTo("NODES_BUSY");
    assertThat(first.text("/alternatives/0/startTime")).isEqualTo("2026-12-01T22:00:00Z");
    assertThat(first.text("/alternatives/0/endTime")).isEqualTo("2026-12-01T23:00:00Z");
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(scientist.get(PATH + "/" + first.text("/id")).text("/state")).isEqualTo("REFUSED");
  }

  @Test
  void anUnknownRefusalCodeIsARefusal() {
    fixture.harc.refuseAll(
        new VoteNote.Refusal("n", "FULL_MOON", "newton", "", "not tonight", false, window()));
    assertThat(scientist.post(PATH, RequestBodies.BOTH).text("/refusals/0/code"))
        .isEqualTo("CAPACITY_BUSY");
  }

  private static HarcAction.Schedule window() {
    return new HarcAction.Schedule(BarFixture.NOW, BarFixture.NOW.plusSeconds(60));
  }

  @Test
  void anUndecidedBookingIs202AndItsOutcomeFollows() {
    fixture.harc.leaveUndecided();
    var first = scientist.post(PATH, RequestBodies.BOTH, "k-1");
    assertThat(first.status()).isEqualTo(202);
    assertThat(first.text("/state")).isEqualTo("UNDECIDED");
    assertThat(first.text("/compute/0/state")).isEqualTo("UNDECIDED");
    assertThat(scientist.delete(first.header("Location")).status()).isEqualTo(409);

    fixture.harc.commitAll();
    assertThat(scientist.get(first.header("Location")).text("/state")).isEqualTo("UNDECIDED");
    var second = scientist.post(PATH, RequestBodies.BOTH, "k-1");
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text("/id")).isEqualTo(first.text("/id"));
    assertThat(scientist.get(first.header("Location")).text("/state")).isEqualTo("COMMITTED");
    assertThat(fixture.harc.outcomes()).hasSize(1);
  }

  @Test
  void anUndecidedBookingIsDecidedWithoutTheCaller() {
    fixture.harc.leaveUndecided();
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.harc.commitAll();
    fixture.pollNowAndAfter(Duration.ofSeconds(15));
    assertThat(scientist.get(place).text("/state")).isEqualTo("COMMITTED");
  }

  @Test
  void tooFewAcceptorsAre503AndTheSameKeyRetries() {
    fixture.harc.answerNotStarted();
    var first = scientist.post(PATH, RequestBodies.BOTH, "k-1");
    var again = scientist.post(PATH, RequestBodies.BOTH, "k-1");
    assertThat(first.status()).isEqualTo(503);
    assertThat(first.header("Retry-After")).isNotBlank();
    assertThat(again.status()).isEqualTo(503);
    assertThat(fixture.harc.outcomes()).isEmpty();

    fixture.harc.commitAll();
    var third = scientist.post(PATH, RequestBodies.BOTH, "k-1");
    assertThat(third.status()).isEqualTo(201);
    assertThat(third.text("/id")).isEqualTo(first.text("/id"));
    assertThat(fixture.harc.outcomes()).containsOnlyKeys(first.text("/id") + ".3");
  }

  /** As after a restore from an older backup. */
  @Test
  void aRequestWithTheIdOfAnAbortedTransactionMayBeRepeated() {
    fixture.harc.reportIdTaken(1);
    var unavailable = scientist.post(PATH, RequestBodies.BOTH, "k-1");
    assertThat(unavailable.status()).isEqualTo(503);
    assertThat(unavailable.text("/detail")).contains("another transaction already used its id");
    var booked = scientist.post(PATH, RequestBodies.BOTH, "k-1");
    assertThat(booked.status()).isEqualTo(201);
    assertThat(fixture.harc.outcomes()).containsOnlyKeys(booked.text("/id") + ".2");
    assertThat(scientist.post(PATH, RequestBodies.BOTH, "k-1").text("/id"))
        .isEqualTo(booked.text("/id"));
    assertThat(fixture.harc.outcomes()).hasSize(1);

    fixture.harc.reportIdTaken(3);
    assertThat(scientist.delete(booked.header("Location")).status()).isEqualTo(503);
    assertThat(scientist.delete(booked.header("Location")).text("/state")).isEqualTo("CANCELLED");
    assertThat(fixture.harc.outcomes()).containsKey(booked.text("/id") + ".4").hasSize(2);
  }

  @Test
  void noReachableAcceptorIs503() {
    ScriptedHarc.ACCEPTORS.forEach(fixture.harc::stopAcceptor);
    assertThat(scientist.post(PATH, RequestBodies.BOTH).status()).isEqualTo(503);
    assertThat(scientist.get(PATH).text("/items/0/state")).isEqualTo("REFUSED");
  }

  @Test
  void anotherAcceptorIsUsedWhenOneIsDown() {
    fixture.harc.stopAcceptor("acceptor-1");
    assertThat(scientist.post(PATH, RequestBodies.BOTH).status()).isEqualTo(201);
    assertThat(fixture.harc.receivedMessages())
        .anyMatch(message -> message.startsWith("acceptor-2 begin"));
  }

  @Test
  void concurrentCallsWithOneKeyGetOneResult() throws Exception {
    var gate = fixture.harc.blockBegin();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, 12)
              .mapToObj(_ ->
                  CompletableFuture.supplyAsync(
                      () -> scientist.post(PATH, RequestBodies.BOTH, "k-1"), threads))
              .toList();
      fixture.awaitTrue(() -> fixture.harc.beginCount() >= 12);
      gate.countDown();
      var bodies =
          calls.stream().map(call -> call.orTimeout(60, TimeUnit.SECONDS).join().body()).toList();
      assertThat(bodies).allMatch(bodies.getFirst()::equals);
    }
    assertThat(fixture.harc.outcomes()).hasSize(1);
    assertThat(scientist.get(PATH).json().path("items")).hasSize(1);
  }

  @Test
  void itIsActiveWhenAllPartsAreAndReleasedAfterTheEnd() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.clock.set(BarFixture.NOW.plusSeconds(3600));
    fixture.pollNowAndAfter(Duration.ofSeconds(6));
    assertThat(scientist.get(place).text("/state")).isEqualTo("ACTIVE");
    fixture.clock.set(BarFixture.NOW.plusSeconds(7200));
    fixture.pollNowAndAfter(Duration.ofSeconds(6));
    var ended = scientist.get(place);
    assertThat(ended.text("/state")).isEqualTo("ENDED");
    assertThat(ended.json().at("/released").asBoolean()).isTrue();
  }

  @Test
  void aFailedPartFailsTheBooking() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.clock.set(BarFixture.NOW.plusSeconds(3700));
    fixture.harc.failParts("cut by officer at UCL");
    fixture.pollNowAndAfter(Duration.ofSeconds(6));
    var failed = scientist.get(place);
    assertThat(failed.text("/state")).isEqualTo("FAILED");
    assertThat(failed.text("/reason")).isEqualTo("cut by officer at UCL");
  }

  @Test
  void aRepeatedCancelReleasesOnce() {
    var place = scientist.post(PATH, RequestBodies.BOTH, "k-1").header("Location");
    var first = scientist.delete(place);
    var second = scientist.delete(place);
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.text("/state")).isEqualTo("CANCELLED");
    assertThat(first.text("/lightpaths/0/state")).isEqualTo("CANCELLED");
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(fixture.harc.outcomes()).hasSize(2).containsOnlyKeys(id(place, 1), id(place, 2));
    assertThat(scientist.post(PATH, RequestBodies.BOTH, "k-1").text("/state"))
        .isEqualTo("CANCELLED");
  }

  private static String id(String place, int number) {
    return place.replaceAll(".*/", "") + "." + number;
  }

  @Test
  void anActiveBookingIsTornDown() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.clock.set(BarFixture.NOW.plusSeconds(3700));
    fixture.pollNowAndAfter(Duration.ofSeconds(6));
    assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
    fixture.pollNowAndAfter(Duration.ofSeconds(6));
    assertThat(scientist.get(place).json().at("/released").asBoolean()).isTrue();
  }

  @Test
  void anUndecidedCancelIs202AndJoined() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.harc.leaveUndecided();
    var first = scientist.delete(place);
    assertThat(first.status()).isEqualTo(202);
    assertThat(first.header("Location")).isEqualTo(place);
    assertThat(first.text("/state")).isEqualTo("COMMITTED");
    fixture.harc.commitAll();
    assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
    assertThat(fixture.harc.outcomes()).hasSize(2);
  }

  /** The booking stays, is still checked, and can be cancelled once the acceptors are available. */
  @Test
  void aCancelThatDidNotStartLeavesTheBookingUnchanged() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.harc.answerNotStarted();
    var unavailable = scientist.delete(place);
    assertThat(unavailable.status()).isEqualTo(503);
    assertThat(unavailable.header("Retry-After")).isNotBlank();
    assertThat(scientist.get(place).text("/state")).isEqualTo("COMMITTED");

    fixture.harc.commitAll();
    fixture.clock.set(BarFixture.NOW.plusSeconds(3700));
    fixture.pollNowAndAfter(Duration.ofSeconds(6));
    assertThat(scientist.get(place).text("/state")).isEqualTo("ACTIVE");
    assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
  }

  @Test
  void onlyTheOwnerOrAnAdminCancelsIt() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    for (var otherUser : List.of("operator", "officer")) {
      assertThat(fixture.clientFor(otherUser).delete(place).status()).as(otherUser).isEqualTo(403);
    }
    assertThat(fixture.harc.outcomes()).hasSize(1);
    assertThat(scientist.get(place).text("/state")).isEqualTo("COMMITTED");
    assertThat(fixture.clientFor("admin").delete(place).text("/state")).isEqualTo("CANCELLED");
  }

  @Test
  void aRefusedCancelLeavesTheBookingUnchanged() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.harc.refuseAll(NODES_BUSY);
    assertThat(scientist.delete(place).status()).isEqualTo(409);
    var reply = scientist.get(place);
    assertThat(reply.text("/state")).isEqualTo("COMMITTED");
    assertThat(reply.text("/reason")).isEmpty();
    fixture.harc.commitAll();
    assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
  }

  @Test
  void theListShowsTheCallersBookingsNewestFirstInPages() {
    var ids =
        IntStream.range(0, 3)
            .mapToObj(_ -> scientist.post(PATH, RequestBodies.BOTH).text("/id"))
            .toList();
    fixture.clientFor("admin").post(PATH, RequestBodies.BOTH);
    var first = scientist.get(PATH + "?limit=2");
    assertThat(texts(first)).containsExactly(ids.get(2), ids.get(1));
    var second = scientist.get(PATH + "?limit=2&cursor=" + first.text("/next"));
    assertThat(texts(second)).containsExactly(ids.get(0));
    assertThat(second.json().has("next")).isFalse();
    assertThat(texts(fixture.clientFor("operator").get(PATH))).hasSize(4);
    assertThat(texts(scientist.get(PATH + "?state=ACTIVE"))).isEmpty();
  }

  private static List<String> texts(ApiReply page) {
    return page.json().path("items").values().stream()
        .map(item -> item.path("id").asString())
        .toList();
  }

  @Test
  void aLightpathEventChecksItsBookingAtOnce() {
    var id = scientist.post(PATH, RequestBodies.BOTH).text("/id");
    var connection = new ConnectionId(UUID.randomUUID());
    for (var booking : List.of(id, UUID.randomUUID().toString(), "of another kind")) {
      fixture.publishEvent(
          new ReservationChanged(
              connection, booking, "scientist", BookingPhase.FAILED, BarFixture.NOW, "cut"));
    }
    var due = fixture.jdbc().queryForList("select due_at from co_allocation", Instant.class);
    assertThat(due).containsExactly(fixture.clock.instant());
  }

  @Test
  void afterTheEndNothingIsActiveEvenWithoutReports() {
    var place = scientist.post(PATH, RequestBodies.BOTH, "k-1").header("Location");
    fixture.clock.set(BarFixture.NOW.plusSeconds(3600));
    fixture.pollNowAndAfter(Duration.ofSeconds(6));
    assertThat(scientist.get(place).text("/state")).isEqualTo("ACTIVE");
    fixture.clock.set(BarFixture.NOW.plusSeconds(7200));
    for (var reply :
        List.of(scientist.get(place), scientist.post(PATH, RequestBodies.BOTH, "k-1"))) {
      assertThat(reply.text("/state")).isEqualTo("ENDED");
      assertThat(reply.text("/compute/0/state")).isEqualTo("ENDED");
      assertThat(reply.text("/lightpaths/0/state")).isEqualTo("ENDED");
      assertThat(reply.json().at("/released").asBoolean()).isFalse();
    }
    assertThat(scientist.get(PATH).text("/items/0/state")).isEqualTo("ENDED");
  }
}
