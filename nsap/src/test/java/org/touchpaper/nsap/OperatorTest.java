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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.kit.SegmentTalk;
import org.touchpaper.segment.kit.SegmentUnderTest;
import org.touchpaper.segment.provider.SegmentProvider;
import org.touchpaper.tl1.element.Fault;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an operator sees of the wide area's elements, and may say to them. */
class OperatorTest implements SegmentTalk {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir static Path folder;
  private static NsapUnderTest nsap;
  private static HttpClient http;

  @BeforeAll
  static void start() {
    nsap = new NsapUnderTest(folder);
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
  void tellsOfASessionOnceThereIsOne() throws Exception {
    send("LEEDS", "{\"command\":\"RTRV-HDR\"}");
    var leeds = get("operator", "/api/v1/elements/leeds").json();
    assertThat(leeds.path("state").asString()).isEqualTo("CONNECTED");
    assertThat(leeds.path("lastHeard").asString()).isNotEmpty();
  }

  @Test
  void showsWhatAnElementShouldHoldBesideWhatItReadsAs() throws Exception {
    var circuit = SegmentTalk.connection();
    upFromUcl(circuit);
    assertThat(found("READING")).isNotEmpty().containsOnly("AS_WANTED");
    assertThat(summary("READING").path("circuits").asInt()).isEqualTo(1);

    var name = CircuitName.of(circuit.value(), 1);
    var removed =
        send("READING", "{\"command\":\"DLT-CRS-STSPC::NAME=" + name + "\",\"write\":true}");
    assertThat(removed.json().path("outcome").asString()).isEqualTo("COMPLETED");
    turnUntil(() -> summary("READING").path("drifts").asInt() == 1);
    var drift = drift("READING");
    assertThat(drift.path("connectionId").asString()).isEqualTo(circuit.toString());
    assertThat(drift.path("done").asString()).isEqualTo("REPORTED");
    assertThat(drift.path("what").asString()).contains("was removed while the element ran");
    await().atMost(PATIENCE).until(() -> found("READING").isEmpty());
  }

  /** Whoever removed it by mistake has it back, if they say so before it is given up. */
  @Test
  void restoresWhatAnElementLacksOfCircuitsThatStand() throws Exception {
    var circuit = SegmentTalk.connection();
    upFromUcl(circuit);
    var before = nsap.at("WARRINGTON").holds();
    var nothing = post("operator", "/api/v1/elements/WARRINGTON/restore", "").json();
    assertThat(nothing.path("connections")).isEmpty();

    var name = CircuitName.of(circuit.value(), 1);
    send("WARRINGTON", "{\"command\":\"DLT-CRS-STSPC::NAME=" + name + "\",\"write\":true}");
    assertThat(post("scientist", "/api/v1/elements/WARRINGTON/restore", "").status())
        .isEqualTo(403);
    assertThat(nsap.at("WARRINGTON").holds()).isNotEqualTo(before);
    var restored = post("admin", "/api/v1/elements/warrington/restore", "").json();
    assertThat(restored.path("connections").get(0).asString()).isEqualTo(circuit.toString());
    await().atMost(PATIENCE).until(() -> nsap.at("WARRINGTON").holds().equals(before));
    await()
        .atMost(PATIENCE)
        .until(() -> drift("WARRINGTON").path("done").asString().equals("REPAIRED"));
    eventually(circuit, known -> known.dataPlane() == DataPlane.ACTIVE && known.problem() == null);
    var drift = drift("WARRINGTON");
    assertThat(drift.path("what").asString()).endsWith("; put back for admin");

    nsap.bean(SegmentProvider.class).cut(circuit, "cut by officer olga");
    assertThat(
            post("operator", "/api/v1/elements/WARRINGTON/restore", "").json().path("connections"))
        .isEmpty();
    eventually(circuit, known -> known.released());
  }

  /** What an element said while nobody listened is asked for when it is heard again. */
  @Test
  void tellsTheAlarmsThatStandAfterTheElementWasAway() throws Exception {
    send("READING", "{\"command\":\"RTRV-HDR\"}");
    nsap.at("READING").loseSignal("1-A-2-1");
    await().atMost(PATIENCE).until(() -> summary("READING").path("alarms").asInt() == 1);
    nsap.at("READING").crash();
    nsap.at("READING").restoreSignal("1-A-2-1");
    nsap.at("READING").loseSignal("1-A-3-1");
    nsap.at("READING").loseSignal("1-A-4-1");
    nsap.at("READING").restart();
    await().atMost(PATIENCE).until(() -> summary("READING").path("alarms").asInt() == 2);
    nsap.at("READING").restoreSignal("1-A-3-1");
    nsap.at("READING").restoreSignal("1-A-4-1");
    await().atMost(PATIENCE).until(() -> summary("READING").path("alarms").asInt() == 0);
  }

  @Test
  void tellsTheAlarmsThatStand() throws Exception {
    send("LONDON", "{\"command\":\"RTRV-HDR\"}");
    nsap.at("LONDON").loseSignal("1-A-1-1");
    await().atMost(PATIENCE).until(() -> summary("LONDON").path("alarms").asInt() == 1);
    var alarm = get("operator", "/api/v1/elements/LONDON").json().path("standing").get(0);
    assertThat(alarm.path("aid").asString()).contains("1-A-1-1");
    assertThat(alarm.path("serviceAffecting").asBoolean()).isTrue();

    nsap.at("LONDON").restoreSignal("1-A-1-1");
    await().atMost(PATIENCE).until(() -> summary("LONDON").path("alarms").asInt() == 0);
    var reports = get("operator", "/api/v1/elements/LONDON").json().path("reports");
    assertThat(reports.size()).isGreaterThanOrEqualTo(2);
  }

  /** What the circuit's problem says is what the operator sees, with the circuits it concerns. */
  @Test
  void tellsWhatImpairsWhichCircuits() throws Exception {
    var circuit = SegmentTalk.connection();
    upFromUcl(circuit);
    nsap.at("METRO-UCL").loseSignal("1-A-1-1");
    nsap.at("METRO-UCL").loseSignal("1-A-7-1");
    eventually(circuit, known -> known.problem() != null);
    await().atMost(PATIENCE).until(() -> summary("METRO-UCL").path("alarms").asInt() == 2);
    await().atMost(PATIENCE).until(() -> impairing("METRO-UCL").size() == 2);
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
  void sendsAReadAndGivesBackWhatWasSaid() throws Exception {
    var said = send("WARRINGTON", "{\"command\":\"rtrv-eqpt::all;\"}").json();
    assertThat(said.path("outcome").asString()).isEqualTo("COMPLETED");
    assertThat(said.path("rows").isEmpty()).isFalse();
  }

  @Test
  void aDenialIsGivenBackWordForWord() throws Exception {
    var said = send("WARRINGTON", "{\"command\":\"RTRV-NOTHING::ALL\"}").json();
    assertThat(said.path("outcome").asString()).isEqualTo("DENIED");
    assertThat(said.path("code").asString()).isEqualTo("IICM");
  }

  /** Drivers have the same session, and may be setting a circuit up on it. */
  @Test
  void aCommandThatOurAccountMayNotGiveBreaksNothingElseOff() throws Exception {
    nsap.at("LEEDS").faults().always("INIT-SYS", new Fault.Deny("PLNA", "Privilege"));
    send("LEEDS", "{\"command\":\"RTRV-HDR\"}");
    var logins = logins("LEEDS");
    for (var time = 0; time < 2; time++) {
      var said = send("LEEDS", "{\"command\":\"INIT-SYS::ALL\",\"write\":true}").json();
      assertThat(said.path("outcome").asString()).isEqualTo("DENIED");
      assertThat(said.path("code").asString()).isEqualTo("PLNA");
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
  void refusesAWriteThatIsNotSaidToBeOne() throws Exception {
    var before = nsap.at("LEEDS").transcript().size();
    var refused = send("LEEDS", "{\"command\":\"DLT-CRS-STSPC::NAME=X\"}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body()).contains("reads-only").contains("urn:touchpaper:problem:invalid");
    assertThat(nsap.at("LEEDS").transcript().subList(before, nsap.at("LEEDS").transcript().size()))
        .noneMatch(line -> line.text().contains("DLT-CRS"));
  }

  @Test
  void refusesWhatIsNotOneCommandForThisElement() throws Exception {
    for (var command :
        List.of(
            "RTRV-HDR:::1;DLT-CRS-STSPC::NAME=X", // a second one behind the first
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
  void anUnknownNameIsAnsweredWithTheKnownOnes() throws Exception {
    for (var path : List.of("", "/transcript", "/transcript?follow")) {
      var unknown = get("operator", "/api/v1/elements/LEEDZ" + path);
      assertThat(unknown.status()).isEqualTo(404);
      assertThat(unknown.body()).contains("no element LEEDZ").contains("LEEDS, LONDON");
    }
  }

  @Test
  void onlyOperatorsAndAdminsMayLook() throws Exception {
    assertThat(get("admin", "/api/v1/elements").status()).isEqualTo(200);
    for (var path : List.of("", "/LEEDS", "/LEEDS/transcript")) {
      assertThat(get("scientist", "/api/v1/elements" + path).status()).isEqualTo(403);
      assertThat(get("officer", "/api/v1/elements" + path).status()).isEqualTo(403);
      assertThat(get("nobody", "/api/v1/elements" + path).status()).isEqualTo(401);
    }
    assertThat(post("scientist", "/api/v1/elements/LEEDS/commands", "{}").status()).isEqualTo(403);
  }

  @Test
  void aBrokerMayLookAndSaysNothing() throws Exception {
    assertThat(ask(asPeer("/elements/LEEDS").GET()).status()).isEqualTo(200);
    assertThat(ask(asPeer("/elements").GET()).json().path("elements")).hasSize(8);
    var order = BodyPublishers.ofString("{\"command\":\"RTRV-HDR\"}");
    var sent =
        asPeer("/elements/LEEDS/commands").header("Content-Type", "application/json").POST(order);
    assertThat(ask(sent).status()).isIn(404, 405);
    assertThat(get("operator", "/elements").status()).isEqualTo(401);
  }

  @Test
  void theTranscriptIsTextWithoutPasswordsAndOnDiskToo() throws Exception {
    send("METRO-LAN", "{\"command\":\"RTRV-HDR\"}");
    var text = get("operator", "/api/v1/elements/METRO-LAN/transcript?lines=500").body();
    assertThat(text).contains("-> ACT-USER").contains("****").contains("RTRV-HDR");
    assertThat(text).doesNotContain("lightpath");
    assertThat(get("operator", "/api/v1/elements/METRO-LAN/transcript?lines=1").body().lines())
        .hasSize(1);
    assertThat(get("operator", "/api/v1/elements/METRO-LAN/transcript?lines=501").status())
        .isEqualTo(400);
    var file = folder.resolve("transcripts/METRO-LAN.log");
    await().atMost(PATIENCE).until(() -> Files.exists(file) && !Files.readString(file).isEmpty());
  }

  @Test
  void theTranscriptIsFollowedAsItGrows() throws Exception {
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
    var criteria = NsapUnderTest.criteria("UCL", 10, hourFromNow());
    var wish = new Reserve(it().requester(), circuit, 1, criteria, it().heldBy(circuit));
    assertThat(it().segment().reserve(wish)).isInstanceOf(ReserveAnswer.Held.class);
    commit(circuit, 1);
    provision(circuit);
    eventually(circuit, known -> known.dataPlane() == DataPlane.ACTIVE);
  }

  private static JsonNode impairing(String tid) throws IOException, InterruptedException {
    return get("operator", "/api/v1/elements/" + tid).json().path("impairing").path("alarms");
  }

  /** The last that was found. */
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
        .filter(each -> each.path("name").asString().equals(tid))
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
        .header("Authorization", "Bearer " + NsapUnderTest.SECRET)
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
  public SegmentUnderTest it() {
    return nsap;
  }

  @Override
  public ConnectionId one() {
    throw new UnsupportedOperationException("each test names its own");
  }

  @Override
  public ConnectionId other() {
    throw new UnsupportedOperationException("each test names its own");
  }
}
