package org.touchpaper.lnsap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.kit.ScriptedHolder;
import org.touchpaper.segment.kit.SegmentContractSupport;
import org.touchpaper.segment.kit.SegmentUnderTest;
import org.touchpaper.segment.traffic.TrafficCollector;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A campus keeps what its edge counts, and shows it to the broker that booked the circuit. */
class TrafficHistoryTest implements SegmentContractSupport {

  private static final String HOST = "GigabitEthernet3/1";
  private static final String BORDER = "TenGigabitEthernet1/1";
  private static final int MEGABYTE = 1_000_000;

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

  /** Reads twice in each minute: the second reading changes nothing. The fixture reads none. */
  private static void collect() {
    lnsap.bean(TrafficCollector.class).collect();
    lnsap.bean(TrafficCollector.class).collect();
  }

  private static void nextMinute() {
    lnsap.advance(Duration.ofMinutes(1));
    collect();
  }

  private void transfer(int toBorder, int toHost) {
    var name = CircuitNameFormat.of(connection.value(), 1);
    var counters = lnsap.edge().state().portCounters;
    counters.countReceived(HOST, name, toBorder);
    counters.countSent(BORDER, name, toBorder);
    counters.countReceived(BORDER, name, toHost);
    counters.countSent(HOST, name, toHost);
  }

  @Test
  void keepsTheTrafficOfEachMinuteForAWeek() throws Exception {
    lnsap.fresh();
    bringUp(connection);
    transfer(5 * MEGABYTE, 0); // before the first reading: no history
    collect();
    var from = lnsap.now();
    transfer(60 * MEGABYTE, 6 * MEGABYTE);
    nextMinute();
    nextMinute();

    var points = circuit(from).path("points");
    assertThat(points).hasSize(2);
    assertThat(points.get(0).path("bytesIn").asLong()).isEqualTo(60 * MEGABYTE);
    assertThat(points.get(0).path("bytesOut").asLong()).isEqualTo(6 * MEGABYTE);
    assertThat(points.get(0).path("seconds").asLong()).isEqualTo(60);
    assertThat(points.get(1).path("bytesIn").asLong()).isZero();

    var ports = json(operator("/api/v1/elements/EDGE-UCL/traffic?from=" + from)).path("ports");
    assertThat(ports.path(BORDER).get(0).path("bytesOut").asLong()).isEqualTo(60 * MEGABYTE);
    assertThat(ports.path(BORDER).get(0).path("packetsIn").asLong()).isEqualTo(1);

    lnsap.advance(Duration.ofDays(7).minusMinutes(3));
    lnsap.bean(TrafficCollector.class).deleteOld();
    assertThat(countRows(from)).isPositive();
    lnsap.advance(Duration.ofMinutes(10));
    lnsap.bean(TrafficCollector.class).deleteOld();
    assertThat(countRows(from)).isZero();
  }

  private static long countRows(Instant from) {
    var minute = Timestamp.from(from.plus(Duration.ofMinutes(2)));
    return Objects.requireNonNull(
        lnsap
            .bean(JdbcTemplate.class)
            .queryForObject(
                "select (select count(*) from circuit_traffic where minute <= ?)"
                    + " + (select count(*) from port_traffic where minute <= ?)",
                Long.class,
                minute,
                minute));
  }

  @Test
  void beginsAgainAfterARestartOfTheElement() throws Exception {
    lnsap.fresh();
    bringUp(connection);
    transfer(9 * MEGABYTE, 0);
    collect();
    var from = lnsap.now();
    lnsap.edge().restart();
    transfer(2 * MEGABYTE, 0); // less than before the restart
    nextMinute();
    transfer(3 * MEGABYTE, 0);
    nextMinute();

    var points = circuit(from).path("points");
    assertThat(points).hasSize(1);
    assertThat(points.get(0).path("bytesIn").asLong()).isEqualTo(3 * MEGABYTE);
  }

  @Test
  void showsACircuitOnlyToThePeerThatBookedIt() throws Exception {
    lnsap.fresh();
    bringUp(connection);
    var path = "/circuits/" + connection + "/traffic";
    assertThat(peer(ScriptedHolder.PEER, holderSecret(), path).statusCode()).isEqualTo(200);
    assertThat(peer("onlooker", LnsapFixture.SECRET, path).statusCode()).isEqualTo(404);
    assertThat(peer("desk", LnsapFixture.SECRET + " 2", path).statusCode()).isEqualTo(403);
    var week = path + "?from=2026-11-01T00:00:00Z&to=2026-11-09T00:00:00Z";
    assertThat(peer(ScriptedHolder.PEER, holderSecret(), week).body())
        .contains("to must be after from, by 7 days at most");
  }

  @Test
  void tellsWhatAllCircuitsOfAPeerCarriedAtAMoment() throws Exception {
    lnsap.fresh();
    bringUp(connection);
    collect();
    var from = lnsap.now();
    transfer(60 * MEGABYTE, 6 * MEGABYTE);
    nextMinute();
    transfer(30 * MEGABYTE, 3 * MEGABYTE);
    nextMinute();

    assertThat(moment(ScriptedHolder.PEER, holderSecret(), from.minusSeconds(61))).isEmpty();
    var first = moment(ScriptedHolder.PEER, holderSecret(), from.plusSeconds(59));
    assertThat(first).hasSize(1);
    assertThat(first.get(0).path("connection").asString()).isEqualTo(connection.toString());
    assertThat(first.get(0).path("bytesIn").asLong()).isEqualTo(60 * MEGABYTE);
    assertThat(first.get(0).path("seconds").asLong()).isEqualTo(60);
    var later = moment(ScriptedHolder.PEER, holderSecret(), from.plusSeconds(150));
    assertThat(later.get(0).path("bytesOut").asLong()).isEqualTo(3 * MEGABYTE);
    assertThat(moment(ScriptedHolder.PEER, holderSecret(), from.plus(Duration.ofMinutes(7))))
        .as("a value is shown for a few minutes only")
        .isEmpty();
    assertThat(moment("onlooker", LnsapFixture.SECRET, from.plusSeconds(59))).isEmpty();
  }

  private static JsonNode moment(String peer, String secret, Instant at) throws Exception {
    return json(peer(peer, secret, "/circuits/traffic?at=" + at)).path("circuits");
  }

  private JsonNode circuit(Instant from) throws Exception {
    var to = lnsap.now().plusSeconds(60);
    var path = "/circuits/%s/traffic?from=%s&to=%s".formatted(connection, from, to);
    return json(peer(ScriptedHolder.PEER, holderSecret(), path));
  }

  private static String holderSecret() {
    return "between the kit's holder and the segment";
  }

  private static JsonNode json(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JsonMapper.builder().build().readTree(response.body());
  }

  private static HttpResponse<String> peer(String name, String secret, String path)
      throws IOException, InterruptedException {
    return http.send(
        request(path)
            .header("Authorization", "Bearer " + secret)
            .header("Touchpaper-Peer", name)
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpResponse<String> operator(String path)
      throws IOException, InterruptedException {
    var login = "operator:operator".getBytes(StandardCharsets.UTF_8);
    return http.send(
        request(path)
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(login))
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + lnsap.port() + path));
  }
}
