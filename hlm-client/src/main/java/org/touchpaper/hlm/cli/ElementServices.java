package org.touchpaper.hlm.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.http.PathSegment;
import org.touchpaper.http.WholeAnswer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The services that elements belong to; which one has which is found out by asking. */
final class ElementServices implements AutoCloseable {

  /** An element may take a minute to answer, if it says now and then that it is at it. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** What elements there are, and what was said to each, a service knows by itself. */
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

  /** All elements of each service; all are asked at once. */
  Map<URI, Reply> list() {
    return AtOnce.ask(services, service -> exchange(to(service, "").GET(), listPatience));
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

  /** The last lines of one element's transcript, once all have come. */
  List<String> transcript(URI service, String name, int lines)
      throws IOException, InterruptedException {
    var path = path(name) + "/transcript?lines=" + lines;
    return ask(service, path, BodyHandlers.ofString()).lines().toList();
  }

  /** The last lines, and then each as it comes, an empty one now and then; to be closed. */
  Stream<String> follow(URI service, String name, int lines)
      throws IOException, InterruptedException {
    var path = path(name) + "/transcript?lines=" + lines + "&follow";
    return ask(service, path, BodyHandlers.ofLines());
  }

  private <T> T ask(URI service, String path, BodyHandler<T> body)
      throws IOException, InterruptedException {
    var asked = to(service, path).timeout(listPatience).GET().build();
    var answer = WholeAnswer.of(http, asked, body);
    if (answer.statusCode() != 200) {
      throw new IOException("it answers " + answer.statusCode());
    }
    return answer.body();
  }

  private static String path(String name) {
    return "/" + PathSegment.of(name);
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
