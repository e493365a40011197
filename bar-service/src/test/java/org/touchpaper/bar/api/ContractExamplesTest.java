package org.touchpaper.bar.api;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.schema.openapi.OpenApiContract;
import tools.jackson.databind.JsonNode;

/**
 * Each example of an answer in the contract is what a broker answers to the request that it
 * documents: status, names and types are the same, and so are the words that programs compare. A
 * booking's example may leave fields out, but has none that the answer lacks; a problem's is
 * complete.
 */
class ContractExamplesTest {

  private static final JsonNode DOCUMENT = new OpenApiContract().document();
  private static final String CO_ALLOCATIONS = "/api/v1/co-allocations";
  private static final String RESERVATIONS = "/api/v1/reservations";

  /** The names of fields with words that programs compare. */
  private static final Set<String> COMPARED =
      Set.of("type", "title", "rule", "code", "field", "state", "unit", "status");

  /** What a problem may have besides what its example has. */
  private static final Set<String> LEFT_OUT = Set.of("instance", "id", "connectionId", "state");

  /** Examples of answers that other tests provoke, with the test's class in org.touchpaper. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          entry("makeCoAllocation 201 committed", "bar.networkrm.EmbeddedResourceManagerTest"),
          entry("getCoAllocation 200 committed", "bar.networkrm.EmbeddedResourceManagerTest"),
          entry("getCoAllocation 200 failed", "bar.api.ConcurrentBookingsTest"),
          entry("modifyCoAllocation 200 dryRun", "bar.api.DryRunWithNeighboursTest"),
          entry("modifyCoAllocation 202 undecided", "bar.api.ModificationApiTest"),
          entry("cancelCoAllocation 202 releasing", "bar.api.UnresponsiveResourceManagerTest"),
          entry("getRun 200 active", "bar.api.RunApiTest"),
          entry("launchRun 200 launched", "bar.api.RunApiTest"),
          entry("stopRun 200 stopping", "bar.api.RunApiTest"),
          entry("UndecidedRun undecided", "bar.api.RunApiTest"),
          entry("RunRefused running", "bar.api.RunApiTest"),
          entry("NeverFits unknownApplication", "bar.api.RunApiTest"),
          entry("terminateReservation 202 releasing", "bar.api.LightpathApiTest"),
          entry("checkPath 202 pending", "bar.pathcheck.PathCheckTest"),
          entry("checkPathOfPart 202 pending", "bar.networkrm.EmbeddedResourceManagerTest"),
          entry("getTraffic 200 measured", "bar.api.LightpathTrafficTest"),
          entry("makeCoAllocation 201 storage", "bar.api.UnitsBookingTest"),
          entry("listResources 200 UKLight", "bar.api.ReadApiTest"),
          entry("getTimetable 200 common", "bar.api.ReadApiTest"),
          entry("getTimetable 200 unanswered", "bar.api.ReadApiTest"),
          entry("TooManyLogins guessed", "bar.api.FailedLoginsTest"),
          entry("Gone old", "bar.api.EventApiTest"),
          entry("TooManyStreams open", "bar.api.EventApiTest"),
          entry("TooManyStreams guessed", "bar.api.FailedLoginsTest"),
          entry("Unauthenticated expired", "bar.token.TokenApiTest"),
          entry("Forbidden scope", "bar.token.TokenApiTest"),
          entry("createToken 201 workflow", "bar.token.TokenApiTest"),
          entry("createToken 422 roles", "bar.token.TokenApiTest"),
          entry("listTokens 200 one", "bar.token.TokenApiTest"),
          entry("createWebhook 201 created", "bar.api.WebhookApiTest"),
          entry("listWebhooks 200 paused", "bar.api.WebhookApiTest"),
          entry("OneWebhook active", "bar.api.WebhookApiTest"),
          entry("followEvents 200 active", "bar.api.EventApiTest"),
          entry("getHealth 503 waiting", "platform.example.OutageTest"),
          entry("NeverFits otherSites", "bar.coallocation.validation.BookingRequestValidatorTest"),
          entry("Late slow", "bar.api.AdmissionTest"));

  private interface Scenario {
    ApiReply reply() throws Exception;
  }

  private final BarFixture bar = BarFixture.shared();
  private final ApiClient scientist = bar.clientFor("scientist");

  private final Map<String, Scenario> scenarios =
      Map.ofEntries(
          entry("makeCoAllocation 200 cancelled", this::repeatAfterCancel),
          entry("makeCoAllocation 200 dryRun", this::askWhatFits),
          entry("makeCoAllocation 200 dryRunRefused", this::askTooMuch),
          entry("makeCoAllocation 202 undecided", this::bookUndecided),
          entry("makeCoAllocation 409 busy", this::bookBusy),
          entry("listCoAllocations 200 one", this::listOne),
          entry("listCoAllocations 200 none", () -> scientist.get(CO_ALLOCATIONS)),
          entry("modifyCoAllocation 200 changed", () -> change("move")),
          entry("modifyCoAllocation 409 busy", this::changeBusy),
          entry("modifyCoAllocation 409 cancelled", this::changeCancelled),
          entry("cancelCoAllocation 200 cancelled", () -> scientist.delete(book())),
          entry("makeReservation 200 cancelled", this::repeatLightpathAfterCancel),
          entry("makeReservation 200 dryRun", this::askLightpath),
          entry("makeReservation 201 committed", this::bookLightpath),
          entry("makeReservation 409 busy", this::bookBusyLightpath),
          entry("listReservations 200 none", () -> scientist.get(RESERVATIONS)),
          entry("getReservation 200 committed", () -> scientist.get(lightpath())),
          entry("modifyReservation 200 changed", () -> changeLightpath("longer")),
          entry("modifyReservation 200 dryRun", () -> changeLightpath("dryRun")),
          entry("modifyReservation 409 busy", this::changeBusyLightpath),
          entry("modifyReservation 409 cancelled", this::changeCancelledLightpath),
          entry("terminateReservation 200 cancelled", () -> scientist.delete(lightpath())),
          entry("provisionReservation 200 committed", () -> provisioned("/provision")),
          entry("releaseReservation 200 committed", () -> provisioned("/release")),
          entry("getTimetable 200 nodes", () -> timetable("newton")),
          entry("getTopology 200 UKLight", () -> scientist.get("/api/v1/topology")),
          entry("getHealth 200 up", () -> scientist.get("/health")),
          entry("PreconditionFailed changed", this::changeAnother),
          entry("Malformed unknownField", () -> bookWith("/lightpaths/0/bandwidthMpbs", "1")),
          entry(
              "Unauthenticated login",
              () -> scientist.send(scientist.anonymousRequestTo(CO_ALLOCATIONS).GET())),
          entry("Forbidden officer", () -> bar.clientFor("operator").delete(book())),
          entry(
              "NotAcceptable other",
              () ->
                  scientist.send(
                      scientist.requestTo(CO_ALLOCATIONS).header("Accept", "text/csv").GET())),
          entry(
              "NotFound unknown",
              () -> scientist.get(CO_ALLOCATIONS + "/019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10")),
          entry("WrongState ended", this::cancelEnded),
          entry(
              "TooLarge large",
              () -> scientist.post(CO_ALLOCATIONS, " ".repeat(2_000_000) + RequestBodies.BOTH)),
          entry(
              "NotJson form",
              () ->
                  scientist.send(
                      scientist
                          .requestTo(CO_ALLOCATIONS)
                          .header("Content-Type", "application/x-www-form-urlencoded")
                          .POST(BodyPublishers.ofString("a=b")))),
          entry("NeverFits unknownHost", () -> bookWith("/lightpaths/0/source", "\"vis.ulc\"")),
          entry("NeverFits otherBody", this::bookOtherBody),
          entry("Unavailable acceptors", this::bookWithoutAcceptors));

  private String request(String operation, String name) {
    var examples =
        operation(operation).at("/requestBody/content").path("application/json").path("examples");
    return examples.path(name).path("value").toString();
  }

  private static JsonNode operation(String id) {
    return DOCUMENT.get("paths").values().stream()
        .flatMap(path -> path.values().stream())
        .filter(operation -> operation.path("operationId").asString("").equals(id))
        .findFirst()
        .orElseThrow();
  }

  private ApiReply make(String key) {
    return scientist.post(CO_ALLOCATIONS, request("makeCoAllocation", "SPICE"), key);
  }

  private String book() {
    return make(UUID.randomUUID().toString()).header("Location");
  }

  private ApiReply bookWith(String pointer, String json) {
    var body = request("makeCoAllocation", "SPICE");
    return scientist.post(CO_ALLOCATIONS, RequestBodies.with(body, pointer, json));
  }

  private ApiReply repeatAfterCancel() {
    scientist.delete(make("k").header("Location"));
    return make("k");
  }

  private ApiReply askWhatFits() {
    bar.harc.setPossibleStarts(
        "rm-newton", BarFixture.NOW, BarFixture.NOW.plus(Duration.ofDays(1)));
    return scientist.post(CO_ALLOCATIONS, request("makeCoAllocation", "dryRun"));
  }

  /** The scripted timetable shows no room at once. */
  private ApiReply askTooMuch() {
    var body = request("makeCoAllocation", "dryRun");
    return scientist.post(CO_ALLOCATIONS, RequestBodies.with(body, "/compute/0/nodes", "128"));
  }

