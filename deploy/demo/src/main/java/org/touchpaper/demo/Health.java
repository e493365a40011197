package org.touchpaper.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.http.WholeAnswer;

/** Asks every part how it is. */
final class Health {
  private static final String SILENT = "does not answer";
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Ports ports;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  Health(Ports ports) {
    this.ports = ports;
  }

  boolean isUp(String part) {
    return look(part).isEmpty();
  }

  /** Those that are not healthy, each with what it says if it says anything. */
  List<String> waitingFor(List<String> parts) {
    var waiting = new ArrayList<String>();
    for (var part : parts) {
      var trouble = look(part);
      if (!trouble.isEmpty()) {
        waiting.add(trouble.equals(SILENT) ? part : part + " (" + trouble + ")");
      }
    }
    return waiting;
  }

  private String look(String part) {
    var question =
        HttpRequest.newBuilder(URI.create(ports.url(part) + "/health")).timeout(PATIENCE).build();
    try {
      var answer = WholeAnswer.of(http, question, BodyHandlers.ofString());
      return answer.statusCode() == 200 ? "" : answer.body().strip();
    } catch (IOException e) {
      return SILENT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
