package org.touchpaper.lnsap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.kit.SegmentContractSupport;
import org.touchpaper.segment.kit.SegmentUnderTest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The security officer's API of a campus, with its edge, and no BAR. */
class CutApiTest implements SegmentContractSupport {

  @TempDir static Path folder;
  private static LnsapFixture lnsap;
  private static HttpClient http;

  private final ConnectionId connection = SegmentContractSupport.newConnectionId();
  private final ConnectionId other = SegmentContractSupport.newConnectionId();

  @BeforeAll
  static void start() {
    lnsap = new LnsapFixture(folder);
    http = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() {
    http.close();
    lnsap.stop();
  }

  @Override
  public SegmentUnderTest underTest() {
    return lnsap;
  }

  @Override
  public ConnectionId connectionId() {
    return connection;
  }

  @Override
  public ConnectionId otherConnectionId() {
    return other;
  }

  @Test
  void anOfficerCutsAHostAndLiftsIt() throws Exception {
    lnsap.fresh();
    bringUp(connection);
    var circuit = json(get("officer", "/api/v1/usage")).path("circuits").get(0);
    assertThat(circuit.path("connection").asString()).isEqualTo(connection.toString());
    assertThat(circuit.path("state").asString()).isEqualTo("UP");
    for (var query : List.of("search=vis", "kind=host&target=vis.ucl", "kind=site", "limit=1")) {
      var found = json(get("officer", "/api/v1/usage?" + query));
      assertThat(found.path("circuits")).as(query).hasSize(1);
      assertThat(found.path("more").asInt()).isZero();
    }
    for (var query : List.of("search=nobody", "kind=host&target=haptic.ucl")) {
      assertThat(json(get("officer", "/api/v1/usage?" + query)).path("circuits")).isEmpty();
    }
    for (var query : List.of("limit=0", "limit=501", "kind=planet&target=x", "target=vis")) {
      assertThat(get("officer", "/api/v1/usage?" + query).statusCode()).as(query).isEqualTo(422);
    }

    var id = UUID.randomUUID();
    var order = "{\"kind\":\"host\",\"target\":\"vis.ucl\",\"reason\":\"port scan\"}";
    assertThat(put("officer", id, order).statusCode()).isEqualTo(201);
    assertThat(put("officer", id, order).statusCode()).isEqualTo(200);
    eventually(connection, known -> known.released());
    assertThat(known(connection).lifecycle()).isEqualTo(LifecycleState.FAILED);
    assertThat(lnsap.names("VLAN")).isEmpty();
    assertThat(lnsap.holder().received())
        .anyMatch(it ->
            it instanceof Notification.ForcedEnd end
                && end.cut() != null
                && end.cut().by().equals("the security office of University College London"));

    assertThat(reserveRefused(reserve(other, 1, hourFromNow())).code()).isEqualTo(Refusal.Code.CUT);
    Criteria haptic = LnsapFixture.criteria("haptic", 100, hourFromNow());
    var spared = SegmentContractSupport.newConnectionId();
    assertThat(underTest().segment().reserve(reserve(spared, 1, haptic)).toString())
        .contains("Held");
    abort(spared, 1);

    var record = json(get("admin", "/api/v1/cuts/" + id));
    assertThat(record.path("by").asString()).isEqualTo("officer");
    assertThat(record.path("endedCount").asInt()).isEqualTo(1);
    assertThat(record.path("refused").get(0).path("connection").asString())
        .isEqualTo(other.toString());

    for (var time = 1; time <= 2; time++) {
      var lifted = json(post("officer", "/api/v1/cuts/" + id + "/lift", "{\"reason\":\"clean\"}"));
      assertThat(lifted.path("liftReason").asString()).isEqualTo("clean");
    }
    assertThat(json(get("officer", "/api/v1/cuts")).path("cuts")).isEmpty();
    assertThat(json(get("officer", "/api/v1/cuts?lifted=true")).path("cuts")).isNotEmpty();
    reserveHeld(SegmentContractSupport.newConnectionId(), 1, nextHour());
    assertThat(known(connection).lifecycle()).isEqualTo(LifecycleState.FAILED);
  }

  @Test
  void onlyOfficersAndAdministratorsMayCut() throws Exception {
    var order = "{\"kind\":\"site\",\"reason\":\"why\"}";
    for (var user : List.of("scientist", "operator")) {
      assertThat(put(user, UUID.randomUUID(), order).statusCode()).isEqualTo(403);
      assertThat(get(user, "/api/v1/cuts").statusCode()).isEqualTo(403);
      assertThat(get(user, "/api/v1/usage").statusCode()).isEqualTo(403);
    }
    assertThat(json(get("officer", "/api/v1/cuts")).path("cuts")).isEmpty();
  }

  /** The BAR's page asks as a peer, for an officer of its campus. */
  @Test
  void aPeerWithTheRoleOfficerCutsOnBehalfOfAPerson() throws Exception {
    var id = UUID.randomUUID();
    var order = "{\"kind\":\"host\",\"target\":\"office\",\"reason\":\"why\"%s}";
    assertThat(peer("onlooker", LnsapFixture.SECRET, id, order.formatted("")).statusCode())
        .isEqualTo(403);
    var desk = LnsapFixture.SECRET + " 2";
    assertThat(peer("desk", desk, id, order.formatted("")).statusCode()).isEqualTo(422);
    var disguised = order.formatted(",\"onBehalfOf\":\"olga\\u202e\"");
    assertThat(peer("desk", desk, id, disguised).statusCode()).isEqualTo(422);
    var named = order.formatted(",\"onBehalfOf\":\"olga\"");
    assertThat(peer("desk", desk, id, named).statusCode()).isEqualTo(201);
    assertThat(json(get("officer", "/api/v1/cuts/" + id)).path("by").asString())
        .isEqualTo("olga through desk");
    post("officer", "/api/v1/cuts/" + id + "/lift", "{\"reason\":\"done\"}");
  }

  @Test
  void anOrderThatMakesNoSenseChangesNothing() throws Exception {
    var id = UUID.randomUUID();
    for (var order :
        List.of(
            "{\"kind\":\"host\",\"target\":\"nobody\",\"reason\":\"why\"}",
            "{\"kind\":\"lightpath\",\"target\":\"x\",\"reason\":\"why\"}",
            "{\"kind\":\"site\",\"target\":\"other.ukl:2026\",\"reason\":\"why\"}",
            "{\"kind\":\"cluster\",\"target\":\"newton\",\"reason\":\"why\"}",
            "{\"kind\":\"site\",\"reason\":\" \"}",
            "{\"kind\":\"site\",\"reason\":\"a\\u202eb\"}")) {
      assertThat(put("officer", id, order).statusCode()).as(order).isEqualTo(422);
    }
    assertThat(get("officer", "/api/v1/cuts/" + id).statusCode()).isEqualTo(404);
    var lift = post("officer", "/api/v1/cuts/" + id + "/lift", "{\"reason\":\"why\"}");
    assertThat(lift.statusCode()).isEqualTo(404);
  }

  private static JsonNode json(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JsonMapper.shared().readTree(response.body());
  }

  private static HttpResponse<String> get(String user, String path)
      throws IOException, InterruptedException {
    return send(request(path, basic(user)).GET());
  }

  private static HttpResponse<String> put(String user, UUID id, String body)
      throws IOException, InterruptedException {
    return send(request("/api/v1/cuts/" + id, basic(user)).PUT(BodyPublishers.ofString(body)));
  }

  private static HttpResponse<String> post(String user, String path, String body)
      throws IOException, InterruptedException {
    return send(request(path, basic(user)).POST(BodyPublishers.ofString(body)));
  }

  private static HttpResponse<String> peer(String name, String secret, UUID id, String body)
      throws IOException, InterruptedException {
    return send(
        request("/cuts/" + id, "Bearer " + secret)
            .header("Touchpaper-Peer", name)
            .PUT(BodyPublishers.ofString(body)));
  }

  private static String basic(String user) {
    var login = (user + ":" + user).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(login);
  }

  private static HttpRequest.Builder request(String path, String authorization) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + lnsap.port() + path))
        .header("Authorization", authorization)
        .header("Content-Type", "application/json");
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
