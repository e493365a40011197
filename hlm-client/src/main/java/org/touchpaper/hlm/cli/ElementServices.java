package org.touchpaper.hlm.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.http.WholeAnswer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The services that elements belong to; which one has which is found out by asking. */
final class ElementServices implements AutoCloseable {

  /** An element may take a minute to answer, if it says now and then that it is at it. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** What elements there are a service knows by itself. */
  private static final Duration LIST_PATIENCE = Duration.ofSeconds(10);

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final List<URI> services;
  private final String authorization;
  private final Duration patience;
  private final Duration listPatience;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();

  ElementServices(List<URI> services, String user, String password) {
    this(services, user, password, PATIENCE, LIST_PATIENCE);
  }

  /** That waits no longer than this for the answer of an element, and of a service. */
  ElementServices(
      List<URI> services, String user, String password, Duration patience, Duration listPatience) {
    this.services = services;
    this.patience = patience;
    this.listPatience = listPatience;
    var pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    this.authorization = "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  /**
   * One service's answer.
   *
   * @param status of HTTP; 0 if the request did not get there, -1 if it did and no answer came
   * @param text as it came
   * @param body what it said; null unless it is JSON
   * @param sentence why there is none, or what is wrong
   */
  record Reply(int status, String text, @Nullable JsonNode body, String sentence) {
    boolean isGood() {
      return status == 200;
    }

    Outcome outcome() {
      return switch (status) {
        case 200 -> Outcome.DONE;
        case 401, 403 -> Outcome.NOT_ALLOWED;
        default -> status / 100 == 4 ? Outcome.REFUSED : Outcome.UNREACHABLE_OR_UNKNOWN;
      };
    }
  }

  /**
   * All elements of each service; all are asked at once, so that one that hangs delays no other.
   */
  Map<URI, Reply> list() {
    var asked = new LinkedHashMap<URI, CompletableFuture<Reply>>();
    for (var service : services) {
      asked.put(
          service,
          CompletableFuture.supplyAsync(
              () -> exchange(to(service, "").GET(), listPatience), Thread::startVirtualThread));
    }
    var replies = new LinkedHashMap<URI, Reply>();
    asked.forEach((service, reply) -> replies.put(service, reply.join()));
    return replies;
  }

  /** The elements that these replies name. */
  static List<JsonNode> elements(Map<URI, Reply> replies) {
    var all = new ArrayList<JsonNode>();
    for (var reply : replies.values()) {
      if (reply.isGood() && reply.body() != null) {
        reply.body().path("elements").forEach(all::add);
      }
    }
    return all;
  }

  /** The service that has an element of that name; null if none of those has. */
  static @Nullable URI serviceOf(String name, Map<URI, Reply> replies) {
    for (var each : replies.entrySet()) {
      for (var element : elements(Map.of(each.getKey(), each.getValue()))) {
        if (element.path("name").asString().equalsIgnoreCase(name)) {
          return each.getKey();
        }
      }
    }
    return null;
  }

  /** Of one element. */
  Reply get(URI service, String name) {
    return exchange(to(service, path(name)).GET());
  }

  /**
   * To one element.
   *
   * @param what is asked for, such as {@code restore}
   */
  Reply post(URI service, String name, String what, Map<String, ?> body) {
    return exchange(
        to(service, path(name) + "/" + what)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  /** Lines of one element as they come; to be closed. */
  Stream<String> lines(URI service, String name, String what)
      throws IOException, InterruptedException {
    var asked = to(service, path(name) + "/" + what).GET().build();
    var answer = http.send(asked, BodyHandlers.ofLines());
    if (answer.statusCode() != 200) {
      throw new IOException("it answers " + answer.statusCode());
    }
    return answer.body();
  }

  /** A name may have blanks. */
  private static String path(String name) {
    try {
      return new URI(null, null, "/" + name, null).getRawPath();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("no element's name: " + name, e);
    }
  }

  private HttpRequest.Builder to(URI service, String path) {
    var base = service.toString().replaceAll("/+$", "");
    return HttpRequest.newBuilder(URI.create(base + "/api/v1/elements" + path))
        .header("Authorization", authorization);
  }

  private Reply exchange(HttpRequest.Builder request) {
    return exchange(request, patience);
  }

  private Reply exchange(HttpRequest.Builder request, Duration wait) {
    try {
      return read(WholeAnswer.of(http, request.timeout(wait).build(), BodyHandlers.ofString()));
    } catch (ConnectException e) {
      return new Reply(0, "", null, "nobody answers");
    } catch (HttpTimeoutException e) {
      return new Reply(-1, "", null, "no answer within " + wait.toSeconds() + " s");
    } catch (IOException e) {
      return new Reply(-1, "", null, "no answer: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Reply(-1, "", null, "interrupted");
    }
  }

  private static Reply read(HttpResponse<String> response) {
    JsonNode body = null;
    try {
      body = JSON.readTree(response.body());
    } catch (JacksonException e) {
      return new Reply(-1, response.body(), null, "it answers with something else");
    }
    var sentence = body.path("detail").asString("it answers " + response.statusCode());
    return new Reply(response.statusCode(), response.body(), body, sentence);
  }

  static String json(Object value) {
    return JSON.writeValueAsString(value);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
