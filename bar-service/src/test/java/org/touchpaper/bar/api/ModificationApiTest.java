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
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.client.xml.HarcActionXml;

/** Changes over REST: all or nothing; every call is sent twice. */
class ModificationApiTest {

  private static final String PATH = "/api/v1/co-allocations";

  private static final String LATER_SCHEDULE =
      """
      { "schedule": { "startTime": "2026-12-01T22:00:00Z", "endTime": "2026-12-01T23:00:00Z" } }
      """;

  private static final String MORE_NODES =
      """
      { "compute": [ { "resource": "newton", "nodes": 8 } ] }
      """;

  private static final VoteNote.Refusal NODES_BUSY =
      new VoteNote.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");
  private String id = "";

  @BeforeEach
  void book() {
    id = scientist.post(PATH, RequestBodies.BOTH).text("/id");
  }

  @AfterEach
  void assertNoCallInsideATransaction() {
    assertThat(fixture.sentInTransaction).isEmpty();
    assertThat(fixture.harc.contradictions()).isEmpty();
  }

  @Test
  void allPartsMoveInOneTransaction() {
    var reply = modify(LATER_SCHEDULE);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text("/schedule/startTime")).isEqualTo("2026-12-01T22:00:00Z");
    assertThat(reply.text("/state")).isEqualTo("COMMITTED");
    assertThat(reply.text("/change/state")).isEqualTo("COMMITTED");
    var request = fixture.harc.request(id + ".2");
    assertThat(request.record().resourceManagers()).containsExactly("rm-network", "rm-newton");
    assertThat(actions("rm-network")).allMatch(HarcAction.Modify.class::isInstance);
    assertThat(actions("rm-newton")).allMatch(HarcAction.Modify.class::isInstance);
    assertThat(fixture.harc.outcomes()).hasSize(2);
  }

  @Test
  void onlyAffectedResourceManagersParticipate() {
    assertThat(modify(MORE_NODES).text("/compute/0/nodes")).isEqualTo("8");
    assertThat(fixture.harc.request(id + ".2").record().resourceManagers())
        .containsExactly("rm-newton");
  }

  @Test
  void aLightpathBetweenOtherHostsReplacesTheOldOne() {
    var before = scientist.get(PATH + "/" + id).text("/lightpaths/0/connectionId");
    var reply =
        modify(
            """
            { "lightpaths": [ { "source": "newton.manchester", "destination": "vis.ucl",
              "bandwidthMbps": 500 } ] }
            """);
    assertThat(reply.text("/lightpaths/0/source")).isEqualTo("newton.manchester");
    assertThat(reply.text("/lightpaths/0/connectionId")).isNotEqualTo(before);
    assertThat(actions("rm-network"))
        .hasExactlyElementsOfTypes(HarcAction.Make.class, HarcAction.Cancel.class);
  }

  /** Status queries name the transaction that changed a part last. */
  @Test
  void aChangedBookingBecomesActiveAndEnds() {
    modify(MORE_NODES);
    fixture.clock.set(BarFixture.NOW.plusSeconds(3600));
    fixture.pollNowAndAfter(Duration.ofSeconds(1));
    assertThat(scientist.get(PATH + "/" + id).text("/state")).isEqualTo("ACTIVE");
    assertThat(fixture.harc.receivedMessages())
        .contains("rm-network query " + id + ".1", "rm-newton query " + id + ".2")
        .doesNotContain("rm-newton query " + id + ".1");
    assertThat(modify("{\"schedule\":{\"endTime\":\"2026-12-01T22:30:00Z\"}}").status())
        .isEqualTo(200);
    fixture.clock.set(BarFixture.NOW.plusSeconds(7200));
    fixture.pollNowAndAfter(Duration.ofSeconds(1));
    assertThat(scientist.get(PATH + "/" + id).text("/state")).isEqualTo("ACTIVE");
    fixture.clock.set(BarFixture.NOW.plusSeconds(9000));
    fixture.pollNowAndAfter(Duration.ofSeconds(1));
    assertThat(scientist.get(PATH + "/" + id).text("/state")).isEqualTo("ENDED");
  }

  @Test
  void aRefusedChangeLeavesTheBookingUnchanged() {
    var before = scientist.get(PATH + "/" + id);
    fixture.harc.refuseAll(NODES_BUSY);
    var reply = modify(LATER_SCHEDULE);
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.text("/refusals/0/code")).isEqualTo("NODES_BUSY");
    assertThat(reply.text("/state")).isEqualTo("COMMITTED");
    assertThat(reply.text("/alternatives/0/startTime")).isEqualTo("2026-12-01T23:00:00Z");
    var after = scientist.get(PATH + "/" + id);
    for (var place : List.of("/state", "/schedule", "/compute", "/lightpaths")) {
      assertThat(after.json().at(place)).isEqualTo(before.json().at(place));
    }
    assertThat(after.text("/change/state")).isEqualTo("REFUSED");
    assertThat(after.text("/change/reason")).isEqualTo("only 124 are free");
    fixture.harc.commitAll();
    assertThat(modify(LATER_SCHEDULE).status()).isEqualTo(200);
  }

  @Test
  void anUndecidedChangeLeavesTheBookingUnchangedAndBlocksOthers() {
    fixture.harc.leaveUndecided();
    var reply = modify(MORE_NODES, "k-2");
    assertThat(reply.status()).isEqualTo(202);
    assertThat(reply.text("/state")).isEqualTo("COMMITTED");
    assertThat(reply.text("/compute/0/nodes")).isEqualTo("4");
    assertThat(reply.text("/change/state")).isEqualTo("UNDECIDED");
    assertThat(scientist.delete(PATH + "/" + id).text("/detail"))
        .contains("a change of the booking");
    assertThat(modify(LATER_SCHEDULE).status()).isEqualTo(409);
    fixture.harc.commitAll();
    assertThat(modify(MORE_NODES, "k-2").text("/compute/0/nodes")).isEqualTo("8");
    assertThat(scientist.delete(PATH + "/" + id).text("/state")).isEqualTo("CANCELLED");
  }

  @Test
  void aChangeThatDidNotStartMayBeRetriedUnderItsKey() {
    fixture.harc.answerNotStarted();
    assertThat(patch(MORE_NODES, "k-2").status()).isEqualTo(503);
    fixture.harc.commitAll();
    assertThat(modify(MORE_NODES, "k-2").text("/compute/0/nodes")).isEqualTo("8");
    assertThat(fixture.harc.outcomes()).containsOnlyKeys(id + ".1", id + ".3");
  }

  @Test
  void aChangeWithAUsedTransactionNumberMustBeRequestedAgain() {
    fixture.harc.reportIdTaken(2);
    var unavailable = patch(MORE_NODES, "k-2");
    assertThat(unavailable.status()).isEqualTo(503);
    assertThat(unavailable.text("/detail")).contains("another transaction already used its id");
    assertThat(modify(MORE_NODES, "k-2").text("/compute/0/nodes")).isEqualTo("8");
    assertThat(fixture.harc.outcomes()).containsOnlyKeys(id + ".1", id + ".3");
  }

  @Test
  void aKeyBelongsToOneChange() {
    modify(MORE_NODES, "k-2");
    assertThat(patch(LATER_SCHEDULE, "k-2").errors()).containsExactly("Idempotency-Key: same-body");
    modify(LATER_SCHEDULE, "k-3");
    assertThat(modify(MORE_NODES, "k-2").status()).as("repeated late, applied once").isEqualTo(200);
    assertThat(fixture.harc.outcomes()).hasSize(3);
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
          {"schedule":{"notAfter":"2026-12-01T20:30:00Z"}}            | 422 | fits-the-window
          {"schedule":{"notAfter":"2026-12-01T22:00:00Z","endTime":"2026-12-01T22:00:00Z"}} | 422 | one-form
          {"schedule":{"duration":"PT1H"}}                            | 400 | required
          {"schedule":{"endTime":"tonight"}}                          | 400 | rfc-3339
          {"owner":"another"}                                         | 400 | unknown
          """)
  void anInvalidChangeIsNotBegun(String body, int status, String rule) {
    var reply = patch(body, UUID.randomUUID().toString());
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.errors()).as(reply.body()).anyMatch(error -> error.endsWith(": " + rule));
    assertThat(fixture.harc.outcomes()).hasSize(1);
  }

  @Test
  void aStartedBookingKeepsItsStart() {
    fixture.clock.set(BarFixture.NOW.plusSeconds(3601));
    assertThat(patch(LATER_SCHEDULE, "k-2").errors())
        .containsExactly("schedule.startTime: has-begun");
    var window = "{\"schedule\":{\"notAfter\":\"2026-12-02T22:00:00Z\"}}";
    assertThat(patch(window, "k-3").errors()).containsExactly("schedule: has-begun");
  }

  @Test
  void aCancelledOrEndedBookingCannotBeChanged() {
    fixture.clock.set(BarFixture.NOW.plusSeconds(7200));
    assertThat(modify(LATER_SCHEDULE).text("/detail")).isEqualTo("the booking has ended");
    fixture.clock.set(BarFixture.NOW);
    scientist.delete(PATH + "/" + id);
    var reply = modify(LATER_SCHEDULE);
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.text("/detail")).isEqualTo("the booking was cancelled");
  }

  @Test
  void onlyTheOwnerOrAnAdminChangesIt() {
    assertThat(patch(fixture.clientFor("operator"), MORE_NODES, "k-2").status()).isEqualTo(403);
    assertThat(patch(fixture.clientFor("admin"), MORE_NODES, "k-2").status()).isEqualTo(200);
    id = UUID.randomUUID().toString();
    assertThat(patch(MORE_NODES, "k-2").status()).isEqualTo(404);
  }

  /** The owner is unchanged, and new parts belong to the owner. */
  @Test
  void resourceManagersGetTheRequester() {
    var admin = fixture.clientFor("admin");
    assertThat(patch(admin, MORE_NODES, "k-2").status()).isEqualTo(200);
    assertThat(fixture.harc.request(id + ".2").caller().name()).isEqualTo("admin");
    assertThat(fixture.harc.request(id + ".2").caller().role()).isEqualTo("admin");
    var swap =
        """
        { "lightpaths": [ { "source": "newton.manchester", "destination": "vis.ucl",
          "bandwidthMbps": 500 } ] }
        """;
    assertThat(patch(admin, swap, "k-3").status()).isEqualTo(200);
    assertThat(fixture.harc.request(id + ".3").caller().name()).isEqualTo("admin");
    assertThat(HarcActionXml.read(fixture.harc.request(id + ".3").actionsFor("rm-network")))
        .first()
        .isInstanceOfSatisfying(
            HarcAction.Make.class,
            make ->
                assertThat(make.owner())
                    .isEqualTo(new HarcAction.Owner("scientist", "ucl", List.of(), "scientist")));
    assertThat(admin.delete(PATH + "/" + id).status()).isEqualTo(200);
    assertThat(fixture.harc.request(id + ".4").caller().role()).isEqualTo("admin");
    assertThat(scientist.get(PATH + "/" + id).text("/owner")).isEqualTo("scientist");
  }

  private List<HarcAction> actions(String rm) {
    return HarcActionXml.read(fixture.harc.request(id + ".2").actionsFor(rm));
  }

  private ApiReply modify(String body) {
    return modify(body, UUID.randomUUID().toString());
  }

  private ApiReply modify(String body, String key) {
    var first = patch(body, key);
    var second = patch(body, key);
    assertThat(second.status()).isEqualTo(first.status());
    return second;
  }

  private ApiReply patch(String body, String key) {
    return patch(scientist, body, key);
  }

  private ApiReply patch(ApiClient who, String body, String key) {
    return who.send(
        who.requestTo(PATH + "/" + id)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .method("PATCH", BodyPublishers.ofString(body)));
  }
}
