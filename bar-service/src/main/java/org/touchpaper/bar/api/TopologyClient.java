package org.touchpaper.bar.api;

import java.io.IOException;
import java.io.Serial;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.touchpaper.http.TimedHttpExchange;
import org.touchpaper.platform.security.OutboundInterceptor;
import org.touchpaper.platform.security.Peer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the NSAP's topology. */
final class TopologyClient implements AutoCloseable {

  static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Peer nsap;
  private final String ownName;
  private final JsonMapper json;
  private final OutboundInterceptor outbound;
  private final Duration timeout;
  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  TopologyClient(
      Peer nsap, String ownName, JsonMapper json, OutboundInterceptor outbound, Duration timeout) {
    this.nsap = nsap;
    this.ownName = ownName;
    this.json = json;
    this.outbound = outbound;
    this.timeout = timeout;
  }

  /** The NSAP gave no answer, or an unreadable one. */
  static final class NoAnswerException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    NoAnswerException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  JsonNode getTopology() {
    try {
      return outbound.send(nsap.name() + " topology", this::requestTopology);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoAnswerException("interrupted while querying " + nsap.name(), e);
    } catch (Exception e) {
      throw new NoAnswerException(
          nsap.name() + " does not return its topology: " + e.getMessage(), e);
    }
  }

  private JsonNode requestTopology() throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(nsap.resolve("/topology"))
            .timeout(timeout)
            .header("Authorization", "Bearer " + nsap.secret())
            .header(Peer.NAME_HEADER, ownName)
            .build();
    var response = TimedHttpExchange.send(http, request, BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("HTTP status " + response.statusCode());
    }
    return json.readTree(response.body());
  }

  @Override
  public void close() {
    http.close();
  }
}
