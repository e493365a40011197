package org.touchpaper.demo.probe;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.http.TimedHttpExchange;

/** Reads the health of every process and service. */
public final class HealthProbe {
  private static final String NO_ANSWER = "does not answer";
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final PortPlan ports;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

  public HealthProbe(PortPlan ports) {
    this.ports = ports;
  }

  public boolean isUp(String part) {
    return problemOf(part).isEmpty();
  }

  /** Lists those that are not healthy, each with the problem that it reports. */
  public List<String> listUnhealthy(List<String> parts) {
    var unhealthy = new ArrayList<String>();
    for (var part : parts) {
      var problem = problemOf(part);
      if (!problem.isEmpty()) {
        unhealthy.add(problem.equals(NO_ANSWER) ? part : part + " (" + problem + ")");
      }
    }
    return unhealthy;
  }

  private String problemOf(String part) {
    var request =
        HttpRequest.newBuilder(URI.create(ports.url(part) + "/health")).timeout(TIMEOUT).build();
    try {
      var response = TimedHttpExchange.send(http, request, BodyHandlers.ofString());
      return response.statusCode() == 200 ? "" : response.body().strip();
    } catch (IOException e) {
      return NO_ANSWER;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
