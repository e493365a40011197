package org.touchpaper.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import org.touchpaper.http.WholeAnswer;
import org.touchpaper.platform.SecretFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The demo's calls: of the front door as its scientist, of every other part as a peer. */
final class Calls implements AutoCloseable {

  /** What the demo is called among the peers. */
  static final String PEER = "demo";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration AT_THE_FRONT_DOOR = Duration.ofSeconds(30);
  private static final Duration AT_A_PEER = Duration.ofSeconds(5);
  private static final String SCIENTIST =
      "Basic "
          + Base64.getEncoder()
              .encodeToString("scientist:scientist".getBytes(StandardCharsets.UTF_8));

  private final DataDirectory data;
  private final Ports ports;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  Calls(DataDirectory data, Ports ports) {
    this.data = data;
    this.ports = ports;
  }

  /** Status and body; an exchange that failed has the status 0. */
  record Exchange(int status, String body) {

    String shown() {
      return status + " " + body;
    }

    /** The body of a success; of anything else all there is. */
    String bodyOrAll() {
      return status == 200 ? body : shown();
    }

    JsonNode json() {
      return JSON.readTree(body);
    }
  }

  Exchange frontDoor(String method, String path, String body, String key) {
    var request =
        HttpRequest.newBuilder(URI.create(ports.url("bar-ucl") + path))
            .timeout(AT_THE_FRONT_DOOR)
            .header("Authorization", SCIENTIST)
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!key.isEmpty()) {
      request.header("Idempotency-Key", key);
    }
    return send(request);
  }

  Exchange look(String path) {
    return frontDoor("GET", path, "", "");
  }

  Exchange get(String part, String path) {
    return send(asPeer(part, path).GET());
  }

  Exchange post(String part, String path) {
    return send(asPeer(part, path).POST(BodyPublishers.noBody()));
  }

  /**
   * Asks a segment over SOAP.
   *
   * @param body the request's content, after who asks
   */
  Exchange soap(String part, String operation, String body) {
    var requester =
        "<s:requester><s:peer>"
            + PEER
            + "</s:peer><s:onBehalfOf><s:name>scientist</s:name><s:homeSite>ucl</s:homeSite>"
            + "<s:role>scientist</s:role></s:onBehalfOf><s:correlationId>"
            + UUID.randomUUID()
            + "</s:correlationId></s:requester>";
    var envelope =
        "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\""
            + " xmlns:s=\"urn:touchpaper:segment:1\"><e:Body><s:%1$s>%2$s%3$s</s:%1$s></e:Body></e:Envelope>"
                .formatted(operation, requester, body);
    return send(
        asPeer(part, "/services/Segment")
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("SOAPAction", "\"\"")
            .POST(BodyPublishers.ofString(envelope)));
  }

  private HttpRequest.Builder asPeer(String part, String path) {
    var request = HttpRequest.newBuilder(URI.create(ports.url(part) + path)).timeout(AT_A_PEER);
    if (!part.equals("elements")) {
      request
          .header("Touchpaper-Peer", PEER)
          .header("Authorization", "Bearer " + SecretFile.read(data.secret(PEER, part)));
    }
    return request;
  }

  private Exchange send(HttpRequest.Builder request) {
    try {
      var answer = WholeAnswer.of(http, request.build(), BodyHandlers.ofString());
      return new Exchange(answer.statusCode(), answer.body());
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
