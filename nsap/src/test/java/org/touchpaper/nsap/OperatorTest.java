package org.touchpaper.nsap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.cut.CutTarget;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.kit.SegmentContractSupport;
import org.touchpaper.segment.kit.SegmentUnderTest;
import org.touchpaper.segment.officer.CutService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The operator API for the wide area's elements. */
class OperatorTest implements SegmentContractSupport {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir static Path folder;
  private static NsapFixture nsap;
  private static HttpClient http;

  @BeforeAll
  static void start() {
    nsap = new NsapFixture(folder);
    http = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() {
    http.close();
    nsap.stop();
  }

  @Test
  void listsEveryElement() throws Exception {
    var answer = get("operator", "/api/v1/elements");
    assertThat(answer.status()).isEqualTo(200);
    var elements = answer.json().path("elements");
    assertThat(elements).hasSize(8);
    assertThat(elements.get(0).path("name").asString()).isEqualTo("LEEDS");
    assertThat(elements.get(0).path("service").asString()).isEqualTo("nsap");
    assertThat(elements.get(0).path("dialect").asString()).isEqualTo("coredirector");
    assertThat(elements.get(0).path("address").asString())
        .isEqualTo("127.0.0.1:" + nsap.at("LEEDS").port());
    assertThat(elements.get(0).path("transport").asString()).isEqualTo("telnet");
  }

  @Test
  void showsASessionOnceConnected() throws Exception {
    send("LEEDS", "{\"command\":\"RTRV-HDR\"}");
    var leeds = get("operator", "/api/v1/elements/leeds").json();
    assertThat(leeds.path("state").asString()).isEqualTo("CONNECTED");
    assertThat(leeds.path("lastHeard").asString()).isNotEmpty();
  }

  @Test
  void showsExpectedAndActualConfiguration() throws Exception {
    var circuit = SegmentContractSupport.newConnectionId();
    upFromUcl(circuit);
    assertThat(found("READING")).isNotEmpty().containsOnly("AS_WANTED");
    assertThat(summary("READING").path("circuits").asInt()).isEqualTo(1);

    var name = CircuitNameFormat.of(circuit.value(), 1);
    var removed =
        send("READING", "{\"command\":\"DLT-CRS-STSPC::NAME=" + name + "\",\"write\":true}");
    assertThat(removed.json().path("outcome").asString()).isEqualTo("COMPLETED");
    advanceUntil(() -> summary("READING").path("drifts").asInt() == 1);
    var drift = drift("READING");
    assertThat(drift.path("connectionId").asString()).isEqualTo(circuit.toString());
    assertThat(drift.path("done").asString()).isEqualTo("REPORTED");
    assertThat(drift.path("what").asString()).contains("was removed while the element ran");
    await().atMost(TIMEOUT).until(() -> found("READING").isEmpty());
  }

  /** Items removed by mistake can be restored before the circuit is abandoned. */
  @Test
  void restoresMissingItemsOfActiveCircuits() throws Exception {
    var circuit = SegmentContractSupport.newConnectionId();
    upFromUcl(circuit);
    var before = nsap.at("WARRINGTON").listEntities();
    var nothing = post("operator", "/api/v1/elements/WARRINGTON/restore", "").json();
    assertThat(nothing.path("connections")).isEmpty();

    var name = CircuitNameFormat.of(circuit.value(), 1);
    send("WARRINGTON", "{\"command\":\"DLT-CRS-STSPC::NAME=" + name + "\",\"write\":true}");
    assertThat(post("scientist", "/api/v1/elements/WARRINGTON/restore", "").status())
        .isEqualTo(403);
    assertThat(nsap.at("WARRINGTON").listEntities()).isNotEqualTo(before);
    var restored = post("admin", "/api/v1/elements/warrington/restore", "").json();
    assertThat(restored.path("connections").get(0).asString()).isEqualTo(circuit.toString());
    await().atMost(TIMEOUT).until(() -> nsap.at("WARRINGTON").listEntities().equals(before));
    await()
        .atMost(TIMEOUT)
        .until(() -> drift("WARRINGTON").path("done").asString().equals("REPAIRED"));
    eventually(
        circuit, known -> known.dataPlane() == DataPlaneState.ACTIVE && known.problem() == null);
    var drift = drift("WARRINGTON");
    assertThat(drift.path("what").asString()).endsWith("; restored by admin");

    var target = new CutTarget.Lightpath(circuit.value());
    nsap.bean(CutService.class).cut(UUID.randomUUID(), target, "intrusion", "olga");
    assertThat(
            post("operator", "/api/v1/elements/WARRINGTON/restore", "").json().path("connections"))
        .isEmpty();
    eventually(circuit, known -> known.released());
  }

  /** Alarms raised while the element was unreachable are queried after the reconnect. */
  @Test
  void showsActiveAlarmsAfterAReconnect() throws Exception {
    send("READING", "{\"command\":\"RTRV-HDR\"}");
    nsap.at("READING").loseSignal("1-A-2-1");
    await().atMost(TIMEOUT).until(() -> summary("READING").path("alarms").asInt() == 1);
    nsap.at("READING").crash();
    nsap.at("READING").restoreSignal("1-A-2-1");
    nsap.at("READING").loseSignal("1-A-3-1");
    nsap.at("READING").loseSignal("1-A-4-1");
    nsap.at("READING").restart();
    await().atMost(TIMEOUT).until(() -> summary("READING").path("alarms").asInt() == 2);
    nsap.at("READING").restoreSignal("1-A-3-1");
    nsap.at("READING").restoreSignal("1-A-4-1");
    await().atMost(TIMEOUT).until(() -> summary("READING").path("alarms").asInt() == 0);
  }

  @Test
  void showsActiveAlarms() throws Exception {
    send("LONDON", "{\"command\":\"RTRV-HDR\"}");
    nsap.at("LONDON").loseSignal("1-A-1-1");
    await().atMost(TIMEOUT).until(() -> summary("LONDON").path("alarms").asInt() == 1);
    var alarm = get("operator", "/api/v1/elements/LONDON").json().path("standing").get(0);
    assertThat(alarm.path("aid").asString()).contains("1-A-1-1");
    assertThat(alarm.path("serviceAffecting").asBoolean()).isTrue();

    nsap.at("LONDON").restoreSignal("1-A-1-1");
    await().atMost(TIMEOUT).until(() -> summary("LONDON").path("alarms").asInt() == 0);
    var reports = get("operator", "/api/v1/elements/LONDON").json().path("reports");
    assertThat(reports.size()).isGreaterThanOrEqualTo(2);
  }

  /** The operator sees the circuit's problem text with the circuits affected. */
  @Test
  void showsImpairmentsWithTheirCircuits() throws Exception {
    var circuit = SegmentContractSupport.newConnectionId();
    upFromUcl(circuit);
    nsap.at("METRO-UCL").loseSignal("1-A-1-1");
    nsap.at("METRO-UCL").loseSignal("1-A-7-1");
    eventually(circuit, known -> known.problem() != null);
    await().atMost(TIMEOUT).until(() -> summary("METRO-UCL").path("alarms").asInt() == 2);
    await().atMost(TIMEOUT).until(() -> impairing("METRO-UCL").size() == 2);
    assertThat(impairing("METRO-UCL").valueStream())
        .extracting(
            alarm -> "impaired: " + alarm.path("words").asString(),
            alarm -> alarm.path("connections").valueStream().map(JsonNode::asString).toList())
        .containsExactlyInAnyOrder(
            tuple(known(circuit).problem(), List.of(circuit.toString())),
            tuple("impaired: LOS on 1-A-7-1 of METRO-UCL", List.of()));
    nsap.at("METRO-UCL").restoreSignal("1-A-1-1");
    nsap.at("METRO-UCL").restoreSignal("1-A-7-1");
    eventually(circuit, known -> known.problem() == null);
  }

  @Test
  void sendsARetrieveAndReturnsTheResponse() throws Exception {
    var response = send("WARRINGTON", "{\"command\":\"rtrv-eqpt::all;\"}").json();
    assertThat(response.path("outcome").asString()).isEqualTo("COMPLETED");
    assertThat(response.path("rows").isEmpty()).isFalse();
  }

  @Test
  void returnsADenialVerbatim() throws Exception {
    var response = send("WARRINGTON", "{\"command\":\"RTRV-NOTHING::ALL\"}").json();
    assertThat(response.path("outcome").asString()).isEqualTo("DENIED");
    assertThat(response.path("code").asString()).isEqualTo("IICM");
  }

  /** The driver uses the same session, possibly for a set-up in progress. */
  @Test
  void aCommandWithoutPrivilegeDoesNotDisturbTheSession() throws Exception {
    nsap.at("LEEDS").faults().injectAlways("INIT-SYS", new InjectedFault.Deny("PLNA", "Privilege"));
    send("LEEDS", "{\"command\":\"RTRV-HDR\"}");
    var logins = logins("LEEDS");
    for (var time = 0; time < 2; time++) {
      var response = send("LEEDS", "{\"command\":\"INIT-SYS::ALL\",\"write\":true}").json();
      assertThat(response.path("outcome").asString()).isEqualTo("DENIED");
      assertThat(response.path("code").asString()).isEqualTo("PLNA");
    }
    send("LEEDS", "{\"command\":\"RTRV-HDR\"}");
    assertThat(logins("LEEDS")).isEqualTo(logins);
  }

  private static long logins(String tid) {
    return nsap.at(tid).transcript().stream()
        .filter(line -> line.text().startsWith("ACT-USER"))
        .count();
  }

  @Test
  void refusesAnUnmarkedWrite() throws Exception {
    var before = nsap.at("LEEDS").transcript().size();
    var refused = send("LEEDS", "{\"command\":\"DLT-CRS-STSPC::NAME=X\"}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body()).contains("reads-only").contains("urn:touchpaper:problem:invalid");
    assertThat(nsap.at("LEEDS").transcript().subList(before, nsap.at("LEEDS").transcript().size()))
        .noneMatch(line -> line.text().contains("DLT-CRS"));
  }

  @Test
  void refusesAnythingButOneCommandForThisElement() throws Exception {
    for (var command :
        List.of(
            "RTRV-HDR:::1;DLT-CRS-STSPC::NAME=X", // two commands
            "RTRV-HDR:LONDON:",
            "ACT-USER::touchpaper:::lightpath",
            "CANC-USER::touchpaper",
            " ",
            "RTRV-HDR\\u0007")) {
      assertThat(send("LEEDS", "{\"write\":true,\"command\":\"" + command + "\"}").status())
          .as(command)
          .isEqualTo(422);
    }
    assertThat(send("LEEDS", "{}").status()).isEqualTo(400);
  }

  @Test
  void anUnknownElementGetsTheKnownNames() throws Exception {
    for (var path : List.of("", "/transcript", "/transcript?follow")) {
      var unknown = get("operator", "/api/v1/elements/LEEDZ" + path);
      assertThat(unknown.status()).isEqualTo(404);
      assertThat(unknown.body()).contains("no element LEEDZ").contains("LEEDS, LONDON");
    }
  }

  @Test
  void onlyOperatorsAndAdminsHaveAccess() throws Exception {
    assertThat(get("admin", "/api/v1/elements").status()).isEqualTo(200);
    for (var path : List.of("", "/LEEDS", "/LEEDS/transcript")) {
      assertThat(get("scientist", "/api/v1/elements" + path).status()).isEqualTo(403);
      assertThat(get("officer", "/api/v1/elements" + path).status()).isEqualTo(403);
      assertThat(get("nobody", "/api/v1/elements" + path).status()).isEqualTo(401);
    }
    assertThat(post("scientist", "/api/v1/elements/LEEDS/commands", "{}").status()).isEqualTo(403);
  }

  /**
   * A broker's operator is named, for the record. A peer that books and reads is not enough: it
   * needs the role operator.
   */
  @Test
  void aBrokerMayRestoreMissingItemsForItsOperators() throws Exception {
    var circuit = SegmentContractSupport.newConnectionId();
    upFromUcl(circuit);
    var name = CircuitNameFormat.of(circuit.value(), 1);
    send("WARRINGTON", "{\"command\":\"DLT-CRS-STSPC::NAME=" + name + "\",\"write\":true}");
    var incomplete = nsap.at("WARRINGTON").listEntities();
    for (var time = 1; time <= 2; time++) {
      var refused = ask(restore(asPeer("/elements/WARRINGTON/restore"), "{\"operator\":\"olga\"}"));
      assertThat(refused.status()).isEqualTo(403);
      assertThat(nsap.at("WARRINGTON").listEntities()).isEqualTo(incomplete);
    }
    assertThat(restoreAsPeer("WARRINGTON", "{}").status()).isEqualTo(400);
    assertThat(restoreAsPeer("WARRINGTON", "{\"operator\":\"a\\nb\"}").status()).isEqualTo(400);
    var restored = restoreAsPeer("WARRINGTON", "{\"operator\":\"olga\"}").json();
    assertThat(restored.path("connections").get(0).asString()).isEqualTo(circuit.toString());
    eventually(
        circuit, known -> known.dataPlane() == DataPlaneState.ACTIVE && known.problem() == null);
    assertThat(drift("WARRINGTON").path("what").asString()).endsWith("; restored by olga at desk");
    terminate(circuit);
    eventually(circuit, known -> known.released());
  }

  private static Answer restoreAsPeer(String tid, String body)
      throws IOException, InterruptedException {
    var request =
        to("/elements/" + tid + "/restore")
            .header("Authorization", "Bearer " + NsapFixture.SECRET + " 2")
            .header("Touchpaper-Peer", "desk");
    return ask(restore(request, body));
  }

  private static HttpRequest.Builder restore(HttpRequest.Builder request, String body) {
    return request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
  }

  @Test
  void aBrokerMayReadButNotSendCommands() throws Exception {
    assertThat(ask(asPeer("/elements/LEEDS").GET()).status()).isEqualTo(200);
    assertThat(ask(asPeer("/elements").GET()).json().path("elements")).hasSize(8);
    var order = BodyPublishers.ofString("{\"command\":\"RTRV-HDR\"}");
    var sent =
        asPeer("/elements/LEEDS/commands").header("Content-Type", "application/json").POST(order);
    assertThat(ask(sent).status()).isIn(404, 405);
    assertThat(get("operator", "/elements").status()).isEqualTo(401);
  }

  @Test
  void theTranscriptIsTextWithoutPasswordsAlsoOnDisk() throws Exception {
    send("METRO-LAN", "{\"command\":\"RTRV-HDR\"}");
    var text = get("operator", "/api/v1/elements/METRO-LAN/transcript?lines=500").body();
    assertThat(text).contains("-> ACT-USER").contains("****").contains("RTRV-HDR");
    assertThat(text).doesNotContain("lightpath");
    assertThat(get("operator", "/api/v1/elements/METRO-LAN/transcript?lines=1").body().lines())
        .hasSize(1);
    assertThat(get("operator", "/api/v1/elements/METRO-LAN/transcript?lines=501").status())
        .isEqualTo(400);
    var file = folder.resolve("transcripts/METRO-LAN.log");
    await().atMost(TIMEOUT).until(() -> Files.exists(file) && !Files.readString(file).isEmpty());
  }

  @Test
  void theTranscriptCanBeFollowed() throws Exception {
    var request = as("operator", "/api/v1/elements/METRO-EDI/transcript?follow&lines=0").build();
    var stream = http.send(request, BodyHandlers.ofInputStream());
    try (var lines =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      send("METRO-EDI", "{\"command\":\"RTRV-EQPT::ALL\"}");
      var line = lines.readLine();
      while (line != null && !line.contains("-> RTRV-EQPT")) {
        line = lines.readLine();
      }
      assertThat(line).contains("METRO-EDI -> RTRV-EQPT:METRO-EDI:ALL:");
    }
  }

  private void upFromUcl(ConnectionId circuit) {
    var criteria = NsapFixture.criteria("UCL", 10, hourFromNow());
    var requestBody =
        new ReserveRequest(
            underTest().requester(), circuit, 1, criteria, underTest().heldBy(circuit));
    assertThat(underTest().segment().reserve(requestBody)).isInstanceOf(ReserveResult.Held.class);
    commit(circuit, 1);
    provision(circuit);
    eventually(circuit, known -> known.dataPlane() == DataPlaneState.ACTIVE);
  }

  private static JsonNode impairing(String tid) throws IOException, InterruptedException {
    return get("operator", "/api/v1/elements/" + tid).json().path("impairing").path("alarms");
  }

  /** The latest drift. */
  private static JsonNode drift(String tid) throws IOException, InterruptedException {
    return get("operator", "/api/v1/elements/" + tid).json().path("drift").get(0);
  }

  private static List<String> found(String tid) throws IOException, InterruptedException {
    var items = get("operator", "/api/v1/elements/" + tid).json().path("holds").path("items");
    return items.valueStream().map(item -> item.path("found").asString()).toList();
  }

  private static JsonNode summary(String tid) throws IOException, InterruptedException {
    return get("operator", "/api/v1/elements")
        .json()
        .path("elements")
        .valueStream()
        .filter(node -> node.path("name").asString().equals(tid))
        .findFirst()
        .orElseThrow();
  }

  private record Answer(int status, String body) {
    JsonNode json() {
      return JSON.readTree(body);
    }
  }

  private static Answer get(String user, String path) throws IOException, InterruptedException {
    return ask(as(user, path).GET());
  }

  private static Answer send(String tid, String order) throws IOException, InterruptedException {
    return post("operator", "/api/v1/elements/" + tid + "/commands", order);
  }

  private static Answer post(String user, String path, String body)
      throws IOException, InterruptedException {
    return ask(
        as(user, path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static HttpRequest.Builder as(String user, String path) {
    var pair = (user + ":" + user).getBytes(StandardCharsets.UTF_8);
    return to(path).header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
  }

  private static HttpRequest.Builder asPeer(String path) {
    return to(path)
        .header("Authorization", "Bearer " + NsapFixture.SECRET)
        .header("Touchpaper-Peer", "onlooker");
  }

  private static HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + nsap.port() + path));
  }

  private static Answer ask(HttpRequest.Builder request) throws IOException, InterruptedException {
    var answer = http.send(request.build(), BodyHandlers.ofString());
    return new Answer(answer.statusCode(), answer.body());
  }

  @Override
  public SegmentUnderTest underTest() {
    return nsap;
  }

  @Override
  public ConnectionId connectionId() {
    throw new UnsupportedOperationException("each test names its own");
  }

  @Override
  public ConnectionId otherConnectionId() {
    throw new UnsupportedOperationException("each test names its own");
  }
}
