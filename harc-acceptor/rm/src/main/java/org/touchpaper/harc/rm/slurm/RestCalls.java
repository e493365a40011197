package org.touchpaper.harc.rm.slurm;

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
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.http.WholeAnswer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests to slurmrestd and what it answers; every lack of an answer has a sentence. */
final class RestCalls {
  private static final Logger LOG = LoggerFactory.getLogger(RestCalls.class);
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Pattern SERVED = Pattern.compile("/slurm/(v0\\.0\\.\\d+)/reservations/?");

  private final RestAccess access;
  private final JsonMapper json = new JsonMapper();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .build();
  private final Silence silence = new Silence();
  private volatile @Nullable RestVersion found;

  RestCalls(RestAccess access) {
    this.access = access;
    if (access.goesInTheOpen()) {
      LOG.warn("the token for slurmrestd goes to {} unencrypted: use https", access.url());
    }
  }

  /** Why what was asked last got no answer; empty if it got one. */
  Optional<String> trouble() {
    return silence.trouble();
  }

  /** The version that is spoken: the configured one, or the best of those served. */
  RestVersion version() {
    var version = access.version() == null ? found : access.version();
    if (version == null) {
      version = ask();
      found = version;
      LOG.info("slurmrestd at {} is spoken to in {}", access.url(), version);
    }
    return version;
  }

  private RestVersion ask() {
    var served = new ArrayList<RestVersion>();
    var paths = exchange("GET", "/openapi/v3", null).body().path("paths");
    paths
        .propertyNames()
        .forEach(path -> {
          var matcher = SERVED.matcher(path);
          if (matcher.matches()) {
            served.add(RestVersion.parse(matcher.group(1)));
          }
        });
    return RestVersion.best(served)
        .orElseThrow(
            () -> unreachable("it serves " + served + " of the API: " + RestVersion.REMEDY, null));
  }

  /** What is there; whatever slurmrestd calls an error is none. */
  JsonNode get(String path) {
    var answer = send("GET", path, null);
    if (!answer.isDone()) {
      throw unreachable(answer);
    }
    return answer.body();
  }

  /**
   * Asks for a change.
   *
   * @param path below the version, such as {@code reservation}
   * @param body null for none
   */
  RestAnswer send(String method, String path, @Nullable Object body) {
    return exchange(method, "/slurm/" + version() + "/" + path, body);
  }

  private RestAnswer exchange(String method, String path, @Nullable Object body) {
    return silence.ask(() -> exchangeNow(method, path, body));
  }

  private RestAnswer exchangeNow(String method, String path, @Nullable Object body) {
    var request =
        HttpRequest.newBuilder(access.at(path))
            .timeout(access.timeout())
            .header("X-SLURM-USER-NAME", access.user())
            .header("X-SLURM-USER-TOKEN", token())
            .header("Accept", "application/json");
    if (body == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, BodyPublishers.ofString(json.writeValueAsString(body)));
    }
    return answered(method, path, request.build());
  }

  private RestAnswer answered(String method, String path, HttpRequest request) {
    try {
      var reply = WholeAnswer.of(http, request, BodyHandlers.ofString());
      var answer = read(method + " " + path, reply.statusCode(), reply.body());
      LOG.debug("{} {} {} {}", method, path, answer.status(), answer.sentence());
      return answer;
    } catch (HttpTimeoutException e) {
      throw unanswered("no answer within " + access.timeout().toMillis() + " ms", e);
    } catch (IOException e) {
      throw unanswered("no answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted", e);
    }
  }

  private RestAnswer read(String what, int status, String text) {
    if (status == 401) {
      throw unreachable(what + ": it does not let " + access.user() + " in; " + renew(), null);
    }
    if (status == 404 && !text.stripLeading().startsWith("{")) {
      found = null;
      throw unreachable(what + ": it serves no such thing" + ifVersionIsConfigured(), null);
    }
    try {
      var answer = new RestAnswer(status, json.readTree(text));
      if (answer.isAbout(RestAnswer.TOKEN)) {
        throw unreachable(
            what + ": slurmctld does not accept the token of " + access.user() + "; " + renew(),
            null);
      }
      if (answer.isWithoutSlurmctld()) {
        throw unanswered(answer.sentence(), new IOException(answer.sentence()));
      }
      silence.end();
      return answer;
    } catch (JacksonException e) {
      throw unreachable(what + ": " + status + " with what is no JSON", e);
    }
  }

  private String ifVersionIsConfigured() {
    return access.version() == null
        ? ""
        : "; is touchpaper.rm.slurm.rest.version one that it serves?";
  }

  private String renew() {
    return "it may have expired: put what `scontrol token username=%s` prints into %s"
        .formatted(access.user(), access.tokenFile());
  }

  private String token() {
    try {
      return access.token();
    } catch (IllegalStateException | UncheckedIOException e) {
      throw unreachable(String.valueOf(e.getMessage()), e);
    }
  }

  /** For an answer that says neither that it is done nor that it will not be. */
  SchedulerUnreachable unreachable(RestAnswer answer) {
    var operator =
        answer.isAbout(RestAnswer.NO_OPERATOR) || answer.isAbout(RestAnswer.DENIED)
            ? "; is %s an operator of the cluster (AdminLevel=Operator)?".formatted(access.user())
            : "";
    return unreachable(answer.sentence() + operator, null);
  }

  /** For an answer that lacks what it should have. */
  SchedulerUnreachable unreachable(String text) {
    return unreachable(text, null);
  }

  private SchedulerUnreachable unreachable(String text, @Nullable Exception cause) {
    var sentence = sentence(text);
    return silence.unintelligible(sentence, cause == null ? new IOException(sentence) : cause);
  }

  /** For no answer at all. */
  private SchedulerUnreachable unanswered(String text, Exception cause) {
    return silence.begin(sentence(text), cause);
  }

  private String sentence(String text) {
    return "slurmrestd at " + access.url() + ": " + text;
  }
}
