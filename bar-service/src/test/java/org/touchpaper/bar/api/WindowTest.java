package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.coallocation.CoAllocator;
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.desk.Reply;
import org.touchpaper.bar.desk.Visitor;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.Note;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.segment.connection.ConnectionId;

/** As early as possible within a window, and what follows a lost race; it is 20:00. */
class WindowTest {

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

  private static Instant at(String time) {
    return Instant.parse("2026-12-01T" + time + ":00Z");
  }

  private static List<String> history(Reply reply) {
    return reply.json().at("/history").values().stream()
        .map(entry -> entry.path("event").asString())
        .toList();
  }

  @Test
  void theEarliestSlotThatSuitsAllIsBooked() {
    desk.harc.fits("rm-network", at("20:00"), at("23:59"));
    desk.harc.fits("rm-newton", at("21:20"), at("23:59"));
    var first = scientist.post(PLACE, Bodies.WINDOW, "k-1");
    var asked = desk.harc.heard().size();
    var second = scientist.post(PLACE, Bodies.WINDOW, "k-1");

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.text("/schedule/startTime")).isEqualTo("2026-12-01T21:20:00Z");
    assertThat(first.text("/schedule/endTime")).isEqualTo("2026-12-01T22:20:00Z");
    assertThat(first.text("/window/notBefore")).isEqualTo("2026-12-01T21:00:00Z");
    assertThat(first.text("/window/notAfter")).isEqualTo("2026-12-02T00:00:00Z");
    assertThat(history(first))
        .containsExactly(
            "asked for: 300 Mbit/s vis.ucl to newton.manchester, 4 nodes of newton, PT1H between"
                + " 2026-12-01T21:00:00Z and 2026-12-02T00:00:00Z",
            "1: tries 2026-12-01T21:20:00Z to 2026-12-01T22:20:00Z",
            "1: decided to commit");
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(desk.harc.heard()).as("nobody is asked again").hasSize(asked);
    assertThat(desk.harc.outcomes()).hasSize(1).containsValue(Outcome.COMMIT);
    assertThat(desk.harc.askers()).isNotEmpty().allMatch(who -> who.startsWith("scientist of "));
  }

  @Test
  void withoutABeginningTheWindowBeginsNow() {
    desk.harc.fits("rm-network", at("19:00"), at("23:59"));
    desk.harc.fits("rm-newton", at("19:00"), at("23:59"));
    var body = Bodies.with(Bodies.WINDOW, "/schedule/notBefore", "");
    var reply = scientist.post(PLACE, body, "k-1");
    assertThat(reply.text("/schedule/startTime")).isEqualTo(Desk.NOW.toString());
    desk.clock.advance(Duration.ofMinutes(1));
    assertThat(scientist.post(PLACE, body, "k-1").body()).isEqualTo(reply.body());
  }

  /** Each attempt is a transaction of its own, with connection ids of its own. */
  @Test
  void whoLosesARaceTriesTheNextSlotUnderAnotherNumber() {
    desk.harc.fits("rm-network", at("20:00"), at("23:59"));
    desk.harc.fits("rm-newton", at("21:00"), at("23:59"));
    desk.harc.refusesFirst(
        1, NODES_BUSY, () -> desk.harc.fits("rm-newton", at("21:30"), at("23:59")));
    var first = scientist.post(PLACE, Bodies.WINDOW, "k-1");
    var id = first.text("/id");

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.text("/schedule/startTime")).isEqualTo("2026-12-01T21:30:00Z");
    assertThat(first.text("/lightpaths/0/connectionId"))
        .isEqualTo(ConnectionId.nameBased(UUID.fromString(id), "2/lightpath/0").toString());
    assertThat(idents(id, 1))
        .containsExactly(
            ConnectionId.nameBased(UUID.fromString(id), "1/lightpath/0").toString(),
            ConnectionId.nameBased(UUID.fromString(id), "1/compute/0").toString());
    assertThat(idents(id, 2)).doesNotContainAnyElementsOf(idents(id, 1));
    assertThat(history(first))
        .endsWith(
            "1: tries 2026-12-01T21:00:00Z to 2026-12-01T22:00:00Z",
            "1: decided to abort: only 124 are free",
            "2: tries 2026-12-01T21:30:00Z to 2026-12-01T22:30:00Z",
            "2: decided to commit");
    assertThat(scientist.post(PLACE, Bodies.WINDOW, "k-1").body()).isEqualTo(first.body());

    assertThat(scientist.delete(PLACE + "/" + id).text("/state")).isEqualTo("CANCELLED");
    assertThat(desk.harc.outcomes()).containsOnlyKeys(id + ".1", id + ".2", id + ".3");
  }

  private List<String> idents(String id, int attempt) {
    var request = desk.harc.request(id + "." + attempt);
    return request.record().resourceManagers().stream()
        .flatMap(rm -> ActionXml.read(request.actionsFor(rm)).stream())
        .map(Action::ident)
        .toList();
  }

  /** The same slot three times, for it looked free, then the one behind it; five in all. */
  @Test
  void afterFiveRacesLostItIsRefusedWithTheReasonAndAnAlternative() {
    desk.harc.fits("rm-network", at("20:00"), Instant.parse("2026-12-02T12:00:00Z"));
    desk.harc.fits("rm-newton", at("20:00"), Instant.parse("2026-12-02T12:00:00Z"));
    desk.harc.refusesAll(NODES_BUSY);
    var first = scientist.post(PLACE, Bodies.WINDOW, "k-1");

    assertThat(first.status()).isEqualTo(409);
    assertThat(first.text("/detail"))
        .isEqualTo(
            "no slot between 2026-12-01T21:00:00Z and 2026-12-02T00:00:00Z was to be had; the last:"
                + " only 124 are free");
    assertThat(first.text("/refusals/0/code")).isEqualTo("NODES_BUSY");
    assertThat(desk.harc.outcomes().values()).hasSize(5).containsOnly(Outcome.ABORT);
    assertThat(
            history(scientist.get(PLACE + "/" + first.text("/id"))).stream()
                .filter(event -> event.contains("tries")))
        .extracting(event -> event.substring(0, 22))
        .containsExactly(
            "1: tries 2026-12-01T21",
            "2: tries 2026-12-01T21",
            "3: tries 2026-12-01T21",
            "4: tries 2026-12-01T22",
            "5: tries 2026-12-01T22");
    desk.harc.commitsAll();
    assertThat(scientist.post(PLACE, Bodies.WINDOW, "k-1").body()).isEqualTo(first.body());
  }

  /** Who refuses says why: it is asked for the beginning of the window, and for nothing else. */
  @Test
  void whereNoSlotSuitsAllTheRefusalHasTheReasonAndALaterTime() {
    desk.harc.fits("rm-network", at("20:00"), Instant.parse("2026-12-02T12:00:00Z"));
    desk.harc.fits("rm-newton", at("23:30"), Instant.parse("2026-12-02T12:00:00Z"));
    desk.harc.refusesAll(NODES_BUSY);
    for (var time = 1; time <= 2; time++) {
      var reply = scientist.post(PLACE, Bodies.WINDOW, "k-1");
      assertThat(reply.status()).isEqualTo(409);
      assertThat(reply.text("/alternatives/0/startTime")).isEqualTo("2026-12-01T23:30:00Z");
    }
    assertThat(desk.harc.outcomes()).hasSize(1);
  }

  /** Timetables are advice: who does not give any is asked to decide. */
  @Test
  void aTimetableThatIsNotToldKeepsNobodyFromBooking() {
    desk.harc.kill("rm-newton");
    var reply = scientist.post(PLACE, Bodies.WINDOW, "k-1");
    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.text("/schedule/startTime")).isEqualTo("2026-12-01T21:00:00Z");
  }

  /**
   * A window is judged when it comes: who takes long to tell what is free makes no mistake of it.
   */
  @Test
  void aWindowThatBeginsNowMakesSenseHoweverLongTimetablesTake() {
    desk.harc.fits("rm-network", at("20:00"), at("23:59"));
    desk.harc.fits("rm-newton", at("20:00"), at("23:59"));
    desk.harc.whenTimetablesAreAskedFor(() -> desk.clock.advance(Duration.ofSeconds(4)));
    var body = Bodies.with(Bodies.WINDOW, "/schedule/notBefore", "\"" + Desk.NOW + "\"");
    var first = scientist.post(PLACE, body, "k-1");
    assertThat(first.status()).isEqualTo(201);
    assertThat(first.text("/window/notBefore")).isEqualTo(Desk.NOW.toString());
    assertThat(first.text("/schedule/startTime")).isEqualTo(Desk.NOW.toString());
    assertThat(scientist.post(PLACE, body, "k-1").body()).isEqualTo(first.body());
  }

  @Test
  void whatNoTimeWouldHelpIsTriedOnce() {
    desk.harc.fits("rm-network", at("20:00"), at("23:59"));
    desk.harc.fits("rm-newton", at("20:00"), at("23:59"));
    desk.harc.refusesAll(new Note.Refusal("n", "NOT_ALLOWED", "newton", "", "not you", true, null));
    for (var time = 1; time <= 2; time++) {
      assertThat(scientist.post(PLACE, Bodies.WINDOW, "k-1").status()).isEqualTo(422);
    }
    assertThat(desk.harc.outcomes()).hasSize(1);
  }

  /** Somebody who gave no vote was not in a race. */
  @Test
  void whoWasNotReachedIsNotTriedAgain() {
    desk.harc.fits("rm-network", at("20:00"), at("23:59"));
    desk.harc.fits("rm-newton", at("20:00"), at("23:59"));
    desk.harc.refusesAll(
        new Note.Refusal("n", "UNREACHABLE", "newton", "", "no answer", false, null));
    assertThat(scientist.post(PLACE, Bodies.WINDOW).status()).isEqualTo(409);
    assertThat(desk.harc.outcomes()).hasSize(1);
  }

  /** Two rivals kept each other from it, so it is free: who comes again gets it. */
  @Test
  void whatTwoKeptEachOtherFromIsTriedAgainAtTheSameTime() {
    desk.harc.fits("rm-network", at("20:00"), at("23:59"));
    desk.harc.fits("rm-newton", at("20:00"), at("23:59"));
    desk.harc.refusesFirst(2, NODES_BUSY, () -> {});
    var first = scientist.post(PLACE, Bodies.BOTH, "k-1");

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.text("/schedule/startTime")).isEqualTo("2026-12-01T21:00:00Z");
    assertThat(first.json().has("window")).isFalse();
    assertThat(desk.harc.outcomes()).containsOnlyKeys(names(first.text("/id"), 3));
    assertThat(scientist.post(PLACE, Bodies.BOTH, "k-1").body()).isEqualTo(first.body());
  }

  @Test
  void whatIsRefusedAtAFixedTimeAgainAndAgainIsRefused() {
    desk.harc.fits("rm-network", at("20:00"), at("23:59"));
    desk.harc.fits("rm-newton", at("20:00"), at("23:59"));
    desk.harc.refusesAll(NODES_BUSY);
    var reply = scientist.post(PLACE, Bodies.BOTH);
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.text("/detail")).isEqualTo("only 124 are free");
    assertThat(reply.text("/alternatives/0/startTime")).isEqualTo("2026-12-01T22:00:00Z");
    assertThat(desk.harc.outcomes()).containsOnlyKeys(names(reply.text("/id"), 3));
  }

  private static String[] names(String id, int most) {
    return IntStream.rangeClosed(1, most).mapToObj(n -> id + "." + n).toArray(String[]::new);
  }

  /** The call's patience ends, and the rounds go on with the attempts. */
  @Test
  void anUndecidedAttemptIsFollowedByTheNextThoughNobodyAsks() {
    desk.harc.fits("rm-network", at("20:00"), at("23:59"));
    desk.harc.fits("rm-newton", at("20:00"), at("23:59"));
    desk.harc.decidesNothing();
    var begun = scientist.post(PLACE, Bodies.WINDOW, "k-1");
    assertThat(begun.status()).isEqualTo(202);
    desk.harc.refusesFirst(1, NODES_BUSY, () -> {});
    desk.lookAfter(Duration.ofSeconds(11));
    desk.lookAfter(Duration.ofSeconds(11));
    assertThat(desk.bean(CoAllocator.class).find(UUID.fromString(begun.text("/id"))).orElseThrow())
        .matches(booking -> booking.state().name().equals("COMMITTED"));
    assertThat(scientist.post(PLACE, Bodies.WINDOW, "k-1").status()).isEqualTo(201);
    assertThat(desk.harc.outcomes()).hasSize(2);
  }

  @Test
  void whatCouldNotBeginIsBegunAnewUnderItsKeyFromNowOn() {
    desk.harc.fits("rm-network", at("20:00"), at("23:59"));
    desk.harc.fits("rm-newton", at("20:00"), at("23:59"));
    desk.harc.startsNothing();
    assertThat(scientist.post(PLACE, Bodies.WINDOW, "k-1").status()).isEqualTo(503);
    desk.harc.commitsAll();
    desk.clock.set(at("21:10"));
    var reply = scientist.post(PLACE, Bodies.WINDOW, "k-1");
    assertThat(reply.text("/schedule/startTime")).isEqualTo("2026-12-01T21:10:00Z");
    assertThat(scientist.post(PLACE, Bodies.WINDOW, "k-1").body()).isEqualTo(reply.body());
  }
}
