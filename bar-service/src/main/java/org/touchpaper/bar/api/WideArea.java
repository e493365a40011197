package org.touchpaper.bar.api;

import java.io.IOException;
import java.io.Serial;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.touchpaper.http.WholeAnswer;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.peers.Peer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The NSAP's own description of its network. */
final class WideArea implements AutoCloseable {

  static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Peer nsap;
  private final String self;
  private final JsonMapper json;
  private final Outbound outbound;
  private final Duration timeout;
  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  WideArea(Peer nsap, String self, JsonMapper json, Outbound outbound, Duration timeout) {
    this.nsap = nsap;
    this.self = self;
    this.json = json;
    this.outbound = outbound;
    this.timeout = timeout;
  }

  /** The NSAP gave no answer, or none that can be read. */
  static final class Unanswered extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    Unanswered(String message, Throwable cause) {
      super(message, cause);
    }
  }

  JsonNode topology() {
    try {
      return outbound.send(nsap.name() + " topology", this::ask);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unanswered("interrupted while asking " + nsap.name(), e);
    } catch (Exception e) {
      throw new Unanswered(nsap.name() + " does not tell its topology: " + e.getMessage(), e);
    }
  }

  private JsonNode ask() throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(nsap.at("/topology"))
            .timeout(timeout)
            .header("Authorization", "Bearer " + nsap.secret())
            .header(Peer.NAME_HEADER, self)
            .build();
    var answer = WholeAnswer.of(http, request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("it answers " + answer.statusCode());
    }
    return json.readTree(answer.body());
  }

  @Override
  public void close() {
    http.close();
  }
}
