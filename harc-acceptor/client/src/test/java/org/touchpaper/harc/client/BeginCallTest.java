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
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRequest;

/** The outcome of a begin from the replies of three acceptors. */
class BeginCallTest {
  private static final String UNAVAILABLE = "UNAVAILABLE";

  private final TransactionRequest request =
      TransactionRequest.of(
          new TransactionId("t"),
          List.of("acceptor-1", "acceptor-2", "acceptor-3"),
          1,
          Instant.parse("2026-12-01T21:00:00Z"),
          new RequestingUser("ada", "ucl", List.of(), "scientist", "c"),
          List.of(new ResourceManagerActions("rm1", "<x/>")));

  private final List<HttpServer> servers = new ArrayList<>();
  private final List<Socket> closed = new ArrayList<>();
  private final PeerHttpClient http = new PeerHttpClient("bar-ucl");

  @AfterEach
  void close() throws IOException {
    for (var socket : closed) {
      socket.close();
    }
    servers.forEach(server -> server.stop(0));
    http.close();
  }

  /**
   * A single OTHER_RECORD is not final: the other acceptors may commit this record, and a client
   * that began another transaction would have both. OTHER_RECORD of F+1 acceptors is final.
   */
  @ParameterizedTest
  @CsvSource({
    "COMMIT,       UNAVAILABLE,  UNAVAILABLE,  COMMIT",
    "OTHER_RECORD, COMMIT,       UNAVAILABLE,  COMMIT",
    "OTHER_RECORD, UNAVAILABLE,  ABORT,        ABORT",
    "OTHER_RECORD, OTHER_RECORD, COMMIT,       OTHER_RECORD",
    "UNAVAILABLE,  OTHER_RECORD, OTHER_RECORD, OTHER_RECORD",
    "OTHER_RECORD, UNAVAILABLE,  UNAVAILABLE,  NOT_STARTED",
    "OTHER_RECORD, UNDECIDED,    UNDECIDED,    UNDECIDED"
  })
  void combinesTheRepliesOfTheAcceptors(String first, String second, String third, Outcome expected)
      throws IOException {
    var acceptors = new ArrayList<AcceptorClient>();
    for (var answer : List.of(first, second, third)) {
      acceptors.add(acceptor(answer.equals(UNAVAILABLE) ? null : Outcome.valueOf(answer)));
    }
    for (var time = 0; time < 2; time++) {
      try (var call = new BeginCall(acceptors, request)) {
        var timeout = Duration.ofSeconds(expected == Outcome.UNDECIDED ? 1 : 60);
        assertThat(call.await(timeout).outcome()).isEqualTo(expected);
      }
    }
  }

  /** An acceptor returns NOT_STARTED also at {@code voteBy}, when all others may be available. */
  @Test
  void explainsNotStarted() throws IOException {
    try (var call = new BeginCall(List.of(acceptor(Outcome.NOT_STARTED)), request)) {
      var result = call.await(Duration.ofSeconds(60));
      assertThat(result.outcome()).isEqualTo(Outcome.NOT_STARTED);
      assertThat(result.objections())
          .singleElement()
          .asString()
          .endsWith(
              " did not reach a majority of acceptors in time: they are unavailable, or the"
                  + " transaction was begun too late");
    }
  }

  /** Otherwise the exchange would continue until its timeout. */
  @Test
  void interruptsPendingExchangesWhenTheOutcomeIsKnown() throws IOException {
    try (var silentServer = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var acceptors = List.of(acceptor(silentServer.getLocalPort()), acceptor(Outcome.COMMIT));
      try (var call = new BeginCall(acceptors, request)) {
        assertThat(call.await(Duration.ofMinutes(5)).outcome()).isEqualTo(Outcome.COMMIT);
      }
      try (var call = silentServer.accept()) {
        call.setSoTimeout(30_000);
        var received = new String(call.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(received).as("the request, and nothing after it").startsWith("POST ");
      }
    }
  }

  private AcceptorClient acceptor(@Nullable Outcome answer) throws IOException {
    return acceptor(answer == null ? unusedPort() : serve(answer));
  }

  private AcceptorClient acceptor(int port) {
    var name = "acceptor-" + port;
    return new AcceptorClient(
        new PeerEndpoint(name, URI.create("http://127.0.0.1:" + port), "secret"), http);
  }

  /** A bound port that does not listen, so that no other process takes it. */
  private int unusedPort() throws IOException {
    var socket = new Socket();
    closed.add(socket);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return socket.getLocalPort();
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
      var body =
          HarcMessageXml.write(
              request.record().id(), new TransactionOutcomeResponse(answer, Map.of()));
      var bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }
}
