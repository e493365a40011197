package org.touchpaper.harc.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;

/** What is believed of three acceptors that are asked one after the other to begin. */
class BeginningTest {
  private static final String AWAY = "AWAY";

  private final Request request =
      Request.of(
          new TransactionId("t"),
          List.of("acceptor-1", "acceptor-2", "acceptor-3"),
          1,
          Instant.parse("2026-12-01T21:00:00Z"),
          new Caller("ada", "ucl", List.of(), "scientist", "c"),
          List.of(new Actions("rm1", "<x/>")));

  private final List<HttpServer> servers = new ArrayList<>();
  private final List<Socket> closed = new ArrayList<>();
  private final PeerHttp http = new PeerHttp("bar-ucl");
  private final Hung hung = new Hung();

  @AfterEach
  void close() throws IOException {
    for (var socket : closed) {
      socket.close();
    }
    servers.forEach(server -> server.stop(0));
    hung.close();
    http.close();
  }

  /**
   * One acceptor alone may know the id with another record while the others commit ours: whoever
   * gave it up then, and began another, would have both. That F+1 of them do is final.
   */
  @ParameterizedTest
  @CsvSource({
    "COMMIT,       AWAY,         AWAY,         COMMIT",
    "OTHER_RECORD, COMMIT,       AWAY,         COMMIT",
    "OTHER_RECORD, AWAY,         ABORT,        ABORT",
    "OTHER_RECORD, OTHER_RECORD, COMMIT,       OTHER_RECORD",
    "AWAY,         OTHER_RECORD, OTHER_RECORD, OTHER_RECORD",
    "OTHER_RECORD, AWAY,         AWAY,         NOT_STARTED",
    "OTHER_RECORD, UNDECIDED,    UNDECIDED,    UNDECIDED"
  })
  void isDecidedByWhatAMajorityCanKnow(String first, String second, String third, Outcome expected)
      throws IOException {
    var acceptors = new ArrayList<AcceptorClient>();
    for (var answer : List.of(first, second, third)) {
      acceptors.add(acceptor(answer.equals(AWAY) ? null : Outcome.valueOf(answer)));
    }
    for (var time = 0; time < 2; time++) {
      try (var beginning = new Beginning(acceptors, hung, request)) {
        var patience = Duration.ofSeconds(expected == Outcome.UNDECIDED ? 1 : 60);
        assertThat(beginning.await(patience).outcome()).isEqualTo(expected);
      }
    }
  }

  /** The acceptor gave up, which it does when voteBy comes too: the others may all be well. */
  @Test
  void saysThatTimeMayHaveBeenShort() throws IOException {
    try (var beginning = new Beginning(List.of(acceptor(Outcome.NOT_STARTED)), hung, request)) {
      var begun = beginning.await(Duration.ofSeconds(60));
      assertThat(begun.outcome()).isEqualTo(Outcome.NOT_STARTED);
      assertThat(begun.objections())
          .singleElement()
          .asString()
          .endsWith(
              " reached fewer than half of the others in time: they are away, or it was begun too late");
    }
  }

  /** It would be waited for as long as the caller is patient; whoever knows the end goes on. */
  @Test
  void letsGoOfWhoeverHasNotAnsweredAtTheEnd() throws IOException {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var acceptors = List.of(acceptor(silent.getLocalPort()), acceptor(Outcome.COMMIT));
      try (var beginning = new Beginning(acceptors, hung, request)) {
        assertThat(beginning.await(Duration.ofMinutes(5)).outcome()).isEqualTo(Outcome.COMMIT);
      }
      try (var call = silent.accept()) {
        call.setSoTimeout(30_000);
        var said = new String(call.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said).as("all that is said before the line is dropped").startsWith("POST ");
      }
    }
  }

  private AcceptorClient acceptor(@Nullable Outcome answer) throws IOException {
    return acceptor(answer == null ? nobodysPort() : serve(answer));
  }

  private AcceptorClient acceptor(int port) {
    var name = "acceptor-" + port;
    return new AcceptorClient(
        new HarcPeer(name, URI.create("http://127.0.0.1:" + port), "secret"), http);
  }

  /** It is taken, so that nobody else gets it meanwhile, and nobody listens. */
  private int nobodysPort() throws IOException {
    var taken = new Socket();
    closed.add(taken);
    taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return taken.getLocalPort();
  }

  private int serve(Outcome answer) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> reply(exchange, answer));
    server.start();
    servers.add(server);
    return server.getAddress().getPort();
  }

  private void reply(HttpExchange exchange, Outcome answer) throws IOException {
    try (exchange) {
      var body = HarcXml.write(request.record().id(), new Knowledge(answer, Map.of()));
      var bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }
}
