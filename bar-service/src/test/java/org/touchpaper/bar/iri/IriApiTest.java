package org.touchpaper.bar.iri;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
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
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.RegisteredApplication.Parameter;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.schema.openapi.OpenApiContract;
import tools.jackson.databind.json.JsonMapper;

/** The IRI Facility API over HTTP, with tokens. Every call is sent twice. */
class IriApiTest {

  private static final String IRI = "/iri/api/v2";
  private static final String SUBMIT = IRI + "/compute/job/newton";
  private static final String STATUS = IRI + "/compute/status/newton";
  private static final String CANCEL = IRI + "/compute/cancel/newton/";
  private static final String CO_ALLOCATIONS = "/api/v1/co-allocations";

  private static final String SPEC =
      """
      {"executable":"pore","arguments":["steps=5000"],"name":"my job","container":null,
       "environment":{"OMP_NUM_THREADS":"1"},"inherit_environment":true,
       "resources":{"node_count":4,"processes_per_node":1,"exclusive_node_use":true,"memory":null},
       "attributes":{"reservation_id":"%s","duration":3600,
         "custom_attributes":{"viewer":"vis.ucl"}}}
      """;

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = withToken("scientist", "\"read\",\"book\"");

  private ApiClient withToken(String user, String scopes) {
    var token =
        fixture
            .clientFor(user)
            .post("/api/v1/tokens", "{\"name\":\"iri\",\"scopes\":[" + scopes + "]}");
    assertThat(token.status()).as(token.toString()).isEqualTo(201);
    return fixture.clientWithToken(token.text("/secret"));
  }

  @BeforeEach
  void registerAnApplication() {
    fixture.clock.advance(Duration.ofSeconds(20)); // answers to other tests are too old
    fixture.harc.setApplications(
        new RegisteredApplication(
            "pore",
            "DNA through a pore",
            "imd",
            List.of(new Parameter("steps", "[1-9][0-9]{0,8}", "1000", "steps to simulate")),
            false));
  }

  @AfterEach
  void assertNoCallInsideATransaction() {
    assertThat(fixture.sentInTransaction).isEmpty();
    assertThat(fixture.harc.contradictions()).isEmpty();
  }

  /** Books four nodes and a lightpath; returns the id of the co-allocation. */
  private String book() {
    var booked = scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    assertThat(booked.status()).as(booked.toString()).isEqualTo(201);
    return booked.text("/id");
  }

  private String reservation(String booking) {
    return scientist.get(CO_ALLOCATIONS + "/" + booking).text("/compute/0/id");
  }

  private ApiReply submit(String booking, String key) {
    return scientist.post(SUBMIT, SPEC.formatted(reservation(booking)), key);
  }

  private void report(RunState state, int number) {
    fixture.harc.reportRun(
        new RunStatus(
            state,
            "17",
            List.of("newton001", "newton002"),
            8901,
            "imd",
            Instant.parse("2026-12-01T21:00:01Z"),
            state == RunState.COMPLETED ? 0 : null,
            null,
            List.of("Step 1000"),
            number));
    fixture.pollNowAndAfter(Duration.ofSeconds(2));
  }

