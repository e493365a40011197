package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.desk.Reply;
import org.touchpaper.bar.desk.Visitor;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.Note;

/** A booking is changed whole at the front door, or it stays what it is; every call comes twice. */
class ChangingTest {

  private static final String PLACE = "/api/v1/co-allocations";

  private static final String LATER =
      """
      { "schedule": { "startTime": "2026-12-01T22:00:00Z", "endTime": "2026-12-01T23:00:00Z" } }
      """;

  private static final String MORE =
      """
      { "compute": [ { "resource": "newton", "nodes": 8 } ] }
      """;

  private static final Note.Refusal NODES_BUSY =
      new Note.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private final Desk desk = Desk.fresh();
  private final Visitor scientist = desk.as("scientist");
  private String id = "";

  @BeforeEach
  void itIsBooked() {
    id = scientist.post(PLACE, Bodies.BOTH).text("/id");
  }

  @AfterEach
  void nobodyWasSpokenToInsideATransaction() {
    assertThat(desk.sentInTransaction).isEmpty();
    assertThat(desk.harc.contradictions()).isEmpty();
  }

  @Test
  void itIsMovedWholeInOneTransaction() {
    var reply = change(LATER);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text("/schedule/startTime")).isEqualTo("2026-12-01T22:00:00Z");
    assertThat(reply.text("/state")).isEqualTo("COMMITTED");
    assertThat(reply.text("/change/state")).isEqualTo("COMMITTED");
    var request = desk.harc.request(id + ".2");
    assertThat(request.record().resourceManagers()).containsExactly("rm-network", "rm-newton");
    assertThat(actions("rm-network")).allMatch(Action.Modify.class::isInstance);
    assertThat(actions("rm-newton")).allMatch(Action.Modify.class::isInstance);
    assertThat(desk.harc.outcomes()).hasSize(2);
  }

  @Test
  void whoIsNotConcernedIsNotAsked() {
    assertThat(change(MORE).text("/compute/0/nodes")).isEqualTo("8");
    assertThat(desk.harc.request(id + ".2").record().resourceManagers())
        .containsExactly("rm-newton");
  }

  @Test
  void aLightpathBetweenOtherEndsIsSwappedForTheOldOne() {
    var before = scientist.get(PLACE + "/" + id).text("/lightpaths/0/connectionId");
    var reply =
        change(
            """
            { "lightpaths": [ { "source": "newton.manchester", "destination": "vis.ucl",
              "bandwidthMbps": 500 } ] }
            """);
    assertThat(reply.text("/lightpaths/0/source")).isEqualTo("newton.manchester");
    assertThat(reply.text("/lightpaths/0/connectionId")).isNotEqualTo(before);
    assertThat(actions("rm-network"))
        .hasExactlyElementsOfTypes(Action.Make.class, Action.Cancel.class);
  }

  /** The changed part by the transaction that changed it, the other by the one that made it. */
  @Test
  void whatWasChangedComesUpAndEnds() {
    change(MORE);
    desk.clock.set(Desk.NOW.plusSeconds(3600));
    desk.lookAfter(Duration.ofSeconds(1));
    assertThat(scientist.get(PLACE + "/" + id).text("/state")).isEqualTo("ACTIVE");
    assertThat(desk.harc.heard())
        .contains("rm-network query " + id + ".1", "rm-newton query " + id + ".2")
        .doesNotContain("rm-newton query " + id + ".1");
    assertThat(change("{\"schedule\":{\"endTime\":\"2026-12-01T22:30:00Z\"}}").status())
        .isEqualTo(200);
    desk.clock.set(Desk.NOW.plusSeconds(7200));
    desk.lookAfter(Duration.ofSeconds(1));
    assertThat(scientist.get(PLACE + "/" + id).text("/state")).isEqualTo("ACTIVE");
    desk.clock.set(Desk.NOW.plusSeconds(9000));
    desk.lookAfter(Duration.ofSeconds(1));
    assertThat(scientist.get(PLACE + "/" + id).text("/state")).isEqualTo("ENDED");
  }

  @Test
  void whatIsRefusedLeavesItAsItWas() {
    var before = scientist.get(PLACE + "/" + id);
    desk.harc.refusesAll(NODES_BUSY);
    var reply = change(LATER);
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.text("/refusals/0/code")).isEqualTo("NODES_BUSY");
    assertThat(reply.text("/state")).isEqualTo("COMMITTED");
    assertThat(reply.text("/alternatives/0/startTime")).isEqualTo("2026-12-01T23:00:00Z");
    var after = scientist.get(PLACE + "/" + id);
    for (var place : List.of("/state", "/schedule", "/compute", "/lightpaths")) {
      assertThat(after.json().at(place)).isEqualTo(before.json().at(place));
    }
    assertThat(after.text("/change/state")).isEqualTo("REFUSED");
    assertThat(after.text("/change/reason")).isEqualTo("only 124 are free");
    desk.harc.commitsAll();
    assertThat(change(LATER).status()).isEqualTo(200);
  }

  @Test
  void whileItIsUndecidedItIsWhatItWasAndNothingElseIsBegun() {
    desk.harc.decidesNothing();
    var reply = change(MORE, "k-2");
    assertThat(reply.status()).isEqualTo(202);
    assertThat(reply.text("/state")).isEqualTo("COMMITTED");
    assertThat(reply.text("/compute/0/nodes")).isEqualTo("4");
    assertThat(reply.text("/change/state")).isEqualTo("UNDECIDED");
    assertThat(scientist.delete(PLACE + "/" + id).text("/detail")).contains("a change of it");
    assertThat(change(LATER).status()).isEqualTo(409);
    desk.harc.commitsAll();
    assertThat(change(MORE, "k-2").text("/compute/0/nodes")).isEqualTo("8");
    assertThat(scientist.delete(PLACE + "/" + id).text("/state")).isEqualTo("CANCELLED");
  }

  @Test
  void whatReachesTooFewAcceptorsMayBeTriedAgainUnderItsKey() {
    desk.harc.startsNothing();
    assertThat(patch(MORE, "k-2").status()).isEqualTo(503);
    desk.harc.commitsAll();
    assertThat(change(MORE, "k-2").text("/compute/0/nodes")).isEqualTo("8");
    assertThat(desk.harc.outcomes()).containsOnlyKeys(id + ".1", id + ".3");
  }

  @Test
  void aChangeWhoseNumberWasUsedForSomethingElseIsAskedForAgain() {
    desk.harc.knowsAnother(2);
    var away = patch(MORE, "k-2");
    assertThat(away.status()).isEqualTo(503);
    assertThat(away.text("/detail")).contains("its number was used for something else");
    assertThat(change(MORE, "k-2").text("/compute/0/nodes")).isEqualTo("8");
    assertThat(desk.harc.outcomes()).containsOnlyKeys(id + ".1", id + ".3");
  }

  @Test
  void aKeyIsForOneChange() {
    change(MORE, "k-2");
    assertThat(patch(LATER, "k-2").errors()).containsExactly("Idempotency-Key: same-body");
    change(LATER, "k-3");
    assertThat(change(MORE, "k-2").status()).as("late, and not done twice").isEqualTo(200);
    assertThat(desk.harc.outcomes()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                          | 422 | something-else
          {"compute":[{"resource":"newton","nodes":4}]}               | 422 | something-else
          {"compute":[],"lightpaths":[]}                              | 422 | not-empty
          {"compute":[{"resource":"newton","nodes":129}]}             | 422 | at-most-the-machine
          {"compute":[{"resource":"turing","nodes":1}]}               | 422 | known-cluster
          {"schedule":{"startTime":"2026-12-01T19:00:00Z"}}           | 422 | not-in-the-past
          {"schedule":{"startTime":"2026-12-01T22:00:00Z"}}           | 422 | after-start
          {"schedule":{"endTime":"2028-12-01T22:00:00Z"}}             | 422 | within-horizon
          {"schedule":{"notAfter":"2026-12-01T22:00:00Z"}}            | 422 | fixed-times
          {"schedule":{"endTime":"tonight"}}                          | 400 | rfc-3339
          {"description":"another"}                                   | 400 | unknown
          """)
  void whatMakesNoSenseIsNotBegun(String body, int status, String rule) {
    var reply = patch(body, UUID.randomUUID().toString());
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.errors()).as(reply.body()).anyMatch(error -> error.endsWith(": " + rule));
    assertThat(desk.harc.outcomes()).hasSize(1);
  }

  @Test
  void whatHasBegunKeepsItsStart() {
    desk.clock.set(Desk.NOW.plusSeconds(3601));
    assertThat(patch(LATER, "k-2").errors()).containsExactly("schedule.startTime: has-begun");
  }

  @Test
  void whatIsCancelledOrOverIsNotChanged() {
    desk.clock.set(Desk.NOW.plusSeconds(7200));
    assertThat(change(LATER).text("/detail")).isEqualTo("it has ended");
    desk.clock.set(Desk.NOW);
    scientist.delete(PLACE + "/" + id);
    var reply = change(LATER);
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.text("/detail")).isEqualTo("it was cancelled");
  }

  @Test
  void onlyItsOwnerOrAnAdminChangesIt() {
    assertThat(patch(desk.as("operator"), MORE, "k-2").status()).isEqualTo(403);
    assertThat(patch(desk.as("admin"), MORE, "k-2").status()).isEqualTo(200);
    id = UUID.randomUUID().toString();
    assertThat(patch(MORE, "k-2").status()).isEqualTo(404);
  }

  /** The owner stays the owner, and what is made is theirs. */
  @Test
  void resourceManagersAreToldWhoAsks() {
    var admin = desk.as("admin");
    assertThat(patch(admin, MORE, "k-2").status()).isEqualTo(200);
    assertThat(desk.harc.request(id + ".2").caller().name()).isEqualTo("admin");
    assertThat(desk.harc.request(id + ".2").caller().role()).isEqualTo("admin");
    var swap =
        """
        { "lightpaths": [ { "source": "newton.manchester", "destination": "vis.ucl",
          "bandwidthMbps": 500 } ] }
        """;
    assertThat(patch(admin, swap, "k-3").status()).isEqualTo(200);
    assertThat(desk.harc.request(id + ".3").caller().name()).isEqualTo("admin");
    assertThat(ActionXml.read(desk.harc.request(id + ".3").actionsFor("rm-network")))
        .first()
        .isInstanceOfSatisfying(
            Action.Make.class,
            make ->
                assertThat(make.owner())
                    .isEqualTo(new Action.Owner("scientist", "ucl", List.of(), "scientist")));
    assertThat(admin.delete(PLACE + "/" + id).status()).isEqualTo(200);
    assertThat(desk.harc.request(id + ".4").caller().role()).isEqualTo("admin");
    assertThat(scientist.get(PLACE + "/" + id).text("/owner")).isEqualTo("scientist");
  }

  private List<Action> actions(String rm) {
    return ActionXml.read(desk.harc.request(id + ".2").actionsFor(rm));
  }

  private Reply change(String body) {
    return change(body, UUID.randomUUID().toString());
  }

  private Reply change(String body, String key) {
    var first = patch(body, key);
    var second = patch(body, key);
    assertThat(second.status()).isEqualTo(first.status());
    return second;
  }

  private Reply patch(String body, String key) {
    return patch(scientist, body, key);
  }

  private Reply patch(Visitor who, String body, String key) {
    return who.send(
        who.to(PLACE + "/" + id)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .method("PATCH", BodyPublishers.ofString(body)));
  }
}
