package org.touchpaper.bar.desk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.touchpaper.schema.openapi.FrontDoor;

/** A person at the front door; every answer must be one that the OpenAPI document allows. */
public final class Visitor {

  private static final FrontDoor CONTRACT = new FrontDoor();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final URI bar;
  private final String authorization;

  Visitor(URI bar, String user, String password) {
    this.bar = bar;
    var pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    this.authorization = "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  public Reply get(String path) {
    return send(to(path).GET());
  }

  public Reply delete(String path) {
    return send(to(path).DELETE());
  }

  public Reply post(String path, String body) {
    return post(path, body, UUID.randomUUID().toString());
  }

  public Reply post(String path, String body, String key) {
    return send(
        to(path)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body)));
  }

  /** Repeats a call under its key until it is decided, no sooner than the door says. */
  public Reply insist(String path, String body, String key) {
    var reply = post(path, body, key);
    while (reply.status() == 503 || reply.status() == 202) {
      LockSupport.parkNanos(pause(reply).toNanos());
      reply = post(path, body, key);
    }
    return reply;
  }

  private static Duration pause(Reply reply) {
    var seconds = reply.header("Retry-After");
    return Duration.ofSeconds(seconds.isEmpty() ? 0 : Long.parseLong(seconds));
  }

  /** A request of one's own making, with the login. */
  public HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(bar.resolve(path))
        .timeout(PATIENCE)
        .header("Authorization", authorization);
  }

  /** The same without a login. */
  public HttpRequest.Builder anonymouslyTo(String path) {
    return HttpRequest.newBuilder(bar.resolve(path)).timeout(PATIENCE);
  }

  public Reply send(HttpRequest.Builder builder) {
    var request = builder.build();
    try {
      var answer = HTTP.send(request, BodyHandlers.ofString());
      var type = answer.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
      assertThat(
              CONTRACT.wrongs(
                  request.method(),
                  request.uri().getPath(),
                  answer.statusCode(),
                  type,
                  answer.body()))
          .as(request.method() + " " + request.uri() + ": " + answer.body())
          .isEmpty();
      return new Reply(answer.statusCode(), answer.headers(), answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
