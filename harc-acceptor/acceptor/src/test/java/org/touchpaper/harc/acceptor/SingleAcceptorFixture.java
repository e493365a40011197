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
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRequest;

/**
 * A single acceptor for all tests of a class, and HTTP requests to it. A test that leaves a
 * transaction under way, whose retries write the journal, is ordered last, because {@link
 * #assertJournalUnchanged} compares the journal's bytes.
 */
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public abstract class SingleAcceptorFixture {
  public static final Duration VOTE_BY = Duration.ofMinutes(10);
  public static final int LAST = Integer.MAX_VALUE;

  private final HttpClient http = HttpClient.newHttpClient();
  public InProcessCluster cluster;

  @BeforeAll
  void start(@TempDir Path data) throws IOException {
    cluster = new InProcessCluster(data);
    cluster.start("acceptor-1");
  }

  @AfterAll
  void stop() {
    cluster.close();
    http.close();
  }

  /** Starts acceptor-2 and asks it for the outcome. */
  public final void queryAtAnotherAcceptor(String peer, TransactionRequest request)
      throws Exception {
    cluster.start("acceptor-2");
    var only = List.of(cluster.acceptorPeer(peer, "acceptor-2"));
    try (var client = new HarcClient(peer, only, List.of())) {
      assertThat(client.outcome(request.record()).outcome()).isEqualTo(Outcome.UNDECIDED);
    }
  }

  public final TransactionRequest request() {
    return cluster.request("t.1", VOTE_BY);
  }

  public final HttpResponse<String> post(String path, String peer, String body) throws Exception {
    var post = requestAs(peer, path).header("Content-Type", "application/xml").POST(text(body));
    return send(post);
  }

  public final HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  final HttpRequest.Builder requestAs(String peer, String path) {
    return anonymousRequest(path)
        .header("Touchpaper-Peer", peer)
        .header("Authorization", "Bearer " + secretOf(peer));
  }

  /** A request without credentials. */
  public final HttpRequest.Builder anonymousRequest(String path) {
    return HttpRequest.newBuilder(URI.create(cluster.url("acceptor-1") + path));
  }

  public final String secretOf(String peer) {
    return cluster.acceptorPeers(peer).getFirst().secret();
  }

  public static HttpRequest.BodyPublisher text(String body) {
    return BodyPublishers.ofString(body, StandardCharsets.UTF_8);
  }

  public static void assertProblem(HttpResponse<String> answer, String reason) {
    assertThat(answer.headers().firstValue("Content-Type").orElse("")).contains("application/xml");
    assertThat(answer.body()).contains("Problem");
    assertThat(HarcMessageXml.readProblem(answer.body())).isNotBlank().contains(reason);
  }

  /** A request and checks of its response. */
  public interface Check {
    void run() throws Exception;
  }

  /** Checks that refused requests neither write the journal nor create a transaction. */
  public final void assertJournalUnchanged(Check check) throws Exception {
    var journal = cluster.dataOf("acceptor-1").resolve("journal");
    var before = Files.readAllBytes(journal);
    check.run();
    assertThat(Files.readAllBytes(journal)).isEqualTo(before);
    assertThat(send(requestAs("bar-ucl", "/harc/transactions/t.1")).statusCode()).isEqualTo(404);
    assertThat(cluster.network.prepares).isEmpty();
  }
}
