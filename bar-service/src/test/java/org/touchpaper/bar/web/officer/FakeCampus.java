package org.touchpaper.bar.web.officer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.touchpaper.bar.fixture.BarFixture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The L-NSAP of campus UCL, as far as officers use it: one circuit, three hosts, and cuts. */
final class FakeCampus implements AutoCloseable {

  static final String LIGHTPATH = "5b8f0a3e-5a0d-5a38-9c62-6f5a3f2b7d11";
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final String CIRCUIT =
      """
      {"connection":"7c8a2f10-0000-4000-8000-000000000000","lightpath":"%s",
       "person":"scientist","homeSite":"ucl","source":"urn:ogf:network:ucl.ukl:2026:vis",
       "destination":"urn:ogf:network:ucl.ukl:2026:border?vlan=100","bandwidthMbps":300,
       "startTime":"2026-12-01T19:00:00Z","endTime":"2026-12-01T21:00:00Z","state":"%s",
       "released":false,"at":%s}
      """;

  private final HttpServer server;
  private final Map<String, Map<String, Object>> cuts = new LinkedHashMap<>();
  private String lightpath = LIGHTPATH;
  private int refusal;
  private int more;

  FakeCampus() {
    try {
      server =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), BarFixture.LNSAP_PORT), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  /** The lightpath that is up. */
  void carry(String id) {
    lightpath = id;
  }

  /** Answers everything with this status and a problem, if it is not 0. */
  synchronized void refuse(int status) {
    refusal = status;
  }

  /** Has so many circuits that it does not list. */
  synchronized void haveMore(int count) {
    more = count;
  }

  /** The cuts ordered, whether lifted or not. */
  synchronized List<Map<String, Object>> cuts() {
    return List.copyOf(cuts.values());
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      var body = JSON.readTree(exchange.getRequestBody().readAllBytes());
      var id = path.replaceFirst("^/cuts/", "").replaceFirst("/lift$", "");
      if (refusal != 0) {
        answer(exchange, refusal, "{\"detail\":\"the campus says " + refusal + "\"}");
        return;
      }
      switch (exchange.getRequestMethod() + " " + path.replace(id, "ID")) {
        case "GET ID" -> answerList(exchange, path);
        case "GET /cuts/ID" -> answerCut(exchange, 200, id);
        case "PUT /cuts/ID" -> cut(exchange, id, body);
        case "POST /cuts/ID/lift" -> lift(exchange, id, body);
        default -> answer(exchange, 404, "{}");
      }
    }
  }

  private void answerList(HttpExchange exchange, String path) throws IOException {
    switch (path) {
      case "/usage" ->
          answer(
              exchange,
              200,
              "{\"service\":\"lnsap-ucl\",\"circuits\":["
                  + (isUsed(String.valueOf(exchange.getRequestURI().getQuery())) ? circuit() : "")
                  + "],\"more\":"
                  + more
                  + "}");
      case "/cuts" ->
          answer(
              exchange,
              200,
              """
              {"service":"lnsap-ucl","network":"ucl.ukl:2026","title":"University College London",
               "hosts":[{"name":"office.ucl","port":"office"},{"name":"vis.ucl","port":"vis"}],
               "cuts":%s}
              """
                  .formatted(JSON.writeValueAsString(cuts.values())));
      default -> answer(exchange, 404, "{}");
    }
  }

  private String circuit() {
    return CIRCUIT.formatted(lightpath, "UP", "null");
  }

  /** By a search, or by the target of a cut. */
  private boolean isUsed(String query) {
    var wanted = query.replaceFirst("^.*(?:search|target)=", "");
    return !isAnythingCut() && circuit().contains(wanted);
  }

  private boolean isAnythingCut() {
    return cuts.values().stream().anyMatch(cut -> cut.get("liftedAt") == null);
  }

  private void cut(HttpExchange exchange, String id, JsonNode order) throws IOException {
    if (order.path("reason").asString("").isBlank()) {
      answer(exchange, 422, "{\"detail\":\"reason is required\"}");
      return;
    }
    var target = order.path("target").asString("");
    var cut = new LinkedHashMap<String, Object>();
    cut.put("id", id);
    cut.put("kind", order.path("kind").asString("").toUpperCase(Locale.ROOT));
    cut.put("target", target.isEmpty() ? "ucl.ukl:2026" : target);
    cut.put("name", target.isEmpty() ? "University College London" : target + ".ucl");
    cut.put("reason", order.path("reason").asString());
    cut.put("by", order.path("onBehalfOf").asString() + " through bar-ucl");
    cut.put("at", "2026-12-01T20:00:00Z");
    cut.put("enforced", true);
    var same =
        cuts.values().stream()
            .filter(it ->
                it.get("liftedAt") == null && Objects.equals(it.get("target"), cut.get("target")))
            .findFirst();
    if (same.isPresent()) {
      answerCut(exchange, 200, String.valueOf(same.get().get("id")));
      return;
    }
    cuts.putIfAbsent(id, cut);
    answerCut(exchange, 201, id);
  }

  private void lift(HttpExchange exchange, String id, JsonNode order) throws IOException {
    Optional.ofNullable(cuts.get(id))
        .filter(cut -> cut.get("liftedAt") == null)
        .ifPresent(cut -> {
          cut.put("liftedBy", order.path("onBehalfOf").asString());
          cut.put("liftedAt", "2026-12-01T20:30:00Z");
          cut.put("liftReason", order.path("reason").asString());
        });
    answerCut(exchange, 200, id);
  }

  private void answerCut(HttpExchange exchange, int status, String id) throws IOException {
    var cut = cuts.get(id);
    if (cut == null) {
      answer(exchange, 404, "{\"detail\":\"no cut\"}");
      return;
    }
    var record = JSON.writeValueAsString(cut);
    var ended = CIRCUIT.formatted(lightpath, "ENDED", "\"2026-12-01T20:00:00Z\"");
    answer(
        exchange,
        status,
        record.substring(0, record.length() - 1)
            + ",\"endedCount\":1,\"ended\":["
            + ended
            + "],\"refusedCount\":0,\"refused\":[]}");
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
