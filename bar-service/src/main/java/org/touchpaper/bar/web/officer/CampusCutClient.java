package org.touchpaper.bar.web.officer;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.http.TimedHttpExchange;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks the campus's own segment, where this broker has the role officer, for cuts. */
@Component
final class CampusCutClient implements AutoCloseable {

  /** Circuits that a page lists; a search finds the others. */
  private static final int MAX_CIRCUITS = 100;

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final PeerRegistry peers;
  private final String segment;
  private final OutgoingPeerCallInterceptor outbound;
  private final JsonMapper json;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  CampusCutClient(
      PeerRegistry peers,
      BarProperties bar,
      OutgoingPeerCallInterceptor outbound,
      JsonMapper json) {
    this.peers = peers;
    this.segment = bar.ownSegment();
    this.outbound = outbound;
    this.json = json;
  }

  String segment() {
    return segment;
  }

  /** The URL for the command line. */
  String url() {
    return String.valueOf(peer().url());
  }

  CutCallResult<CutItem.CutList> list() {
    return send(request("/cuts?lifted=true").GET(), CutItem.CutList.class);
  }

  /** The circuits with a text in an id, the person, the home site or the ports. */
  CutCallResult<CircuitItem.CircuitList> searchCircuits(String text) {
    return listCircuits("search=" + encode(text));
  }

  /** The circuits that a cut would end. */
  CutCallResult<CircuitItem.CircuitList> listAffected(String kind, String target) {
    return listCircuits("kind=" + encode(kind) + "&target=" + encode(target));
  }

  private CutCallResult<CircuitItem.CircuitList> listCircuits(String query) {
    return send(
        request("/usage?limit=" + MAX_CIRCUITS + "&" + query).GET(), CircuitItem.CircuitList.class);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  CutCallResult<CutItem> find(UUID id) {
    return send(request("/cuts/" + id).GET(), CutItem.class);
  }

  /** Cuts; the same id is the same order. */
  CutCallResult<CutItem> cut(UUID id, String kind, String target, String reason, String officer) {
    var body = Map.of("kind", kind, "target", target, "reason", reason, "onBehalfOf", officer);
    return send(
        request("/cuts/" + id).PUT(BodyPublishers.ofString(json.writeValueAsString(body))),
        CutItem.class);
  }

  CutCallResult<CutItem> lift(UUID id, String reason, String officer) {
    var body = Map.of("reason", reason, "onBehalfOf", officer);
    return send(
        request("/cuts/" + id + "/lift")
            .POST(BodyPublishers.ofString(json.writeValueAsString(body))),
        CutItem.class);
  }

  private Peer peer() {
    return peers.get(segment);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(peer().resolve(path))
        .timeout(TIMEOUT)
        .header("Authorization", "Bearer " + peer().secret())
        .header(Peer.NAME_HEADER, peers.self())
        .header("Content-Type", "application/json");
  }

  private <T> CutCallResult<T> send(HttpRequest.Builder request, Class<T> type) {
    try {
      var response =
          outbound.send(
              segment + " cuts",
              () -> TimedHttpExchange.send(http, request.build(), BodyHandlers.ofString()));
      return answer(response, type);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new CutCallResult.NoAnswer<>("interrupted");
    } catch (ConnectException e) {
      return new CutCallResult.NoAnswer<>("cannot connect");
    } catch (HttpTimeoutException e) {
      return new CutCallResult.NoAnswer<>("no answer within " + TIMEOUT.toSeconds() + " s");
    } catch (IOException e) {
      return new CutCallResult.NoAnswer<>(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      return new CutCallResult.NoAnswer<>(String.valueOf(e.getMessage()));
    }
  }

  /** A status of class 4xx says that nothing was carried out; 408 and 5xx leave it open. */
  private <T> CutCallResult<T> answer(HttpResponse<String> response, Class<T> type) {
    var status = response.statusCode();
    try {
      if (status == 200 || status == 201) {
        return new CutCallResult.Done<>(json.readValue(response.body(), type));
      }
      return status >= 400 && status < 500 && status != 408
          ? new CutCallResult.Refused<>(status, reasonOf(response))
          : new CutCallResult.NoAnswer<>("HTTP status " + status);
    } catch (JacksonException e) {
      return new CutCallResult.NoAnswer<>("invalid response");
    }
  }

  /** The detail of a problem (RFC 9457), else the status. */
  private String reasonOf(HttpResponse<String> response) {
    var status = "HTTP status " + response.statusCode();
    try {
      var detail = json.readTree(response.body()).path("detail").asString("");
      return detail.isBlank() ? status : detail;
    } catch (JacksonException _) {
      return status;
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
