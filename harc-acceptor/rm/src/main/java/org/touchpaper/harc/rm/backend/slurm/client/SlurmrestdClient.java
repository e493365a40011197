package org.touchpaper.harc.rm.backend.slurm.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.http.TimedHttpExchange;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends requests to slurmrestd, and gives a message for each way in which an answer can be missing.
 */
public final class SlurmrestdClient {
  private static final Logger LOG = LoggerFactory.getLogger(SlurmrestdClient.class);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Pattern VERSION_PATH =
      Pattern.compile("/slurm/(v0\\.0\\.\\d+)/reservations/?");

  private final SlurmrestdAccess access;
  private final JsonMapper json = JsonMapper.shared();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();
  private final SlurmCircuitBreaker circuitBreaker = new SlurmCircuitBreaker();
  private volatile @Nullable SlurmrestdVersion detectedVersion;

  public SlurmrestdClient(SlurmrestdAccess access) {
    this.access = access;
    if (access.sendsTokenUnencrypted()) {
      LOG.warn("the slurmrestd token is sent unencrypted to {}: use https", access.url());
    }
  }

  /** Why the latest request got no answer; empty if it got one. */
  Optional<String> problem() {
    return circuitBreaker.problem();
  }

  /** The API version in use: the configured one, or the best one served. */
  SlurmrestdVersion version() {
    var version = access.version() == null ? detectedVersion : access.version();
    if (version == null) {
      version = detectVersion();
      detectedVersion = version;
      LOG.info("slurmrestd url={} version={}", access.url(), version);
    }
    return version;
  }

  private SlurmrestdVersion detectVersion() {
    var served = new ArrayList<SlurmrestdVersion>();
    var paths = exchange(access.user(), "GET", "/openapi/v3", null).body().path("paths");
    paths
        .propertyNames()
        .forEach(path -> {
          var matcher = VERSION_PATH.matcher(path);
          if (matcher.matches()) {
            served.add(SlurmrestdVersion.parse(matcher.group(1)));
          }
        });
    return SlurmrestdVersion.best(served)
        .orElseThrow(() ->
            unreachable(
                "it serves API versions " + served + ": " + SlurmrestdVersion.REMEDY, null));
  }

  /** Reads; any error that slurmrestd reports counts as no answer. */
  public JsonNode get(String path) {
    var response = send("GET", path, null);
    if (!response.isSuccess()) {
      throw unreachable(response);
    }
    return response.body();
  }

  /**
   * Sends a request.
   *
   * @param path below the version, such as {@code reservation}
   * @param body null for none
   */
  public SlurmrestdResponse send(String method, String path, @Nullable Object body) {
    return sendAs(access.user(), method, path, body);
  }

  /** As {@link #send}, for another user: slurmctld accepts it with a token of root or SlurmUser. */
  public SlurmrestdResponse sendAs(String user, String method, String path, @Nullable Object body) {
    return exchange(user, method, "/slurm/" + version() + "/" + path, body);
  }

  private SlurmrestdResponse exchange(
      String user, String method, String path, @Nullable Object body) {
    return circuitBreaker.execute(() -> exchangeDirectly(user, method, path, body));
  }

  private SlurmrestdResponse exchangeDirectly(
      String user, String method, String path, @Nullable Object body) {
    var request =
        HttpRequest.newBuilder(access.resolve(path))
            .timeout(access.timeout())
            .header("X-SLURM-USER-NAME", user)
            .header("X-SLURM-USER-TOKEN", token())
            .header("Accept", "application/json");
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, BodyPublishers.ofString(json.writeValueAsString(body)));
    }
    return execute(user, method + " " + path, request.build());
  }

  private SlurmrestdResponse execute(String user, String requestLine, HttpRequest request) {
    try {
      var httpResponse = TimedHttpExchange.send(http, request, BodyHandlers.ofString());
      var response = parse(user, requestLine, httpResponse.statusCode(), httpResponse.body());
      LOG.debug("{} {} {}", requestLine, response.status(), response.message());
      return response;
    } catch (HttpTimeoutException e) {
      throw noResponse("no answer within " + access.timeout().toMillis() + " ms", e);
    } catch (IOException e) {
      throw noResponse("no answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted", e);
    }
  }

  private SlurmrestdResponse parse(String user, String requestLine, int status, String text) {
    if (status == 401) {
      throw unreachable(requestLine + ": access denied for " + user + "; " + tokenHint(user), null);
    }
    if (status == 404 && !text.stripLeading().startsWith("{")) {
      detectedVersion = null;
      throw unreachable(requestLine + ": not found" + versionHint(), null);
    }
    try {
      var response = new SlurmrestdResponse(status, json.readTree(text));
      if (response.hasError(SlurmrestdResponse.TOKEN_REJECTED)) {
        throw unreachable(
            requestLine
                + ": slurmctld does not accept the token of "
                + access.user()
                + "; "
                + tokenHint(user),
            null);
      }
      if (response.isSlurmctldUnreachable()) {
        throw noResponse(response.message(), new IOException(response.message()));
      }
      circuitBreaker.recordSuccess();
      return response;
    } catch (JacksonException e) {
      throw unreachable(requestLine + ": status " + status + " without a JSON body", e);
    }
  }

  private String versionHint() {
    return access.version() == null
        ? ""
        : "; check that slurmrestd serves touchpaper.rm.slurm.rest.version";
  }

  private String tokenHint(String user) {
    return (user.equals(access.user())
            ? ""
            : "only a token of root or SlurmUser may submit jobs of %s, or ".formatted(user))
        + "the token may have expired: write the output of `scontrol token username=%s` to %s"
            .formatted(access.user(), access.tokenFile());
  }

  private String token() {
    try {
      return access.token();
    } catch (IllegalStateException | UncheckedIOException e) {
      throw unreachable(String.valueOf(e.getMessage()), e);
    }
  }

  /** For an error that is neither a success nor a refusal. */
  public SchedulerUnreachableException unreachable(SlurmrestdResponse response) {
    var operatorHint =
        response.hasError(SlurmrestdResponse.NOT_AN_OPERATOR)
                || response.hasError(SlurmrestdResponse.ACCESS_DENIED)
            ? "; check that %s is an operator of the cluster (AdminLevel=Operator)"
                .formatted(access.user())
            : "";
    return unreachable(response.message() + operatorHint, null);
  }

  /** For an incomplete answer. */
  public SchedulerUnreachableException unreachable(String text) {
    return unreachable(text, null);
  }

  private SchedulerUnreachableException unreachable(String text, @Nullable Exception cause) {
    var message = message(text);
    return circuitBreaker.recordInvalidAnswer(
        message, cause == null ? new IOException(message) : cause);
  }

  /** For a missing answer. */
  private SchedulerUnreachableException noResponse(String text, Exception cause) {
    return circuitBreaker.recordFailure(message(text), cause);
  }

  private String message(String text) {
    return "slurmrestd at " + access.url() + ": " + text;
  }
}
