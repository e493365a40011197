package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.commit.Request;

/**
 * An acceptor that is alone, the same for all tests of a class, and who speaks with it over HTTP.
 */
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
abstract class OneAcceptor {
  static final Duration VOTE_BY = Duration.ofMinutes(10);

  private final HttpClient http = HttpClient.newHttpClient();
  Cluster cluster;

  @BeforeAll
  void start(@TempDir Path data) throws IOException {
    cluster = new Cluster(data);
    cluster.start("acceptor-1");
  }

  @AfterAll
  void stop() {
    cluster.close();
    http.close();
  }

  final Request request() {
    return cluster.request("door", VOTE_BY);
  }

  final HttpResponse<String> post(String path, String peer, String body) throws Exception {
    var post = as(peer, path).header("Content-Type", "application/xml").POST(text(body));
    return send(post);
  }

  final HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  final HttpRequest.Builder as(String peer, String path) {
    return knock(path)
        .header("Touchpaper-Peer", peer)
        .header("Authorization", "Bearer " + secretOf(peer));
  }

  /** By somebody who does not say who it is. */
  final HttpRequest.Builder knock(String path) {
    return HttpRequest.newBuilder(URI.create(cluster.url("acceptor-1") + path));
  }

  final String secretOf(String peer) {
    return cluster.acceptorPeers(peer).getFirst().secret();
  }

  static HttpRequest.BodyPublisher text(String body) {
    return BodyPublishers.ofString(body, StandardCharsets.UTF_8);
  }

  static void assertProblem(HttpResponse<String> answer, String reason) {
    assertThat(answer.headers().firstValue("Content-Type").orElse("")).contains("application/xml");
    assertThat(answer.body()).contains("Problem");
    assertThat(HarcXml.readProblem(answer.body())).isNotBlank().contains(reason);
  }

  /** What is said, and answered. */
  interface Check {
    void run() throws Exception;
  }

  /** What was refused is not in the journal, nor known. */
  final void unchanged(Check check) throws Exception {
    var journal = cluster.dataOf("acceptor-1").resolve("journal");
    var before = Files.readAllBytes(journal);
    check.run();
    assertThat(Files.readAllBytes(journal)).isEqualTo(before);
    assertThat(send(as("bar-ucl", "/harc/transactions/door")).statusCode()).isEqualTo(404);
    assertThat(cluster.network.prepares).isEmpty();
  }
}