  private ApiReply askLightpath() {
    return scientist.post(RESERVATIONS, request("makeReservation", "dryRun"));
  }

  private ApiReply bookUndecided() {
    bar.harc.leaveUndecided();
    return make("k");
  }

  private void refuseAll() {
    bar.harc.refuseAll(
        new VoteNote.Refusal("n", "NODES_BUSY", "newton", "", "124 nodes are free", false, null));
  }

  private ApiReply bookBusy() {
    refuseAll();
    return make("k");
  }

  private ApiReply listOne() {
    book();
    return scientist.get(CO_ALLOCATIONS);
  }

  private ApiReply change(String name) {
    return patch(book(), request("modifyCoAllocation", name), null);
  }

  private ApiReply patch(String booking, String body, @Nullable String tag) {
    var request =
        scientist
            .requestTo(booking)
            .header("Content-Type", "application/json")
            .method("PATCH", BodyPublishers.ofString(body));
    return scientist.send(tag == null ? request : request.header("If-Match", tag));
  }

  private ApiReply changeBusy() {
    var booking = book();
    refuseAll();
    return patch(booking, request("modifyCoAllocation", "longer"), null);
  }

  private ApiReply changeCancelled() {
    var booking = book();
    scientist.delete(booking);
    return patch(booking, request("modifyCoAllocation", "longer"), null);
  }