  private void start() {
    fixture.clock.set(BarFixture.NOW.plusSeconds(3600));
    fixture.pollNowAndAfter(Duration.ofSeconds(1));
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

  @Test
  void theFacilityIsThisSiteAndItsSitesAreTheCampuses() {
    for (var time = 1; time <= 2; time++) {
      var facility = scientist.get(IRI + "/facility");
      assertThat(facility.text("/id")).isEqualTo("ucl");
      assertThat(facility.text("/self_uri")).isEqualTo(fixture.url().resolve(IRI) + "/facility");
      var site = scientist.get(URI.create(facility.text("/site_uris/0")).getPath());
      assertThat(site.status()).isEqualTo(200);
      var sites = scientist.get(IRI + "/facility/sites");
      assertThat(sites.json()).hasSize(facility.json().at("/site_uris").size());
      assertThat(scientist.get(IRI + "/facility/sites?limit=1&offset=1").json().get(0))
          .isEqualTo(sites.json().get(1));
      assertThat(scientist.get(IRI + "/facility/sites?short_name=manchester").body())
          .contains("/status/resources/newton");
      assertThat(scientist.get(IRI + "/facility/sites/nowhere").status()).isEqualTo(404);
    }
  }

  @Test
  void clustersLinksAndElementsHaveAStatus() {
    for (var time = 1; time <= 2; time++) {
      var newton = scientist.get(IRI + "/status/resources/newton");
      assertThat(newton.text("/current_status")).isEqualTo("up");
      assertThat(newton.text("/resource_type")).isEqualTo("urn:doe-iri:resource:compute");
      assertThat(newton.text("/supported_endpoints/0")).isEqualTo("compute");
      assertThat(newton.text("/site_uri")).endsWith("/facility/sites/manchester");
      assertThat(scientist.get(IRI + "/compute/resources").body()).contains("/resources/newton");
      var link = scientist.get(IRI + "/status/resources?group=link");
      assertThat(link.text("/0/id")).isEqualTo("link-LONDON-READING");
      assertThat(link.text("/0/current_status")).as("LONDON has an alarm").isEqualTo("degraded");
      assertThat(scientist.get(IRI + "/status/resources?group=element").json()).isEmpty();
      assertThat(
              scientist
                  .get(IRI + "/status/resources?resource_type=urn:doe-iri:resource:network")
                  .json())
          .hasSize(1);
      var elements =
          withToken("operator", "\"read\",\"operate\"")
              .get(IRI + "/status/resources?group=element&current_status=degraded");
      assertThat(elements.body()).contains("element-LONDON", "element-NE%201");
      assertThat(scientist.get(IRI + "/status/resources?groop=link").status()).isEqualTo(400);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/status/resources?group=",
        "/status/resources?current_status=fine",
        "/status/resources?resource_type=compute",
        "/status/resources?resource_type=urn:doe-iri:resource:compute%0A",
        "/status/resources?limit=1001",
        "/status/resources?name=",
        "/status/incidents?status=UP",
        "/status/incidents?type=sudden",
        "/status/incidents?resolution=none",
        "/status/events?from=yesterday",
        "/facility/sites?offset=-1",
        "/facility/sites?short_name="
      })
  void aMisspeltFilterIsRefused(String path) {
    for (var time = 1; time <= 2; time++) {
      var refused = scientist.get(IRI + path);
      assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
      assertThat(refused.text("/invalid_params/0/name"))
          .isEqualTo(path.replaceAll(".*\\?|=.*", ""));
    }
  }

  @Test
  void whatIsImpairedIsAnIncidentWithAnEvent() {
    for (var time = 1; time <= 2; time++) {
      var incidents = scientist.get(IRI + "/status/incidents");
      assertThat(incidents.json()).hasSize(1);
      assertThat(incidents.text("/0/status")).isEqualTo("degraded");
      assertThat(incidents.text("/0/description")).isEqualTo("LONDON is degraded");
      assertThat(incidents.text("/0/start")).isEqualTo("2026-12-01T19:00:00.123Z");
      var event = scientist.get(URI.create(incidents.text("/0/event_uris/0")).getPath());
      assertThat(event.text("/resource_uri")).isEqualTo(incidents.text("/0/resource_uris/0"));
      assertThat(event.text("/incident_uri")).isEqualTo(incidents.text("/0/self_uri"));
      assertThat(scientist.get(IRI + "/status/events?resource_id=newton").json()).isEmpty();
      assertThat(scientist.get(IRI + "/status/incidents/newton").status()).isEqualTo(404);
      assertThat(scientist.get(IRI + "/status/incidents?type=planned").json()).isEmpty();
    }
  }

  @Test
  void incidentsAndEventsAreFoundByTheirResource() {
    var operator = withToken("operator", "\"read\",\"operate\"");
    var resources = List.of("link-LONDON-READING", "element-LONDON");
    for (var resource : resources) {
      for (var list : List.of("incidents", "events")) {
        var found = operator.get(IRI + "/status/" + list + "?resource_id=" + resource);
        assertThat(found.json()).as(list + " of " + resource).hasSize(1);
        assertThat(found.body()).contains("/status/resources/" + resource + "\"");
        var other =
            operator.get(
                IRI
                    + "/status/"
                    + list
                    + "?resource_id=newton&name="
                    + found.text("/0/name").replace(" ", "%20"));
        assertThat(other.json()).isEmpty();
      }
    }
    assertThat(operator.get(IRI + "/status/incidents").json().size())
        .isGreaterThanOrEqualTo(resources.size());
  }

  @Test
  void aClusterWhoseResourceManagerIsSilentIsUnknown() {
    fixture.clock.advance(Duration.ofSeconds(20));
    fixture.harc.stopAcceptor("rm-newton");
    for (var time = 1; time <= 2; time++) {
      assertThat(scientist.get(IRI + "/status/resources/newton").text("/current_status"))
          .isEqualTo("unknown");
      assertThat(scientist.get(IRI + "/status/incidents/newton").text("/description"))
          .contains("rm-newton");
    }
    fixture.harc.restart("rm-newton");
  }

  @Test
  void aJobIsSubmittedToBookedNodesWatchedAndCancelled() {
    var booking = book();
    start();
    var first = submit(booking, "k-1");
    assertThat(first.status()).as(first.toString()).isEqualTo(200);
    assertThat(first.header("Idempotency-Key-Reply")).isEqualTo("miss");
    assertThat(first.text("/status/state")).isEqualTo("new");
    var again = submit(booking, "k-1");
    assertThat(again.header("Idempotency-Key-Reply")).isEqualTo("hit");
    var id = first.text("/id");
    assertThat(again.text("/id")).isEqualTo(id);
    assertThat(orderedRuns(booking + ".2"))
        .containsExactly(
            new RunRequest.Launch(
                "pore", List.of("steps=5000"), Map.of("OMP_NUM_THREADS", "1"), 1, null, "vis.ucl"));

    report(RunState.ACTIVE, 1);
    for (var time = 1; time <= 2; time++) {
      assertThat(submit(booking, "k-2").text("/id")).as("it runs already").isEqualTo(id);
      var job = scientist.get(STATUS + "/" + id + "?include_spec=true");
      assertThat(job.text("/status/state")).isEqualTo("active");
      assertThat(job.text("/status/meta_data/batch_job")).isEqualTo("17");
      assertThat(job.text("/status/meta_data/endpoint")).isEqualTo("imd://newton001:8901");
      assertThat(job.text("/job_spec/executable")).isEqualTo("pore");
      assertThat(job.text("/job_spec/attributes/reservation_id")).isEqualTo(reservation(booking));
      assertThat(scientist.post(STATUS, "{}").text("/0/id")).isEqualTo(id);
      assertThat(scientist.post(STATUS + "?offset=1", "").json()).isEmpty();
    }

    for (var time = 1; time <= 2; time++) {
      assertThat(scientist.delete(CANCEL + id).status()).isEqualTo(204);
    }
    assertThat(orderedRuns(booking + ".3")).containsExactly(new RunRequest.Stop());
    report(RunState.CANCELED, 1);
    for (var time = 1; time <= 2; time++) {
      assertThat(scientist.delete(CANCEL + id).status()).isEqualTo(204);
      assertThat(scientist.get(STATUS + "/" + id).text("/status/state")).isEqualTo("canceled");
      assertThat(scientist.get(STATUS + "/" + id + "?historical=false").status()).isEqualTo(404);
      assertThat(scientist.post(STATUS, "").json()).isEmpty();
      assertThat(scientist.post(STATUS + "?historical=true", "").json()).hasSize(1);
    }
    assertThat(fixture.harc.outcomes()).hasSize(3);
  }

  @Test
  void anEarlierJobIsNotTakenForThePresentOne() {
    var booking = book();
    start();
    var first = submit(booking, "k-1").text("/id");
    report(RunState.COMPLETED, 1);
    var second = submit(booking, "k-2").text("/id");
    assertThat(second).isNotEqualTo(first);
    report(RunState.ACTIVE, 2);
    for (var time = 1; time <= 2; time++) {
      assertThat(scientist.get(STATUS + "/" + first).status()).isEqualTo(404);
      assertThat(scientist.delete(CANCEL + first).status()).isEqualTo(404);
      assertThat(scientist.get(STATUS + "/" + second).text("/status/state")).isEqualTo("active");
    }
    assertThat(fixture.harc.outcomes()).hasSize(3);
  }

  @Test
  void aJobEndsWithItsBooking() {
    var booking = book();
    start();
    var id = submit(booking, "k-1").text("/id");
    scientist.delete(CO_ALLOCATIONS + "/" + booking);
    for (var time = 1; time <= 2; time++) {
      var job = scientist.get(STATUS + "/" + id);
      assertThat(job.text("/status/state")).isEqualTo("canceled");
      assertThat(scientist.delete(CANCEL + id).status()).isEqualTo(204);
      assertThat(submit(booking, "k-2").status()).isEqualTo(422);
    }
  }

  @Test
  void withoutAReservationItSaysWhereToBook() {
    var booking = book();
    for (var time = 1; time <= 2; time++) {
      for (var body :
          List.of(
              "{\"executable\":\"pore\"}",
              "{\"executable\":\"pore\",\"attributes\":null}",
              SPEC.formatted("resv-42"),
              SPEC.formatted(booking))) {
        var refused = scientist.post(SUBMIT, body);
        assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
        assertThat(refused.text("/invalid_params/0/name")).isEqualTo("attributes.reservation_id");
        assertThat(refused.text("/detail"))
            .contains("book nodes first", "POST /api/v1/co-allocations", "--compute newton:NODES");
        assertThat(refused.text("/instance")).isEqualTo(SUBMIT);
      }
    }
    assertThat(fixture.harc.outcomes()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /executable|"/bin/sh"|422|executable
          /executable||422|executable
          /arguments/0|"steps=-1"|422|arguments[0]
          /attributes/custom_attributes/viewer|"vis.ulc"|422|attributes.custom_attributes.viewer
          /attributes/custom_attributes/constraint|"gpu"|422|attributes.custom_attributes.constraint
          /attributes/queue_name|"debug"|422|attributes.queue_name
          /attributes/duration|3601|422|attributes.duration
          /resources/node_count|5|422|resources.node_count
          /resources/processes_per_node|0|422|resources.processes_per_node
          /resources/gpu_cores_per_process|1|422|resources.gpu_cores_per_process
          /directory|"/home"|422|directory
          /container|{"image":"x"}|422|container
          /exekutable|"pore"|400|exekutable
          """)
  void whatCannotRunIsRefusedByIrisNames(String pointer, String json, int status, String name) {
    var spec = SPEC.formatted(reservation(book()));
    var body = RequestBodies.with(spec, pointer, json == null ? "" : json);
    for (var time = 1; time <= 2; time++) {
      var refused = scientist.post(SUBMIT, body);
      assertThat(refused.status()).as(refused.toString()).isEqualTo(status);
      assertThat(refused.text("/invalid_params/0/name")).isEqualTo(name);
      assertThat(refused.json().has("errors")).isFalse();
    }
    assertThat(fixture.harc.outcomes()).hasSize(1);
  }

  @Test
  void othersJobsAndReservationsDoNotExist() {
    var booking = book();
    start();
    var id = submit(booking, "k-1").text("/id");
    var other = withToken("operator", "\"read\",\"book\"");
    var administrator = withToken("admin", "\"read\",\"book\",\"operate\"");
    var watching = withToken("operator", "\"read\",\"book\",\"operate\"");
    for (var time = 1; time <= 2; time++) {
      assertThat(other.get(STATUS + "/" + id).status()).isEqualTo(404);
      assertThat(other.post(STATUS, "").json()).isEmpty();
      assertThat(other.delete(CANCEL + id).status()).isEqualTo(404);
      assertThat(other.post(SUBMIT, SPEC.formatted(reservation(booking))).status()).isEqualTo(422);
      assertThat(watching.get(STATUS + "/" + id).status()).isEqualTo(200);
      assertThat(watching.delete(CANCEL + id).status()).isEqualTo(403);
      assertThat(scientist.get(IRI + "/compute/status/newtom/" + id).status()).isEqualTo(404);
      assertThat(scientist.get(STATUS + "/" + UUID.randomUUID()).status()).isEqualTo(404);
    }
    assertThat(administrator.delete(CANCEL + id).status()).isEqualTo(204);
  }

  @Test
  void aTokenDoesWhatItsScopesPermit() throws Exception {
    var reader = withToken("scientist", "\"read\"");
    var spec = SPEC.formatted(reservation(book()));
    for (var time = 1; time <= 2; time++) {
      assertThat(reader.post(STATUS, "").status()).isEqualTo(200);
      assertThat(reader.post(SUBMIT, spec).status()).isEqualTo(403);
      assertThat(reader.delete(CANCEL + "x").status()).isEqualTo(403);
      assertThat(fixture.clientWithToken("tp_").get(IRI + "/facility").status()).isEqualTo(401);
      assertThat(scientist.send(scientist.anonymousRequestTo(IRI + "/facility").GET()).status())
          .isEqualTo(401);
    }
    var document =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(fixture.url().resolve(IRI + "/openapi.json")).build(),
                BodyHandlers.ofString());
    assertThat(JsonMapper.shared().readTree(document.body()))
        .isEqualTo(OpenApiContract.iri().document());
  }

  @Test
  void aRefusedSubmissionIsTold() {
    var booking = book();
    start();
    fixture.harc.refuseAll(
        new VoteNote.Refusal(
            reservation(booking), "RUN_ACTIVE", "newton", "run", "pore runs", false, null));
    for (var time = 1; time <= 2; time++) {
      var refused = submit(booking, "refused");
      assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
      assertThat(refused.text("/detail")).contains("pore runs");
    }
  }

  @Test
  void anUndecidedSubmissionIsToBeRepeated() {
    var booking = book();
    fixture.harc.leaveUndecided();
    for (var time = 1; time <= 2; time++) {
      var undecided = submit(booking, "k-1");
      assertThat(undecided.status()).as(undecided.toString()).isEqualTo(503);
      assertThat(undecided.header("Retry-After")).isEqualTo("2");
      assertThat(undecided.text("/detail")).contains("same Idempotency-Key");
    }
  }
}
