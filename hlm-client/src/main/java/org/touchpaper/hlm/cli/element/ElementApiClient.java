package org.touchpaper.hlm.cli.element;

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
import org.touchpaper.hlm.cli.common.ConcurrentCalls;
import org.touchpaper.hlm.cli.common.ExitCode;
import org.touchpaper.http.PathSegment;
import org.touchpaper.http.TimedHttpExchange;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Client of the services (L-NSAP, NSAP) to which network elements belong. */
public final class ElementApiClient implements AutoCloseable {

  /** An element that acknowledges progress may take a minute to respond. */
  private static final Duration ELEMENT_TIMEOUT = Duration.ofSeconds(90);

  /** A service lists its elements and transcripts without calling an element. */
  private static final Duration LIST_TIMEOUT = Duration.ofSeconds(10);

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final List<URI> services;
  private final String authorization;
  private final Duration elementTimeout;
  private final Duration listTimeout;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();

  ElementApiClient(List<URI> services, String user, String password) {
    this(services, user, password, ELEMENT_TIMEOUT, LIST_TIMEOUT);
  }

  /** Creates a client with timeouts for calls that involve an element, and for others. */
  public ElementApiClient(
      List<URI> services,
      String user,
      String password,
      Duration elementTimeout,
      Duration listTimeout) {
    this.services = services;
    this.elementTimeout = elementTimeout;
    this.listTimeout = listTimeout;
    var pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    this.authorization = "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  /**
   * A service's response.
   *
   * @param status the HTTP status; 0 if the request did not arrive, -1 if no valid response came
   * @param text the body as received
   * @param body the parsed body; null unless it is JSON
   * @param problem why there is no body, or the error's detail
   */
  public record ServiceReply(int status, String text, @Nullable JsonNode body, String problem) {
    boolean isSuccess() {
      return status == 200;
    }

    ExitCode exitCode() {
      return switch (status) {
        case 200 -> ExitCode.DONE;
        case 401, 403 -> ExitCode.NOT_ALLOWED;
        default -> status / 100 == 4 ? ExitCode.REFUSED : ExitCode.UNREACHABLE_OR_UNKNOWN;
      };
    }
  }

  /** Lists the elements of every service, in parallel. */
  public Map<URI, ServiceReply> list() {
    return ConcurrentCalls.callAll(
        services, service -> send(requestTo(service, "").GET(), listTimeout));
  }

  static List<JsonNode> elements(Map<URI, ServiceReply> replies) {
    var elements = new ArrayList<JsonNode>();
    for (var reply : replies.values()) {
      if (reply.isSuccess() && reply.body() != null) {
        reply.body().path("elements").forEach(elements::add);
      }
    }
    return elements;
  }

  /** Returns the service that lists an element of that name, or null. */
  static @Nullable public URI serviceOf(String name, Map<URI, ServiceReply> replies) {
    for (var entry : replies.entrySet()) {
      for (var element : elements(Map.of(entry.getKey(), entry.getValue()))) {
        if (element.path("name").asString().equalsIgnoreCase(name)) {
          return entry.getKey();
        }
      }
    }
    return null;
  }

  public ServiceReply get(URI service, String name) {
    return send(requestTo(service, path(name)).GET());
  }

  /**
   * Requests an action on an element.
   *
   * @param action such as {@code restore}
   */
  public ServiceReply post(URI service, String name, String action, Map<String, ?> body) {
    return send(
        requestTo(service, path(name) + "/" + action)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  public List<String> transcript(URI service, String name, int lines)
      throws IOException, InterruptedException {
    var path = path(name) + "/transcript?lines=" + lines;
    return open(service, path, BodyHandlers.ofString()).lines().toList();
  }

  /** Streams the last lines, then new ones, with empty lines as heartbeat. Close the stream. */
  public Stream<String> follow(URI service, String name, int lines)
      throws IOException, InterruptedException {
    var path = path(name) + "/transcript?lines=" + lines + "&follow";
    return open(service, path, BodyHandlers.ofLines());
  }

  private <T> T open(URI service, String path, BodyHandler<T> bodyHandler)
      throws IOException, InterruptedException {
    var request = requestTo(service, path).timeout(listTimeout).GET().build();
    var response = TimedHttpExchange.send(http, request, bodyHandler);
    if (response.statusCode() != 200) {
      throw new IOException("the service returned status " + response.statusCode());
    }
    return response.body();
  }

  private static String path(String name) {
    return "/" + PathSegment.of(name);
  }

  private HttpRequest.Builder requestTo(URI service, String path) {
    var base = service.toString().replaceAll("/+$", "");
    return HttpRequest.newBuilder(URI.create(base + "/api/v1/elements" + path))
        .header("Authorization", authorization);
  }

  private ServiceReply send(HttpRequest.Builder request) {
    return send(request, elementTimeout);
  }

  private ServiceReply send(HttpRequest.Builder request, Duration timeout) {
    try {
      return parse(
          TimedHttpExchange.send(http, request.timeout(timeout).build(), BodyHandlers.ofString()));
    } catch (ConnectException e) {
      return new ServiceReply(0, "", null, "cannot connect");
    } catch (HttpTimeoutException e) {
      return new ServiceReply(-1, "", null, "no answer within " + timeout.toSeconds() + " s");
    } catch (IOException e) {
      return new ServiceReply(-1, "", null, "no answer: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new ServiceReply(-1, "", null, "interrupted");
    }
  }

  private static ServiceReply parse(HttpResponse<String> response) {
    JsonNode body = null;
    try {
      body = JSON.readTree(response.body());
    } catch (JacksonException e) {
      return new ServiceReply(-1, response.body(), null, "the response is not JSON");
    }
    var sentence = body.path("detail").asString("status " + response.statusCode());
    return new ServiceReply(response.statusCode(), response.body(), body, sentence);
  }

  static String json(Object value) {
    return JSON.writeValueAsString(value);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