  private ApiReply changeAnother() {
    return patch(book(), request("modifyCoAllocation", "renamed"), "\"0b9e\"");
  }

  private ApiReply bookOtherBody() {
    make("k");
    return scientist.post(CO_ALLOCATIONS, request("makeCoAllocation", "now"), "k");
  }

  private ApiReply bookWithoutAcceptors() {
    bar.harc.answerNotStarted();
    return make("k");
  }

  private ApiReply bookLightpath() {
    bar.segments.describeEndpoints();
    return scientist.post(RESERVATIONS, request("makeReservation", "hour"), "l");
  }

  private String lightpath() {
    return bookLightpath().header("Location");
  }

  private ApiReply repeatLightpathAfterCancel() {
    scientist.delete(lightpath());
    return bookLightpath();
  }

  private ApiReply bookBusyLightpath() {
    bar.segments.refuseEverything("nsap");
    return bookLightpath();
  }

  private ApiReply changeLightpath(String name) {
    return patch(lightpath(), request("modifyReservation", name), null);
  }

  private ApiReply changeBusyLightpath() {
    var booked = lightpath();
    bar.segments.refuseEverything("nsap");
    return patch(booked, request("modifyReservation", "longer"), null);
  }

  private ApiReply changeCancelledLightpath() {
    var booked = lightpath();
    scientist.delete(booked);
    return patch(booked, request("modifyReservation", "longer"), null);
  }

