package org.touchpaper.bar.administration;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import org.touchpaper.http.TimedHttpExchange;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks each peer that has a URL for its health, which needs no secret. */
@Component
class PeerHealthClient implements DisposableBean {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final PeerRegistry peers;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  PeerHealthClient(PeerRegistry peers) {
    this.peers = peers;
  }

  List<PeerHealth> list() {
    var asked = new TreeMap<String, Peer>();
    Arrays.stream(PeerRole.values())
        .flatMap(role -> peers.list(role).stream())
        .filter(peer -> peer.url() != null)
        .forEach(peer -> asked.put(peer.name(), peer));
    List<Future<PeerHealth>> futures;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      futures = asked.values().stream().map(peer -> threads.submit(() -> ask(peer))).toList();
    } // waits for all
    return futures.stream().map(Future::resultNow).toList();
  }

  private PeerHealth ask(Peer peer) {
    var address = String.valueOf(peer.url());
    try {
      var request = HttpRequest.newBuilder(peer.resolve("/health")).timeout(TIMEOUT).build();
      var response = TimedHttpExchange.send(http, request, BodyHandlers.ofString());
      var health = JsonMapper.shared().readTree(response.body());
      var state = health.path("status").asString("");
      return state.isEmpty()
          ? new PeerHealth(
              peer.name(), address, PeerHealth.NO_ANSWER, "status " + response.statusCode())
          : new PeerHealth(peer.name(), address, state, detail(health));
    } catch (IOException | JacksonException e) {
      var reason = e instanceof JacksonException ? "its answer cannot be read" : describe(e);
      return new PeerHealth(peer.name(), address, PeerHealth.NO_ANSWER, reason);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new PeerHealth(peer.name(), address, PeerHealth.NO_ANSWER, "interrupted");
    }
  }

  private static String describe(Exception e) {
    return e.getMessage() == null ? "cannot connect" : e.getMessage();
  }

  /** An acceptor's problem and clock warning, or the components of a service that are down. */
  private static String detail(JsonNode health) {
    var reasons = new ArrayList<String>();
    var details = health.path("details");
    for (var name : List.of("problem", "clocks")) {
      if (!details.path(name).asString("").isEmpty()) {
        reasons.add(details.path(name).asString());
      }
    }
    health
        .path("components")
        .properties()
        .forEach(component -> {
          if (component.getValue().path("status").asString("UP").equals("DOWN")) {
            reasons.add(component.getKey() + " is down");
          }
        });
    return String.join("; ", reasons);
  }

  @Override
  public void destroy() {
    http.shutdownNow();
  }
}
