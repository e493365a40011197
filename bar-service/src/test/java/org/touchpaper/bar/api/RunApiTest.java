package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.EventStream;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.RegisteredApplication.Parameter;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.client.xml.HarcActionXml;

/** What runs on booked nodes, over REST. Every call is sent twice. */
class RunApiTest {

  private static final String PATH = "/api/v1/co-allocations";

  private static final RegisteredApplication PORE =
      new RegisteredApplication(
          "pore",
          "DNA through a pore",
          "imd",
          List.of(
              new Parameter("steps", "[1-9][0-9]{0,8}", "1000", "steps to simulate"),
              new Parameter("box", "[0-9]+", null, "length of the box")),
          false);

  private static final String RUN =
      """
      {"application":"pore","arguments":["steps=5000","box=28"],"viewer":"vis.ucl",
       "environment":{"OMP_NUM_THREADS":"1"},"resources":{"processesPerNode":1}}
      """;

  private static final String BOTH = RequestBodies.with(RequestBodies.BOTH, "/compute/0/run", RUN);

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  @BeforeEach
  void registerAnApplication() {
    fixture.harc.setApplications(PORE);
    fixture.clock.advance(Duration.ofSeconds(20)); // answers to other tests are too old
  }

  @AfterEach
  void assertNoCallInsideATransaction() {
    assertThat(fixture.sentInTransaction).isEmpty();
    assertThat(fixture.harc.contradictions()).isEmpty();
  }

  private String book(String body) {
    var booked = scientist.post(PATH, body, "book");
    assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
    assertThat(scientist.post(PATH, body, "book").text("/id")).isEqualTo(booked.text("/id"));
    return booked.text("/id");
  }

  private String placeOf(String id) {
    return PATH + "/" + id + "/parts/" + partOf(id) + "/run";
  }

  private String partOf(String id) {
    return scientist.get(PATH + "/" + id).text("/compute/0/id");
  }

  private ApiReply send(String method, String place, String body, String key) {
    return scientist.send(
        scientist
            .requestTo(place)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .method(method, BodyPublishers.ofString(body)));
  }

  private List<RunRequest> orderedRuns(String transaction) {
    return HarcActionXml.read(fixture.harc.request(transaction).actionsFor("rm-newton")).stream()
        .flatMap(action ->
            switch (action) {
              case HarcAction.Make make -> Stream.of(make.work());
              case HarcAction.Modify modify -> Stream.ofNullable(modify.work());
              case HarcAction.Cancel _ -> Stream.empty();
            })
        .flatMap(work -> Stream.ofNullable(((HarcAction.ComputeNodes) work).run()))
        .toList();
  }

  private static RunStatus status(RunState state, int number, String... output) {
    return new RunStatus(
        state,
        "17",
        List.of("newton001", "newton002"),
        8901,
        "imd",
        Instant.parse("2026-12-01T21:00:01Z"),
        state == RunState.COMPLETED ? 0 : null,
        null,
        List.of(output),
        number);
  }

  private void report(RunStatus status) {
    fixture.harc.reportRun(status);
    fixture.pollNowAndAfter(Duration.ofSeconds(2));
  }

  private void start() {
    fixture.clock.set(BarFixture.NOW.plusSeconds(3600));
    fixture.pollNowAndAfter(Duration.ofSeconds(1));
  }

  @Test
  void whatIsToRunIsBookedWithTheNodes() {
    var id = book(BOTH);
    assertThat(orderedRuns(id + ".1"))
        .containsExactly(
            new RunRequest.Launch(
                "pore",
                List.of("steps=5000", "box=28"),
                Map.of("OMP_NUM_THREADS", "1"),
                1,
                null,
                "vis.ucl"));
    for (var time = 1; time <= 2; time++) {
      var run = scientist.get(placeOf(id));
      assertThat(run.status()).isEqualTo(200);
      assertThat(run.text("/application")).isEqualTo("pore");
      assertThat(run.text("/state")).isEqualTo("new");
      assertThat(run.json()).isEqualTo(scientist.get(PATH + "/" + id).json().at("/compute/0/run"));
    }
    assertThat(scientist.get(PATH).json().at("/items/0/compute/0/run").has("output")).isFalse();
  }

