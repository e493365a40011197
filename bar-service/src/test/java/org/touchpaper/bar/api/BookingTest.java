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
import org.touchpaper.bar.coordination.ReservationChanged;
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.desk.Reply;
import org.touchpaper.bar.desk.ScriptedHarc;
import org.touchpaper.bar.desk.Visitor;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.Note;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.segment.connection.ConnectionId;

/** Lightpaths and nodes in one call: every answer of the front door, and its repetition. */
class BookingTest {

  private static final String PLACE = "/api/v1/co-allocations";

  private static final Note.Refusal NODES_BUSY =
      new Note.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private final Desk desk = Desk.fresh();
  private final Visitor scientist = desk.as("scientist");

  @AfterEach
  void nobodyWasSpokenToInsideATransaction() {
    assertThat(desk.sentInTransaction).isEmpty();
    assertThat(desk.harc.contradictions()).isEmpty();
  }

  @Test
  void whatEverybodyAgreesToIsBooked() {
    var first = scientist.post(PLACE, Bodies.BOTH, "k-1");
    var second = scientist.post(PLACE, Bodies.BOTH, "k-1");

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.header("Location")).isEqualTo(PLACE + "/" + first.text("/id"));
    assertThat(first.text("/state")).isEqualTo("COMMITTED");
    assertThat(first.text("/compute/0/reference")).isEqualTo("newton001,newton002");
    assertThat(first.json().at("/lightpaths/0/path").values().stream().map(hop -> hop.asString()))
        .containsExactly("vis.ucl", "LONDON", "WARRINGTON", "newton.manchester");
    assertThat(second).isEqualTo(new Reply(201, second.headers(), first.body()));
    assertThat(scientist.get(first.header("Location")).body()).isEqualTo(first.body());
    assertThat(desk.harc.outcomes()).hasSize(1).containsValue(Outcome.COMMIT);
  }

  /** The record: who votes, who decides, by when; ids follow from the co-allocation's. */
  @Test
  void theTransactionIsNamedAfterTheBookingAndBoundToItsContent() {
    var id = scientist.post(PLACE, Bodies.BOTH).text("/id");
    var record = desk.harc.request(id + ".1").record();
    assertThat(record.resourceManagers()).containsExactly("rm-network", "rm-newton");
    assertThat(record.acceptors()).isEqualTo(ScriptedHarc.ACCEPTORS);
    assertThat(record.voteBy()).isEqualTo(Desk.NOW.plusSeconds(8));
  }

  @Test
  void withoutAStartItBeginsNow() {
    var body = Bodies.with(Bodies.BOTH, "/schedule/startTime", "");
    var reply = scientist.post(PLACE, body, "k-1");
    assertThat(reply.text("/schedule/startTime")).isEqualTo(Desk.NOW.toString());
    desk.clock.advance(Duration.ofMinutes(1));
    assertThat(scientist.post(PLACE, body, "k-1").body()).isEqualTo(reply.body());
  }

  @Test
  void theSameBodyOtherwiseSpacedIsTheSameRequest() {
    var first = scientist.post(PLACE, Bodies.BOTH, "k-1");
    var second = scientist.post(PLACE, Bodies.BOTH.replaceAll("\\s+", ""), "k-2");
    var third = scientist.post(PLACE, Bodies.BOTH.replace("\n", " "), "k-1");
    assertThat(third.body()).isEqualTo(first.body());
    assertThat(second.text("/id")).isNotEqualTo(first.text("/id"));
  }

  @Test
  void aKeyIsItsOwnersAlone() {
    var mine = scientist.post(PLACE, Bodies.BOTH, "k-1").text("/id");
    var theirs = desk.as("operator").post(PLACE, Bodies.BOTH, "k-1").text("/id");
    assertThat(theirs).isNotEqualTo(mine);
  }

  @Test
  void whatDoesNotFitIsRefusedWholeWithReasonsAndTheNextTime() {
    desk.harc.refusesAll(NODES_BUSY);
    var first = scientist.post(PLACE, Bodies.BOTH, "k-1");
    desk.harc.commitsAll();
    var second = scientist.post(PLACE, Bodies.BOTH, "k-1");

    assertThat(first.status()).isEqualTo(409);
    assertThat(first.text("/type")).isEqualTo("urn:touchpaper:problem:refused");
    assertThat(first.text("/detail")).isEqualTo("only 124 are free");
    assertThat(first.text("/refusals/0/resource")).isEqualTo("newton");
    assertThat(first.text("/refusals/0/code")).isEqualTo("NODES_BUSY");
    assertThat(first.text("/alternatives/0/startTime")).isEqualTo("2026-12-01T22:00:00Z");
    assertThat(first.text("/alternatives/0/endTime")).isEqualTo("2026-12-01T23:00:00Z");
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(scientist.get(PLACE + "/" + first.text("/id")).text("/state")).isEqualTo("REFUSED");
  }

  @Test
  void whatAForeignResourceManagerRefusesByAnUnknownCodeIsRefusedToo() {
    desk.harc.refusesAll(
        new Note.Refusal("n", "FULL_MOON", "newton", "", "not tonight", false, window()));
    assertThat(scientist.post(PLACE, Bodies.BOTH).text("/refusals/0/code"))
        .isEqualTo("CAPACITY_BUSY");
  }

  private static Action.Schedule window() {
    return new Action.Schedule(Desk.NOW, Desk.NOW.plusSeconds(60));
  }

  @Test
  void whatIsUndecidedIs202AndItsOutcomeIsToldLater() {
    desk.harc.decidesNothing();
    var first = scientist.post(PLACE, Bodies.BOTH, "k-1");
    assertThat(first.status()).isEqualTo(202);
    assertThat(first.text("/state")).isEqualTo("UNDECIDED");
    assertThat(first.text("/compute/0/state")).isEqualTo("UNDECIDED");
    assertThat(scientist.delete(first.header("Location")).status()).isEqualTo(409);

    desk.harc.commitsAll();
    assertThat(scientist.get(first.header("Location")).text("/state")).isEqualTo("UNDECIDED");
    var second = scientist.post(PLACE, Bodies.BOTH, "k-1");
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text("/id")).isEqualTo(first.text("/id"));
    assertThat(scientist.get(first.header("Location")).text("/state")).isEqualTo("COMMITTED");
    assertThat(desk.harc.outcomes()).hasSize(1);
  }

  @Test
  void whatTheCallerDoesNotAskForAgainIsDecidedAnyway() {
    desk.harc.decidesNothing();
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    desk.harc.commitsAll();
    desk.lookAfter(Duration.ofSeconds(15));
    assertThat(scientist.get(place).text("/state")).isEqualTo("COMMITTED");
  }

  @Test
  void tooFewAcceptorsAre503AndTheSameKeyTriesAgain() {
    desk.harc.startsNothing();
    var first = scientist.post(PLACE, Bodies.BOTH, "k-1");
    var again = scientist.post(PLACE, Bodies.BOTH, "k-1");
    assertThat(first.status()).isEqualTo(503);
    assertThat(first.header("Retry-After")).isNotBlank();
    assertThat(again.status()).isEqualTo(503);
    assertThat(desk.harc.outcomes()).isEmpty();

    desk.harc.commitsAll();
    var third = scientist.post(PLACE, Bodies.BOTH, "k-1");
    assertThat(third.status()).isEqualTo(201);
    assertThat(third.text("/id")).isEqualTo(first.text("/id"));
    assertThat(desk.harc.outcomes()).containsOnlyKeys(first.text("/id") + ".3");
  }

  /** As after the database was put back from an older copy. */
  @Test
  void aNumberThatWasUsedForSomethingElseIsPassedOver() {
    desk.harc.knowsAnother(1);
    var booked = scientist.post(PLACE, Bodies.BOTH, "k-1");
    assertThat(booked.status()).isEqualTo(201);
    assertThat(desk.harc.outcomes()).containsOnlyKeys(booked.text("/id") + ".2");
    assertThat(scientist.post(PLACE, Bodies.BOTH, "k-1").text("/id")).isEqualTo(booked.text("/id"));
    assertThat(desk.harc.outcomes()).hasSize(1);

    desk.harc.knowsAnother(3);
    assertThat(scientist.delete(booked.header("Location")).status()).isEqualTo(503);
    assertThat(scientist.delete(booked.header("Location")).text("/state")).isEqualTo("CANCELLED");
    assertThat(desk.harc.outcomes()).containsKey(booked.text("/id") + ".4").hasSize(2);
  }

  @Test
  void noAcceptorAtAllIs503() {
    ScriptedHarc.ACCEPTORS.forEach(desk.harc::kill);
    assertThat(scientist.post(PLACE, Bodies.BOTH).status()).isEqualTo(503);
    assertThat(scientist.get(PLACE).text("/items/0/state")).isEqualTo("REFUSED");
  }

  @Test
  void whenAnAcceptorIsDeadAnotherOneIsAsked() {
    desk.harc.kill("acceptor-1");
    assertThat(scientist.post(PLACE, Bodies.BOTH).status()).isEqualTo(201);
    assertThat(desk.harc.heard()).anyMatch(message -> message.startsWith("acceptor-2 begin"));
  }

  @Test
  void callsAtOnceWithOneKeyJoinAndGetOneAnswer() throws Exception {
    var gate = desk.harc.waits();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, 12)
              .mapToObj(_ ->
                  CompletableFuture.supplyAsync(
                      () -> scientist.post(PLACE, Bodies.BOTH, "k-1"), threads))
              .toList();
      desk.await(() -> desk.harc.begun() >= 12);
      gate.countDown();
      var bodies =
          calls.stream().map(call -> call.orTimeout(60, TimeUnit.SECONDS).join().body()).toList();
      assertThat(bodies).allMatch(bodies.getFirst()::equals);
    }
    assertThat(desk.harc.outcomes()).hasSize(1);
    assertThat(scientist.get(PLACE).json().path("items")).hasSize(1);
  }

  @Test
  void itIsUpWhenAllItsPartsAreAndCleanedAwayAfterTheEnd() {
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    desk.clock.set(Desk.NOW.plusSeconds(3600));
    desk.lookAfter(Duration.ofSeconds(6));
    assertThat(scientist.get(place).text("/state")).isEqualTo("ACTIVE");
    desk.clock.set(Desk.NOW.plusSeconds(7200));
    desk.lookAfter(Duration.ofSeconds(6));
    var ended = scientist.get(place);
    assertThat(ended.text("/state")).isEqualTo("ENDED");
    assertThat(ended.json().at("/released").asBoolean()).isTrue();
  }

  @Test
  void oneFailedPartMakesItFail() {
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    desk.clock.set(Desk.NOW.plusSeconds(3700));
    desk.harc.failsParts("cut by officer at UCL");
    desk.lookAfter(Duration.ofSeconds(6));
    var failed = scientist.get(place);
    assertThat(failed.text("/state")).isEqualTo("FAILED");
    assertThat(failed.text("/reason")).isEqualTo("cut by officer at UCL");
  }

  @Test
  void whatIsCancelledIsGivenBackOnceHoweverOftenItIsSaid() {
    var place = scientist.post(PLACE, Bodies.BOTH, "k-1").header("Location");
    var first = scientist.delete(place);
    var second = scientist.delete(place);
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.text("/state")).isEqualTo("CANCELLED");
    assertThat(first.text("/lightpaths/0/state")).isEqualTo("CANCELLED");
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(desk.harc.outcomes()).hasSize(2).containsOnlyKeys(id(place, 1), id(place, 2));
    assertThat(scientist.post(PLACE, Bodies.BOTH, "k-1").text("/state")).isEqualTo("CANCELLED");
  }

  private static String id(String place, int number) {
    return place.replaceAll(".*/", "") + "." + number;
  }

  @Test
  void whatIsUpIsTornDown() {
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    desk.clock.set(Desk.NOW.plusSeconds(3700));
    desk.lookAfter(Duration.ofSeconds(6));
    assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
    desk.lookAfter(Duration.ofSeconds(6));
    assertThat(scientist.get(place).json().at("/released").asBoolean()).isTrue();
  }

  @Test
  void aCancelThatIsUndecidedIs202AndJoined() {
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    desk.harc.decidesNothing();
    var first = scientist.delete(place);
    assertThat(first.status()).isEqualTo(202);
    assertThat(first.header("Location")).isEqualTo(place);
    assertThat(first.text("/state")).isEqualTo("COMMITTED");
    desk.harc.commitsAll();
    assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
    assertThat(desk.harc.outcomes()).hasSize(2);
  }

  /** It stays booked and looked after, and may be cancelled when the acceptors are back. */
  @Test
  void aCancelThatDidNotStartLeavesTheBookingAsItIs() {
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    desk.harc.startsNothing();
    var away = scientist.delete(place);
    assertThat(away.status()).isEqualTo(503);
    assertThat(away.header("Retry-After")).isNotBlank();
    assertThat(scientist.get(place).text("/state")).isEqualTo("COMMITTED");

    desk.harc.commitsAll();
    desk.clock.set(Desk.NOW.plusSeconds(3700));
    desk.lookAfter(Duration.ofSeconds(6));
    assertThat(scientist.get(place).text("/state")).isEqualTo("ACTIVE");
    assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
  }

  @Test
  void onlyItsOwnerAndAnAdminCancelIt() {
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    for (var other : List.of("operator", "officer")) {
      assertThat(desk.as(other).delete(place).status()).as(other).isEqualTo(403);
    }
    assertThat(desk.harc.outcomes()).hasSize(1);
    assertThat(scientist.get(place).text("/state")).isEqualTo("COMMITTED");
    assertThat(desk.as("admin").delete(place).text("/state")).isEqualTo("CANCELLED");
  }

  @Test
  void aCancelThatIsRefusedLeavesTheBookingAsItIs() {
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    desk.harc.refusesAll(NODES_BUSY);
    assertThat(scientist.delete(place).status()).isEqualTo(409);
    var shown = scientist.get(place);
    assertThat(shown.text("/state")).isEqualTo("COMMITTED");
    assertThat(shown.text("/reason")).isEmpty();
    desk.harc.commitsAll();
    assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
  }

  @Test
  void theListIsTheCallersOwnNewestFirstInPages() {
    var ids =
        IntStream.range(0, 3)
            .mapToObj(_ -> scientist.post(PLACE, Bodies.BOTH).text("/id"))
            .toList();
    desk.as("admin").post(PLACE, Bodies.BOTH);
    var first = scientist.get(PLACE + "?limit=2");
    assertThat(texts(first)).containsExactly(ids.get(2), ids.get(1));
    var second = scientist.get(PLACE + "?limit=2&before=" + first.text("/next"));
    assertThat(texts(second)).containsExactly(ids.get(0));
    assertThat(second.json().has("next")).isFalse();
    assertThat(texts(desk.as("operator").get(PLACE))).hasSize(4);
    assertThat(texts(scientist.get(PLACE + "?state=ACTIVE"))).isEmpty();
  }

  private static List<String> texts(Reply page) {
    return page.json().path("items").values().stream()
        .map(item -> item.path("id").asString())
        .toList();
  }

  @Test
  void newsOfItsLightpathHasABookingLookedAtAtOnce() {
    var id = scientist.post(PLACE, Bodies.BOTH).text("/id");
    var connection = new ConnectionId(UUID.randomUUID());
    for (var booking : List.of(id, UUID.randomUUID().toString(), "of another kind")) {
      desk.announce(
          new ReservationChanged(connection, booking, "scientist", Phase.FAILED, Desk.NOW, "cut"));
    }
    var due = desk.jdbc().queryForList("select due_at from co_allocation", Instant.class);
    assertThat(due).containsExactly(desk.clock.instant());
  }

  @Test
  void fromItsEndOnNothingIsActiveThoughNobodyWasHeard() {
    var place = scientist.post(PLACE, Bodies.BOTH, "k-1").header("Location");
    desk.clock.set(Desk.NOW.plusSeconds(3600));
    desk.lookAfter(Duration.ofSeconds(6));
    assertThat(scientist.get(place).text("/state")).isEqualTo("ACTIVE");
    desk.clock.set(Desk.NOW.plusSeconds(7200));
    for (var seen : List.of(scientist.get(place), scientist.post(PLACE, Bodies.BOTH, "k-1"))) {
      assertThat(seen.text("/state")).isEqualTo("ENDED");
      assertThat(seen.text("/compute/0/state")).isEqualTo("ENDED");
      assertThat(seen.text("/lightpaths/0/state")).isEqualTo("ENDED");
      assertThat(seen.json().at("/released").asBoolean()).isFalse();
    }
    assertThat(scientist.get(PLACE).text("/items/0/state")).isEqualTo("ENDED");
  }
}
