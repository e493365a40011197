package org.touchpaper.hlm.cli.cut;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.touchpaper.hlm.cli.common.ExitCode;
import org.touchpaper.http.TimedHttpExchange;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Client of the service at which circuits are cut: an L-NSAP or NSAP. */
final class SecurityCutClient implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final String service;
  private final String authorization;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();

  SecurityCutClient(URI service, String user, String password) {
    this.service = service.toString().replaceAll("/+$", "");
    var pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    this.authorization = "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  /**
   * A service's response.
   *
   * @param status the HTTP status; 0 if there is none
   * @param body empty unless it is JSON
   * @param problem the error's detail, or why there is no response
   */
  record Reply(int status, JsonNode body, String problem) {
    boolean isSuccess() {
      return status / 100 == 2;
    }

    ExitCode exitCode() {
      return switch (status) {
        case 401, 403 -> ExitCode.NOT_ALLOWED;
        default ->
            switch (status / 100) {
              case 2 -> ExitCode.DONE;
              case 4 -> ExitCode.REFUSED;
              default -> ExitCode.UNREACHABLE_OR_UNKNOWN;
            };
      };
    }
  }

  String service() {
    return service;
  }

  Reply get(String path) {
    return send(request(path).GET());
  }

  Reply put(String path, Map<String, String> body) {
    return send(request(path).PUT(BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  Reply post(String path, Map<String, String> body) {
    return send(request(path).POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(service + "/api/v1" + path))
        .timeout(TIMEOUT)
        .header("Authorization", authorization)
        .header("Content-Type", "application/json");
  }

  private Reply send(HttpRequest.Builder request) {
    try {
      return parse(TimedHttpExchange.send(http, request.build(), BodyHandlers.ofString()));
    } catch (ConnectException e) {
      return noReply("cannot connect");
    } catch (HttpTimeoutException e) {
      return noReply("no answer within " + TIMEOUT.toSeconds() + " s; repeat the command");
    } catch (IOException e) {
      return noReply("no answer: " + e + "; repeat the command");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return noReply("interrupted; repeat the command");
    }
  }

  private static Reply parse(HttpResponse<String> response) {
    try {
      var body = JSON.readTree(response.body());
      return new Reply(
          response.statusCode(),
          body,
          body.path("detail").asString("HTTP status " + response.statusCode()));
    } catch (JacksonException e) {
      return noReply("HTTP status " + response.statusCode() + ", and no JSON");
    }
  }

  private static Reply noReply(String problem) {
    return new Reply(0, JSON.createObjectNode(), problem);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
