package org.touchpaper.demo.probe;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.http.TimedHttpExchange;
import org.touchpaper.platform.SecretFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * HTTP client of the demo: calls the BAR's REST API as a scientist and other services as a peer.
 */
public final class DemoHttpClient implements AutoCloseable {

  /** Peer name of the demo. */
  public static final String PEER = "demo";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration BAR_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration PEER_TIMEOUT = Duration.ofSeconds(5);
  private static final String SCIENTIST_AUTHORIZATION =
      "Basic "
          + Base64.getEncoder()
              .encodeToString("scientist:scientist".getBytes(StandardCharsets.UTF_8));

  private final DataDirectory data;
  private final PortPlan ports;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  public DemoHttpClient(DataDirectory data, PortPlan ports) {
    this.data = data;
    this.ports = ports;
  }

  /** Status and body of a response; status 0 if the exchange failed. */
  public record Exchange(int status, String body) {

    public String text() {
      return status + " " + body;
    }

    /** The body if the status is 200, else status and body. */
    String bodyOrAll() {
      return status == 200 ? body : text();
    }

    JsonNode json() {
      return JSON.readTree(body);
    }
  }

  /** Calls the REST API of a site's BAR as the scientist of that site. */
  public Exchange callBar(String bar, String method, String path, String body, String key) {
    var request =
        HttpRequest.newBuilder(URI.create(ports.url(bar) + path))
            .timeout(BAR_TIMEOUT)
            .header("Authorization", SCIENTIST_AUTHORIZATION)
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!key.isEmpty()) {
      request.header("Idempotency-Key", key);
    }
    return send(request);
  }

  Exchange getFromBar(String bar, String path) {
    return callBar(bar, "GET", path, "", "");
  }

  public boolean isUp(String part) {
    return health(part).status() == 200;
  }

  /** Lists those that are not healthy, each with the problem that it reports. */
  public List<String> listUnhealthy(List<String> parts) {
    var unhealthy = new ArrayList<String>();
    for (var part : parts) {
      var health = health(part);
      if (health.status() != 200) {
        unhealthy.add(health.status() == 0 ? part : part + " (" + health.body().strip() + ")");
      }
    }
    return unhealthy;
  }

  /** The hosts' network namespaces, or why there is no data plane. */
  public String describeDataPlane() {
    return findDataPlaneProblem()
        .map(problem -> "no data plane: " + problem)
        .orElseGet(() ->
            "data plane in network namespaces "
                + String.join(
                    ", ",
                    get("elements", "/data-plane")
                        .json()
                        .path("namespacesByHost")
                        .valueStream()
                        .map(name -> name.asString())
                        .toList()));
  }

  /** Why packets pass through no element; empty if they do. */
  public Optional<String> findDataPlaneProblem() {
    var exchange = get("elements", "/data-plane");
    if (exchange.status() != 200) {
      return Optional.of("the elements answer " + exchange.text());
    }
    var report = exchange.json();
    return report.path("state").asString().equals("running")
        ? Optional.empty()
        : Optional.of(report.path("reason").asString("it is off"));
  }

  private Exchange health(String part) {
    return send(
        HttpRequest.newBuilder(URI.create(ports.url(part) + "/health")).timeout(HEALTH_TIMEOUT));
  }

  Exchange get(String part, String path) {
    return send(asPeer(part, path).GET());
  }

  public Exchange post(String part, String path) {
    return send(asPeer(part, path).POST(BodyPublishers.noBody()));
  }

  /**
   * Calls a segment over SOAP.
   *
   * @param body the content of the request after {@code requester}
   */
  Exchange soap(String part, String operation, String body) {
    var envelope =
        """
        <e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"
         xmlns:s="urn:touchpaper:segment:1"><e:Body><s:%1$s><s:requester><s:peer>%2$s</s:peer>\
        <s:onBehalfOf><s:name>scientist</s:name><s:homeSite>ucl</s:homeSite>\
        <s:role>scientist</s:role></s:onBehalfOf><s:correlationId>%3$s</s:correlationId>\
        </s:requester>%4$s</s:%1$s></e:Body></e:Envelope>
        """
            .formatted(operation, PEER, UUID.randomUUID(), body);
    return send(
        asPeer(part, "/services/Segment")
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("SOAPAction", "\"\"")
            .POST(BodyPublishers.ofString(envelope)));
  }

  private HttpRequest.Builder asPeer(String part, String path) {
    var request = HttpRequest.newBuilder(URI.create(ports.url(part) + path)).timeout(PEER_TIMEOUT);
    if (!part.equals("elements")) {
      request
          .header("Touchpaper-Peer", PEER)
          .header("Authorization", "Bearer " + SecretFile.read(data.secret(PEER, part)));
    }
    return request;
  }

  private Exchange send(HttpRequest.Builder request) {
    try {
      var response = TimedHttpExchange.send(http, request.build(), BodyHandlers.ofString());
      return new Exchange(response.statusCode(), response.body());
    } catch (IOException e) {
      return new Exchange(0, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Exchange(0, "interrupted");
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
