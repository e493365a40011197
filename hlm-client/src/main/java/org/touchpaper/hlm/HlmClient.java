package org.touchpaper.hlm;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.http.WholeAnswer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Books, looks, changes and cancels at one BAR. Thread-safe. A call that books or changes takes an
 * Idempotency-Key: repeat with the same key and the same request after {@link Answer.Unknown} or
 * {@link Answer.Undecided}, and it is never done twice.
 */
public final class HlmClient implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final long LARGEST_ANSWER = 16L * 1024 * 1024;
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final URI bar;
  private final URI api;
  private final String authorization;
  private final Duration patience;
  private final HttpClient http;

  /**
   * A client of one BAR for one person.
   *
   * @param bar where the BAR listens, such as {@code http://127.0.0.1:8080}
   * @param patience how long to wait for all of an answer; the BAR itself answers after 10 s at
   *     most
   */
  public HlmClient(URI bar, String user, String password, Duration patience) {
    this.bar = bar;
    this.api = URI.create(bar.toString().replaceAll("/+$", "") + "/api/v1/");
    this.authorization = basic(user, password);
    this.patience = patience;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /** Books all or nothing. */
  public Answer<CoAllocation> make(CoAllocationRequest wanted, String key) {
    var body = BodyPublishers.ofString(JSON.writeValueAsString(wanted));
    var request =
        to("co-allocations")
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json")
            .POST(body);
    return send(request, CoAllocation.class);
  }

  public Answer<CoAllocation> find(String id) {
    return send(to("co-allocations/" + escape(id)), CoAllocation.class);
  }

  public Answer<CoAllocation.Page> list() {
    return send(to("co-allocations"), CoAllocation.Page.class);
  }

  /** Makes a booking something else, all of it or nothing. */
  public Answer<CoAllocation> change(String id, CoAllocationChange wanted, String key) {
    var request =
        to("co-allocations/" + escape(id))
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json")
            .method("PATCH", BodyPublishers.ofString(JSON.writeValueAsString(wanted)));
    return send(request, CoAllocation.class);
  }

  /** Gives back everything of a booking; once done, a repeat changes nothing. */
  public Answer<CoAllocation> cancel(String id) {
    return send(to("co-allocations/" + escape(id)).DELETE(), CoAllocation.class);
  }

  /** What is free on a cluster ({@code newton}) or between hosts ({@code a/b}). */
  public Answer<Timetable> timetable(
      String resource, @Nullable Instant from, @Nullable Instant to) {
    var query = new LinkedHashMap<String, String>();
    query.put("resource", resource);
    if (from != null) {
      query.put("from", from.toString());
    }
    if (to != null) {
      query.put("to", to.toString());
    }
    return send(to("timetable?" + encode(query)), Timetable.class);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(api.resolve(path))
        .timeout(patience)
        .header("Authorization", authorization)
        .header("Accept", "application/json, application/problem+json");
  }

  private <T> Answer<T> send(HttpRequest.Builder builder, Class<T> type) {
    var request = builder.build();
    try {
      var handler = BodyHandlers.limiting(BodyHandlers.ofString(), LARGEST_ANSWER);
      var response = WholeAnswer.of(http, request, handler);
      return isNoBar(response)
          ? new Answer.Unreachable<>("there is no BAR at " + bar + " (404)")
          : read(response, type);
    } catch (ConnectException | HttpConnectTimeoutException e) {
      return new Answer.Unreachable<>("nobody answers at " + api.getAuthority());
    } catch (IOException e) {
      var why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return new Answer.Unknown<>("no answer from " + api.getAuthority() + ": " + why);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer.Unknown<>("interrupted while waiting for " + api.getAuthority());
    }
  }

  /** A BAR may know a booking or not, but it always has a list of them. */
  private static boolean isNoBar(HttpResponse<String> response) {
    return response.statusCode() == 404 && response.uri().getPath().endsWith("/co-allocations");
  }

  private <T> Answer<T> read(HttpResponse<String> response, Class<T> type) {
    var json = response.body();
    return switch (response.statusCode()) {
      case 200, 201 -> value(response, type, false);
      case 202 -> value(response, type, true);
      case 401, 403 -> new Answer.NotAllowed<>(problem(response), json);
      case 503 -> new Answer.Unreachable<>(problem(response).sentence());
      default ->
          isTheCallersFault(response)
              ? new Answer.Refused<>(problem(response), json)
              : new Answer.Unknown<>(api.getAuthority() + " answered " + response.statusCode());
    };
  }

  private static boolean isTheCallersFault(HttpResponse<String> response) {
    return response.statusCode() / 100 == 4;
  }

  private <T> Answer<T> value(HttpResponse<String> response, Class<T> type, boolean undecided) {
    try {
      var json = response.body();
      var value = JSON.readValue(json, type);
      if (value == null) {
        return new Answer.Unknown<>(api.getAuthority() + " answered with nothing");
      }
      return undecided ? new Answer.Undecided<>(value, json) : new Answer.Done<>(value, json);
    } catch (JacksonException e) {
      return new Answer.Unknown<>(
          api.getAuthority() + " answered " + response.statusCode() + " with something else");
    }
  }

  private static Problem problem(HttpResponse<String> response) {
    try {
      var problem = JSON.readValue(response.body(), Problem.class);
      return problem == null ? Problem.bare(response.statusCode()) : problem;
    } catch (JacksonException e) {
      return Problem.bare(response.statusCode());
    }
  }

  private static String basic(String user, String password) {
    var pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  private static String encode(Map<String, String> query) {
    return query.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + escape(entry.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String escape(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