  private ApiReply provisioned(String operation) {
    return scientist.send(
        scientist.requestTo(lightpath() + operation).POST(BodyPublishers.noBody()));
  }

  private ApiReply cancelEnded() {
    var booking = lightpath();
    bar.clock.advance(Duration.ofHours(3));
    return scientist.delete(booking);
  }

  private ApiReply timetable(String resource) {
    return scientist.get(
        "/api/v1/timetable?from=2026-12-01T20:00:00Z&to=2026-12-01T23:00:00Z&resource=" + resource);
  }

  /**
   * Returns each example of an answer in JSON, by operation or shared response, status and name.
   */
  private static Map<String, JsonNode> examples() {
    var found = new LinkedHashMap<String, JsonNode>();
    for (var path : DOCUMENT.get("paths").values()) {
      for (var operation : path.values()) {
        for (var response : operation.path("responses").properties()) {
          var name = operation.path("operationId").asString("") + " " + response.getKey();
          addExamples(name, response.getValue(), found);
        }
      }
    }
    DOCUMENT
        .at("/components/responses")
        .properties()
        .forEach(response -> addExamples(response.getKey(), response.getValue(), found));
    return found;
  }

  private static void addExamples(String name, JsonNode response, Map<String, JsonNode> found) {
    for (var content : response.path("content").values()) {
      for (var example : content.path("examples").properties()) {
        var reference = example.getValue().path("$ref").asString("");
        var holder = reference.isEmpty() ? example.getValue() : DOCUMENT.at(reference.substring(1));
        found.put(name + " " + example.getKey(), holder.get("value"));
      }
    }
  }

  static Set<String> provoked() {
    return examples().keySet().stream()
        .filter(name -> !ELSEWHERE.containsKey(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A new example needs a scenario here, or a place in the list of those that others provoke. */
  @Test
  void eachExampleHasAScenario() {
    var known = new TreeSet<>(scenarios.keySet());
    known.addAll(ELSEWHERE.keySet());
    assertThat(examples().keySet()).containsExactlyInAnyOrderElementsOf(known);
  }

  @Test
  void eachTestThatIsNamedExists() {
    assertThat(ELSEWHERE.values())
        .allSatisfy(name ->
            assertThatCode(() ->
                    Class.forName(
                        "org.touchpaper." + name,
                        false,
                        ContractExamplesTest.class.getClassLoader()))
                .doesNotThrowAnyException());
  }

  @ParameterizedTest
  @MethodSource("provoked")
  void anExampleIsWhatABrokerAnswers(String name) throws Exception {
    var scenario = Objects.requireNonNull(scenarios.get(name), "no scenario for " + name);
    var reply = scenario.reply();
    var status = name.split(" ", -1)[1];
    if (status.matches("\\d+")) {
      assertThat(reply.status()).as(reply.body()).isEqualTo(Integer.parseInt(status));
    }
    var example = Objects.requireNonNull(examples().get(name));
    compare("", example, reply.json());
    if (example.has("title")) {
      var names = new TreeSet<>(reply.json().propertyNames());
      names.removeAll(LEFT_OUT);
      assertThat(example.propertyNames()).containsAll(names);
    }
  }

  private static void compare(String field, JsonNode example, JsonNode answer) {
    assertThat(answer.getNodeType()).as(field + " in " + answer).isEqualTo(example.getNodeType());
    for (var property : example.properties()) {
      var name = property.getKey();
      var place = field + "/" + name;
      assertThat(answer.has(name)).as(place + " in " + answer).isTrue();
      if (COMPARED.contains(name)) {
        assertThat(answer.get(name)).as(place).isEqualTo(property.getValue());
      } else {
        compare(place, property.getValue(), answer.get(name));
      }
    }
    if (example.isArray() && !example.isEmpty()) {
      assertThat(answer).as(field).isNotEmpty();
      compare(field + "/0", example.get(0), answer.get(0));
    }
  }
}
