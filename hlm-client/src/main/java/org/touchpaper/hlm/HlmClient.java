package org.touchpaper.hlm;

import java.io.IOException;
import java.io.InputStream;
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
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.http.TimedHttpExchange;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Client of one BAR's REST API: books, queries, changes and cancels. Thread-safe. Booking and
 * changing take an Idempotency-Key: after {@link CallResult.Unknown} or {@link
 * CallResult.Undecided} repeat the request with the same key; it is never carried out twice.
 */
public final class HlmClient implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final long MAX_RESPONSE_BYTES = 16L * 1024 * 1024;
  private static final Duration RECONNECT_PAUSE = Duration.ofSeconds(3);
  static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final URI bar;
  private final URI api;
  private final String authorization;
  private final Duration timeout;
  private final HttpClient http;

  /**
   * Creates a client that authenticates as one user.
   *
   * @param bar the BAR's URL, such as {@code http://127.0.0.1:8080}
   * @param timeout for a complete response; the BAR answers within 10 s
   */
  public HlmClient(URI bar, String user, String password, Duration timeout) {
    this(bar, basicAuthorization(user, password), timeout);
  }

  /**
   * Creates a client that calls with an API token.
   *
   * @param secret such as {@code tp_…}
   */
  public static HlmClient withToken(URI bar, String secret, Duration timeout) {
    return new HlmClient(bar, "Bearer " + secret, timeout);
  }

  private HlmClient(URI bar, String authorization, Duration timeout) {
    this.bar = bar;
    this.api = URI.create(bar.toString().replaceAll("/+$", "") + "/api/v1/");
    this.authorization = authorization;
    this.timeout = timeout;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /** Books lightpaths and nodes, all or nothing. */
  public CallResult<CoAllocationDto> book(CoAllocationRequest coAllocation, String key) {
    return send(
        withKey(key, requestTo("co-allocations", "POST", coAllocation)), CoAllocationDto.class);
  }

  /** Asks whether a request fits, without booking. {@link CallResult.Done} also if it does not. */
  public CallResult<DryRunDto> dryRun(CoAllocationRequest coAllocation) {
    return sendDryRun("co-allocations", "POST", coAllocation);
  }

  /** Asks whether a change fits, without changing. {@link CallResult.Done} also if it does not. */
  public CallResult<DryRunDto> dryRunChange(String id, CoAllocationChange change) {
    return sendDryRun("co-allocations/" + escape(id), "PATCH", change);
  }

  /** Asks whether a change of a lightpath alone fits, without changing. */
  public CallResult<DryRunDto> dryRunChange(String connectionId, LightpathDto.Change change) {
    return sendDryRun("reservations/" + escape(connectionId), "PATCH", change);
  }

  private CallResult<DryRunDto> sendDryRun(String path, String method, Object content) {
    var body = JSON.<ObjectNode>valueToTree(content).put("dryRun", true);
    return send(requestTo(path, method, body), DryRunDto.class);
  }

  public CallResult<CoAllocationDto> find(String id) {
    return send(requestTo("co-allocations/" + escape(id)), CoAllocationDto.class);
  }

  /** Lists a page of bookings. */
  public CallResult<CoAllocationDto.Page> list(BookingFilter filter) {
    return send(
        requestTo(withQuery("co-allocations", filter.parameters())), CoAllocationDto.Page.class);
  }

  /** Changes a booking, all or nothing. */
  public CallResult<CoAllocationDto> change(String id, CoAllocationChange change, String key) {
    return change(id, change, key, null);
  }

  /**
   * Changes a booking, all or nothing.
   *
   * @param ifMatch the ETag of the booking as the caller knows it; if it was changed since, the
   *     result is {@link CallResult.Refused} with 412. Null if there is no condition
   */
  public CallResult<CoAllocationDto> change(
      String id, CoAllocationChange change, String key, @Nullable String ifMatch) {
    return sendChange("co-allocations/" + escape(id), change, key, ifMatch, CoAllocationDto.class);
  }

  /** Books a lightpath alone, without acceptors. */
  public CallResult<LightpathDto> bookLightpath(LightpathDto.Request lightpath, String key) {
    return send(withKey(key, requestTo("reservations", "POST", lightpath)), LightpathDto.class);
  }

  /**
   * Cancels a lightpath alone, like {@link #cancel}.
   *
   * @param ifMatch as in {@link #change}
   */
  public CallResult<LightpathDto> cancelLightpath(String connectionId, @Nullable String ifMatch) {
    return send(
        onlyIf(ifMatch, requestTo("reservations/" + escape(connectionId)).DELETE()),
        LightpathDto.class);
  }

  /** Finds a lightpath, also one of a co-allocation. */
  public CallResult<LightpathDto> findLightpath(String connectionId) {
    return send(requestTo("reservations/" + escape(connectionId)), LightpathDto.class);
  }

  /**
   * Changes a lightpath alone, on every segment or none.
   *
   * @param ifMatch as in {@link #change}
   */
  public CallResult<LightpathDto> changeLightpath(
      String connectionId, LightpathDto.Change change, String key, @Nullable String ifMatch) {
    return sendChange(
        "reservations/" + escape(connectionId), change, key, ifMatch, LightpathDto.class);
  }

  private <T> CallResult<T> sendChange(
      String path, Object change, String key, @Nullable String ifMatch, Class<T> type) {
    return send(onlyIf(ifMatch, withKey(key, requestTo(path, "PATCH", change))), type);
  }

  /**
   * Cancels a booking. {@link CallResult.Done} if every part's capacity is free, {@link
   * CallResult.Undecided} if that takes longer; the order is stored either way. Repeating it
   * changes nothing.
   */
  public CallResult<CoAllocationDto> cancel(String id) {
    return cancel(id, null);
  }

  /**
   * Cancels a booking.
   *
   * @param ifMatch as in {@link #change}
   */
  public CallResult<CoAllocationDto> cancel(String id, @Nullable String ifMatch) {
    return send(
        onlyIf(ifMatch, requestTo("co-allocations/" + escape(id)).DELETE()), CoAllocationDto.class);
  }

  /** Finds what runs on a part of a booking, or ran last. */
  public CallResult<CoAllocationDto.Run> findRun(String id, String partId) {
    return send(requestTo(runPath(id, partId)), CoAllocationDto.Run.class);
  }

  /** Launches an application on a part of a booking. */
  public CallResult<CoAllocationDto.Run> launch(
      String id, String partId, CoAllocationRequest.Run run, String key) {
    return send(
        withKey(key, requestTo(runPath(id, partId), "PUT", run)), CoAllocationDto.Run.class);
  }

  /** Stops what runs on a part of a booking. */
  public CallResult<CoAllocationDto.Run> stopRun(String id, String partId, String key) {
    return send(withKey(key, requestTo(runPath(id, partId)).DELETE()), CoAllocationDto.Run.class);
  }

  private static String runPath(String id, String partId) {
    return "co-allocations/" + escape(id) + "/parts/" + escape(partId) + "/run";
  }

  /**
   * Has the path of a lightpath of a booking checked again; the result is in the booking some
   * seconds later. Repeating the call before that asks for nothing more.
   *
   * @param partId the lightpath's connection id
   * @param throughput whether to measure throughput, too
   */
  public CallResult<CoAllocationDto> checkPath(String id, String partId, boolean throughput) {
    var path =
        "co-allocations/%s/parts/%s/path-check?throughput=%s"
            .formatted(escape(id), escape(partId), throughput);
    return send(requestTo(path).POST(BodyPublishers.noBody()), CoAllocationDto.class);
  }

  /**
   * Returns the measured traffic of a lightpath.
   *
   * @param from null: an hour before {@code to}
   * @param to null: now
   */
  public CallResult<TrafficDto> traffic(
      String connectionId, @Nullable Instant from, @Nullable Instant to) {
    var parameters = new LinkedHashMap<String, String>();
    if (from != null) {
      parameters.put("from", from.toString());
    }
    if (to != null) {
      parameters.put("to", to.toString());
    }
    var path = "reservations/" + escape(connectionId) + "/traffic";
    return send(requestTo(withQuery(path, parameters)), TrafficDto.class);
  }

  /** Returns when resources are free. */
  public CallResult<MultiResourceTimetable> timetable(TimetableQuery query) {
    return send(
        requestTo(withQuery("timetable", query.parameters())), MultiResourceTimetable.class);
  }

  /**
   * Lists resources.
   *
   * @param types such as {@code host}; empty for all
   * @param text a part of the name; null for all
   */
  public CallResult<ResourceListing> resources(List<String> types, @Nullable String text) {
    var parameters = new LinkedHashMap<String, String>();
    if (!types.isEmpty()) {
      parameters.put("type", String.join(",", types));
    }
    if (text != null) {
      parameters.put("text", text);
    }
    return send(requestTo(withQuery("resources", parameters)), ResourceListing.class);
  }

  /** Has events posted to an address; the result has the secret of the signatures. */
  public CallResult<WebhookDto> addWebhook(String url, List<String> types) {
    var body = Map.of("url", url, "types", types);
    return send(requestTo("webhooks", "POST", body), WebhookDto.class);
  }

  /** Lists the user's own webhooks. */
  public CallResult<WebhookDto.Page> listWebhooks() {
    return send(requestTo("webhooks"), WebhookDto.Page.class);
  }

  /** Resumes a webhook after the last event that was delivered. */
  public CallResult<WebhookDto> resumeWebhook(String id) {
    var body = Map.of("state", "ACTIVE");
    return send(requestTo("webhooks/" + escape(id), "PATCH", body), WebhookDto.class);
  }

  public CallResult<WebhookDto> removeWebhook(String id) {
    return send(requestTo("webhooks/" + escape(id)).DELETE(), WebhookDto.class);
  }

  /**
   * Follows events, and resumes where it was when a connection ends, until the receiver has enough
   * or the BAR refuses. Blocks. An event may come twice, with the same id.
   *
   * @param since the id of the last event already seen; null begins with the next event
   * @param receiver takes an event; returns false if it has enough
   * @return {@link CallResult.Done} with the id to resume after; {@link CallResult.Refused} with
   *     status 410 if events after an id are no longer stored; {@link CallResult.Unreachable} if
   *     the first connection fails
   */
  public CallResult<String> follow(
      EventStreamFilter selection, @Nullable String since, Predicate<EventDto> receiver) {
    return follow(selection, since, receiver, RECONNECT_PAUSE);
  }

  CallResult<String> follow(
      EventStreamFilter selection,
      @Nullable String since,
      Predicate<EventDto> receiver,
      Duration reconnectPause) {
    var path = withQuery("events", selection.parameters());
    return new ReconnectingEventClient(
            lastId -> openStream(path, lastId), this::parseRefusal, receiver)
        .follow(since, reconnectPause);
  }

  private HttpResponse<InputStream> openStream(String path, @Nullable String lastId)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(api.resolve(path))
            .timeout(timeout) // for the beginning of the response
            .header("Authorization", authorization)
            .header("Accept", "text/event-stream, application/problem+json");
    if (lastId != null) {
      request.header("Last-Event-ID", lastId);
    }
    return http.send(request.build(), BodyHandlers.ofInputStream());
  }

  private CallResult<String> parseRefusal(int status, String body) {
    return parseResponse(status, body, String.class);
  }

  /**
   * Makes a token of the user, who must have logged in with a password. It is never repeated: after
   * {@link CallResult.Unknown} list the tokens and revoke the one whose secret is lost.
   *
   * @param scopes read, book, operate
   * @param expiresAt null for the BAR's default
   */
  public CallResult<TokenDto> createToken(
      String name, List<String> scopes, @Nullable Instant expiresAt) {
    var body = new LinkedHashMap<String, Object>();
    body.put("name", name);
    body.put("scopes", scopes);
    if (expiresAt != null) {
      body.put("expiresAt", expiresAt.toString());
    }
    return send(requestTo("tokens", "POST", body), TokenDto.class);
  }

  public CallResult<TokenDto.Page> listTokens() {
    return send(requestTo("tokens"), TokenDto.Page.class);
  }

  /** Revokes a token, and returns its id; repeating it changes nothing. */
  public CallResult<String> revokeToken(String id) {
    return send(
        requestTo("tokens/" + escape(id)).DELETE(),
        response ->
            response.statusCode() == 204
                ? new CallResult.Done<>(id, "")
                : parseResponse(response.statusCode(), response.body(), String.class));
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private HttpRequest.Builder requestTo(String path) {
    return HttpRequest.newBuilder(api.resolve(path))
        .timeout(timeout)
        .header("Authorization", authorization)
        .header("Accept", "application/json, application/problem+json");
  }

  private HttpRequest.Builder requestTo(String path, String method, Object body) {
    return requestTo(path)
        .header("Content-Type", "application/json")
        .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body)));
  }

  private static HttpRequest.Builder withKey(String key, HttpRequest.Builder request) {
    return request.header("Idempotency-Key", key);
  }

  private static HttpRequest.Builder onlyIf(@Nullable String ifMatch, HttpRequest.Builder request) {
    return ifMatch == null ? request : request.header("If-Match", ifMatch);
  }

  private <T> CallResult<T> send(HttpRequest.Builder builder, Class<T> type) {
    return send(
        builder,
        response ->
            parseResponse(
                response.statusCode(),
                response.body(),
                response.headers().firstValue("ETag").orElse(null),
                type));
  }

  private <T> CallResult<T> send(
      HttpRequest.Builder builder, Function<HttpResponse<String>, CallResult<T>> parser) {
    var request = builder.build();
    try {
      var handler = BodyHandlers.limiting(BodyHandlers.ofString(), MAX_RESPONSE_BYTES);
      var response = TimedHttpExchange.send(http, request, handler);
      return isBarMissing(response)
          ? new CallResult.Unreachable<>("no BAR at " + bar + " (404)")
          : parser.apply(response);
    } catch (ConnectException | HttpConnectTimeoutException e) {
      return new CallResult.Unreachable<>("cannot connect to " + api.getAuthority());
    } catch (IOException e) {
      var reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return new CallResult.Unknown<>("no answer from " + api.getAuthority() + ": " + reason);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new CallResult.Unknown<>("interrupted while waiting for " + api.getAuthority());
    }
  }

  /** A BAR always answers for the list of bookings, so 404 there means that this is no BAR. */
  private static boolean isBarMissing(HttpResponse<String> response) {
    return response.statusCode() == 404 && response.uri().getPath().endsWith("/co-allocations");
  }

  private <T> CallResult<T> parseResponse(int status, String json, Class<T> type) {
    return parseResponse(status, json, null, type);
  }

  private <T> CallResult<T> parseResponse(
      int status, String json, @Nullable String etag, Class<T> type) {
    return switch (status) {
      case 200, 201 -> parseValue(status, json, etag, type, false);
      case 202 -> parseValue(status, json, etag, type, true);
      case 401, 403 -> new CallResult.NotAllowed<>(parseProblem(status, json), json);
      case 503 -> new CallResult.Unreachable<>(parseProblem(status, json).summary());
      default ->
          status / 100 == 4
              ? new CallResult.Refused<>(parseProblem(status, json), json)
              : new CallResult.Unknown<>(api.getAuthority() + " returned status " + status);
    };
  }

  private <T> CallResult<T> parseValue(
      int status, String json, @Nullable String etag, Class<T> type, boolean undecided) {
    try {
      var value = readValue(json, etag, type);
      if (value == null) {
        return new CallResult.Unknown<>(api.getAuthority() + " returned an empty response");
      }
      return undecided
          ? new CallResult.Undecided<>(value, json)
          : new CallResult.Done<>(value, json);
    } catch (JacksonException e) {
      return new CallResult.Unknown<>(
          "%s returned status %d with an unexpected body".formatted(api.getAuthority(), status));
    }
  }

  /** Bookings have their ETag as a property. */
  private static <T> @Nullable T readValue(String json, @Nullable String etag, Class<T> type) {
    return etag != null && JSON.readTree(json) instanceof ObjectNode body
        ? JSON.treeToValue(body.put("etag", etag), type)
        : JSON.readValue(json, type);
  }

  private static Problem parseProblem(int status, String json) {
    try {
      var problem = JSON.readValue(json, Problem.class);
      return problem == null ? Problem.ofStatus(status) : problem;
    } catch (JacksonException e) {
      return Problem.ofStatus(status);
    }
  }

  private static String basicAuthorization(String user, String password) {
    var pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  private static String withQuery(String path, Map<String, String> parameters) {
    return parameters.isEmpty()
        ? path
        : parameters.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + escape(entry.getValue()))
            .collect(Collectors.joining("&", path + "?", ""));
  }

  private static String escape(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