  @Test
  void aRunIsToldFromItsLaunchToItsEnd() {
    var id = book(BOTH);
    try (var events = new EventStream(scientist, "", null)) {
      report(status(RunState.QUEUED, 1));
      var queued = events.next();
      assertThat(queued.path("type").asString()).endsWith(".run-changed");
      assertThat(queued.at("/data/parts/0/run/state").asString()).isEqualTo("queued");
      start();
      report(status(RunState.ACTIVE, 1, "Step 1000"));
      report(status(RunState.ACTIVE, 1, "Step 2000")); // no event: the state is the same
      var run = scientist.get(placeOf(id));
      assertThat(run.text("/endpoint")).isEqualTo("imd://newton001:8901");
      assertThat(run.text("/output/0")).isEqualTo("Step 2000");
      assertThat(run.text("/jobId")).isEqualTo("17");
      assertThat(run.json().has("waitingFor")).isFalse();
      report(status(RunState.COMPLETED, 1));
      assertThat(scientist.get(placeOf(id)).text("/exitCode")).isEqualTo("0");
      assertThat(events.nextInShort()).isEqualTo("active ACTIVE");
      assertThat(events.next().at("/data/parts/0/run/state").asString()).isEqualTo("active");
      var completed = events.next();
      assertThat(completed.at("/data/parts/0/run/state").asString()).isEqualTo("completed");
      assertThat(completed.at("/data/parts/0/run/exitCode").asInt()).isZero();
    }
    assertThat(scientist.get(PATH + "/" + id).json().at("/history").toString())
        .contains("run 1 of pore is completed (job 17 on newton001, newton002)");
  }

  /** It waits at its port; the viewer must wait, too. */
  @Test
  void anEndpointSaysThatItsLightpathIsNotActive() {
    var id = book(BOTH);
    report(status(RunState.QUEUED, 1));
    assertThat(scientist.get(placeOf(id)).text("/waitingFor")).isEqualTo("lightpath");
    start();
    report(status(RunState.ACTIVE, 1));
    assertThat(scientist.get(placeOf(id)).json().has("waitingFor")).isFalse();
  }

  /** An active booking stays active, and is asked about its run every second. */
  @Test
  void aRunIsLaunchedStoppedAndLaunchedAgain() {
    var id = book(RequestBodies.BOTH);
    start();
    assertThat(scientist.get(placeOf(id)).status()).isEqualTo(404);
    var etag = scientist.get(PATH + "/" + id).header("ETag");
    for (var time = 1; time <= 2; time++) {
      var launched = send("PUT", placeOf(id), RUN, "first");
      assertThat(launched.status()).as(launched.toString()).isEqualTo(200);
      assertThat(launched.text("/state")).isEqualTo("new");
      assertThat(scientist.get(PATH + "/" + id).text("/state")).isEqualTo("ACTIVE");
    }
    assertThat(scientist.get(PATH + "/" + id).header("ETag")).isNotEqualTo(etag);
    assertThat(orderedRuns(id + ".2")).hasOnlyElementsOfType(RunRequest.Launch.class).hasSize(1);
    report(status(RunState.ACTIVE, 1));
    assertThat(send("PUT", placeOf(id), RUN, "already-running").text("/state")).isEqualTo("active");

    for (var time = 1; time <= 2; time++) {
      var stopped = send("DELETE", placeOf(id), "", "stop-" + time);
      assertThat(stopped.status()).as(stopped.toString()).isEqualTo(200);
    }
    assertThat(orderedRuns(id + ".3")).containsExactly(new RunRequest.Stop());
    report(status(RunState.CANCELED, 1));
    assertThat(scientist.get(placeOf(id)).text("/state")).isEqualTo("canceled");

    for (var time = 1; time <= 2; time++) {
      var again = send("PUT", placeOf(id), RUN, "again");
      assertThat(again.text("/state")).as(again.toString()).isEqualTo("new");
    }
    report(status(RunState.ACTIVE, 2));
    assertThat(scientist.get(placeOf(id)).text("/number")).isEqualTo("2");
    assertThat(send("PUT", placeOf(id), RUN, "again").text("/state")).isEqualTo("active");
    assertThat(fixture.harc.outcomes()).hasSize(4);
  }

