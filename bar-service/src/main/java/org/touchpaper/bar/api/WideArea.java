package org.touchpaper.bar.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.touchpaper.platform.peers.Peer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The NSAP's own description of its network. */
final class WideArea implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Peer nsap;
  private final String self;
  private final JsonMapper json;
  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  WideArea(Peer nsap, String self, JsonMapper json) {
    this.nsap = nsap;
    this.self = self;
    this.json = json;
  }

  JsonNode topology() {
    var request =
        HttpRequest.newBuilder(nsap.at("/topology"))
            .timeout(TIMEOUT)
            .header("Authorization", "Bearer " + nsap.secret())
            .header(Peer.NAME_HEADER, self)
            .build();
    try {
      var answer = http.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(
            nsap.name() + " answers " + answer.statusCode() + " to a question for its topology");
      }
      return json.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(nsap.name() + " does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + nsap.name(), e);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
