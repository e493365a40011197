package org.touchpaper.bar.pathcheck;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.springframework.stereotype.Component;
import org.touchpaper.http.TimedHttpExchange;
import org.touchpaper.pathcheck.agent.CheckReport;
import org.touchpaper.pathcheck.agent.CheckRequest;
import org.touchpaper.pathcheck.agent.PathAgent;
import org.touchpaper.pathcheck.statistics.PathStatistics;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks the agent beside a host to measure a path. */
@Component
final class PathAgentClient implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  /** What a check takes beside its packets: the last answers, and the agent's start. */
  private static final Duration EXTRA = Duration.ofSeconds(6);

  private final PeerRegistry peers;
  private final OutgoingPeerCallInterceptor outbound;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  PathAgentClient(PeerRegistry peers, OutgoingPeerCallInterceptor outbound) {
    this.peers = peers;
    this.outbound = outbound;
  }

  /** What came of a call. */
  sealed interface Reply {

    /** The figures. */
    record Measured(PathStatistics figures, Duration sending) implements Reply {}

    /** The agent could not measure it, or did not want to; it makes no sense to ask again. */
    record NotMeasured(String reason) implements Reply {}

    /** There is no answer; the agent may be asked again. */
    record Unanswered(String reason) implements Reply {}

    /** The agent has other checks to make first. */
    record Busy(String reason) implements Reply {}
  }

  Reply measure(URI agent, String secret, CheckRequest check) {
    try {
      var response =
          outbound.send(
              "path agent check",
              () ->
                  TimedHttpExchange.send(
                      http, request(agent, secret, check), BodyHandlers.ofString()));
      return reply(agent, response);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Reply.Unanswered("interrupted");
    } catch (ConnectException e) {
      return new Reply.Unanswered("cannot connect to the path agent at " + agent);
    } catch (HttpTimeoutException e) {
      return new Reply.Unanswered("no answer in time from the path agent at " + agent);
    } catch (IOException | JacksonException e) {
      return new Reply.Unanswered(
          "no answer from the path agent at " + agent + ": " + e.getMessage());
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Reply reply(URI agent, HttpResponse<String> response) {
    return switch (response.statusCode()) {
      case 200 -> reply(JsonMapper.shared().readValue(response.body(), CheckReport.class));
      case 401 ->
          new Reply.NotMeasured(
              "the path agent at "
                  + agent
                  + " has another secret (touchpaper.bar.path-check.secret)");
      case 409 -> new Reply.Busy("the path agent at " + agent + " is busy");
      case 400 ->
          new Reply.NotMeasured("the path agent refused the check: " + detail(response.body()));
      default ->
          new Reply.Unanswered("the path agent at " + agent + " answered " + response.statusCode());
    };
  }

  private static Reply reply(CheckReport report) {
    var figures = report.statistics();
    var sending = report.sending();
    return figures == null || sending == null
        ? new Reply.NotMeasured(String.valueOf(report.failure()))
        : new Reply.Measured(figures, sending);
  }

  private static String detail(String body) {
    return JsonMapper.shared().readTree(body).path("detail").asString("");
  }

  private HttpRequest request(URI agent, String secret, CheckRequest check) {
    return HttpRequest.newBuilder(
            URI.create(agent.toString().replaceAll("/+$", "") + PathAgent.PATH))
        .timeout(check.interval().multipliedBy(check.count()).plus(EXTRA))
        .header("Authorization", "Bearer " + secret)
        .header(Peer.NAME_HEADER, peers.self())
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(check)))
        .build();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