  /** The complete list of nodes names what runs on them, too; it is not launched again. */
  @Test
  void aChangeOfTheNodesKeepsWhatRunsOnThem() {
    var id = book(BOTH);
    report(status(RunState.COMPLETED, 1));
    var eight = "{\"compute\":[{\"resource\":\"newton\",\"nodes\":8}]}";
    for (var time = 1; time <= 2; time++) {
      assertThat(send("PATCH", PATH + "/" + id, eight, "c-1").status()).isEqualTo(200);
    }
    var seven =
        RequestBodies.with(
            "{\"compute\":[{\"resource\":\"newton\",\"nodes\":7}]}", "/compute/0/run", RUN);
    assertThat(send("PATCH", PATH + "/" + id, seven, "c-2").text("/compute/0/run/state"))
        .isEqualTo("completed");
    assertThat(orderedRuns(id + ".2")).isEmpty();
    assertThat(orderedRuns(id + ".3")).isEmpty();
    assertThat(send("PATCH", PATH + "/" + id, seven, "c-3").errors().toString())
        .contains("something-else");
    var other = seven.replace("box=28", "box=29");
    assertThat(send("PATCH", PATH + "/" + id, other, "c-4").text("/compute/0/run/state"))
        .isEqualTo("new");
    assertThat(orderedRuns(id + ".4")).hasOnlyElementsOfType(RunRequest.Launch.class);
  }

  /** Nothing is begun; a dry run says the same. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /compute/0/run/application|"poer"|compute[0].run.application|known-application
          /compute/0/run/arguments/0|"steps"|compute[0].run.arguments[0]|name-value
          /compute/0/run/arguments/0|"stpes=1"|compute[0].run.arguments[0]|known-argument
          /compute/0/run/arguments/0|"steps=-1"|compute[0].run.arguments[0]|matches-the-pattern
          /compute/0/run/arguments/0|"box=1"|compute[0].run.arguments[1]|once
          /compute/0/run/arguments|[]|compute[0].run.arguments|required
          /compute/0/run/environment|{"A B":"1"}|compute[0].run.environment|environment-name
          /compute/0/run/viewer|"vis.ulc"|compute[0].run.viewer|known-host
          /compute/0/run/resources/processesPerNode|0|compute[0].run.resources.processesPerNode|at-least-1
          """)
  void whatCanNeverRunIsRefusedAtTheCall(String pointer, String json, String field, String rule) {
    var body = RequestBodies.with(BOTH, pointer, json);
    for (var time = 1; time <= 2; time++) {
      for (var request : List.of(body, RequestBodies.with(body, "/dryRun", "true"))) {
        var refused = scientist.post(PATH, request);
        assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
        assertThat(refused.text("/errors/0/field")).isEqualTo(field);
        assertThat(refused.text("/errors/0/rule")).isEqualTo(rule);
      }
    }
    assertThat(fixture.harc.beginCount()).isZero();
  }

  @Test
  void theRunAloneIsRefusedByItsOwnFields() {
    var id = book(RequestBodies.BOTH);
    var unknown = RUN.replace("steps=5000", "speed=1");
    for (var time = 1; time <= 2; time++) {
      var refused = send("PUT", placeOf(id), unknown, "k");
      assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
      assertThat(refused.text("/errors/0/field")).isEqualTo("arguments[0]");
      assertThat(send("PUT", placeOf(id), "{}", "k").text("/errors/0/field"))
          .isEqualTo("application");
    }
    assertThat(
            send("PUT", PATH + "/" + id + "/parts/" + UUID.randomUUID() + "/run", RUN, "k")
                .status())
        .isEqualTo(404);
    assertThat(fixture.harc.outcomes()).hasSize(1);
  }

  @Test
  void onlyTheOwnerAndAdministratorsLaunchAndStop() {
    var id = book(BOTH);
    var place = placeOf(id);
    for (var time = 1; time <= 2; time++) {
      var operator = fixture.clientFor("operator");
      assertThat(operator.get(place).status()).isEqualTo(200);
      assertThat(operator.delete(place).status()).isEqualTo(403);
      assertThat(fixture.clientFor("admin").delete(place).status()).isEqualTo(200);
    }
    assertThat(orderedRuns(id + ".2")).containsExactly(new RunRequest.Stop());
  }

  /** A launch that the cluster refuses leaves everything as it was. */
  @Test
  void aRefusedLaunchChangesNothing() {
    var id = book(BOTH);
    fixture.harc.refuseAll(
        new VoteNote.Refusal(
            partOf(id), "RUN_ACTIVE", "newton", "run", "pore runs; stop it first", false, null));
    for (var time = 1; time <= 2; time++) {
      var refused = send("PUT", placeOf(id), RUN.replace("box=28", "box=29"), "other");
      assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
      assertThat(refused.text("/refusals/0/code")).isEqualTo("RUN_ACTIVE");
    }
    assertThat(scientist.get(placeOf(id)).json().at("/arguments/1").asString()).isEqualTo("box=28");
  }

  @Test
  void anUndecidedLaunchIsAnsweredTheSameUnderItsKey() {
    var id = book(BOTH);
    fixture.harc.leaveUndecided();
    for (var time = 1; time <= 2; time++) {
      var undecided = send("PUT", placeOf(id), RUN.replace("box=28", "box=29"), "k-2");
      assertThat(undecided.status()).as(undecided.toString()).isEqualTo(202);
      assertThat(undecided.header("Location")).isEqualTo(PATH + "/" + id);
      assertThat(undecided.text("/arguments/1")).isEqualTo("box=28");
    }
  }

  /** An unknown application cannot be told from a known one. */
  @Test
  void aSilentResourceManagerIsNamed() {
    fixture.clock.advance(Duration.ofSeconds(20)); // answers to other tests are too old
    fixture.harc.stopAcceptor("rm-newton");
    for (var time = 1; time <= 2; time++) {
      var unavailable = scientist.post(PATH, BOTH, "silent");
      assertThat(unavailable.status()).as(unavailable.toString()).isEqualTo(503);
      assertThat(unavailable.text("/detail")).contains("rm-newton");
      var listed = scientist.get("/api/v1/resources?type=cluster");
      assertThat(listed.json().at("/unanswered").toString()).contains("rm-newton");
    }
    fixture.harc.restart("rm-newton");
    assertThat(scientist.post(PATH, BOTH, "silent").status()).isEqualTo(201);
  }

  @Test
  void clustersListTheirApplications() {
    fixture.clock.advance(Duration.ofSeconds(10)); // answers to other tests are too old
    for (var time = 1; time <= 2; time++) {
      var listed = scientist.get("/api/v1/resources?type=cluster");
      assertThat(listed.text("/items/0/applications/0/name")).isEqualTo("pore");
      assertThat(listed.text("/items/0/applications/0/parameters/0/default")).isEqualTo("1000");
    }
    assertThat(fixture.harc.receivedMessages())
        .filteredOn(message -> message.contains(" applications "))
        .as("an answer is used for a few seconds")
        .containsExactly("rm-newton applications newton for scientist");
  }

  @Test
  void thePageShowsTheRun() {
    var id = book(BOTH);
    var browser = new PageBrowser(fixture.url());
    browser.logIn("scientist", "scientist");
    assertThat(browser.get("/bookings/" + id).text()).contains("pore steps=5000 box=28", ">new<");
    start();
    report(status(RunState.ACTIVE, 1, "Step 1000", "<Step> 2000"));
    for (var time = 1; time <= 2; time++) {
      assertThat(browser.get("/bookings/" + id).text())
          .contains(">active<", "imd://newton001:8901", "17 on newton001, newton002")
          .contains("Step 1000\n&lt;Step&gt; 2000");
    }
  }
}
