package org.touchpaper.harc.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.OutcomeReport.Outcome;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;

/** Unresponsive acceptors are tried last until they answer or refuse connections. */
class UnresponsiveAcceptorsTest {

  private final TransactionRequest request =
      TransactionRequest.of(
          new TransactionId("t"),
          List.of("acceptor-1", "acceptor-2", "acceptor-3"),
          1,
          Instant.now().plus(Duration.ofMinutes(5)),
          new RequestingUser("ada", "ucl", List.of(), "scientist", "c"),
          List.of(new ResourceManagerActions("rm1", "<x/>")));

  private final PeerHttpClient http = new PeerHttpClient("bar-ucl");
  private final UnresponsiveAcceptors unresponsive = new UnresponsiveAcceptors();

  @AfterEach
  void close() {
    unresponsive.close();
    http.close();
  }

  /** Accepts connections, and answers none before the gate opens. */
  private static final class HangingServer implements AutoCloseable {
    final ServerSocket serverSocket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    final CountDownLatch answerGate = new CountDownLatch(1);

    HangingServer() throws IOException {
      Thread.ofVirtual().start(this::listen);
    }

    private void listen() {
      try {
        while (true) {
          var call = serverSocket.accept();
          Thread.ofVirtual().start(() -> answer(call));
        }
      } catch (IOException _) {
        // closed
      }
    }

    private void answer(Socket call) {
      try (call) {
        answerGate.await();
        call.getOutputStream()
            .write(
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
      } catch (IOException | InterruptedException _) {
        // the client has disconnected
      }
    }

    @Override
    public void close() throws IOException {
      answerGate.countDown();
      serverSocket.close();
    }
  }

  private AcceptorClient acceptor(String name, int port) {
    return new AcceptorClient(
        new PeerEndpoint(name, URI.create("http://127.0.0.1:" + port), "secret"), http);
  }

  private void await(BooleanSupplier state) throws InterruptedException {
    var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!state.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  @Test
  void anUnresponsiveAcceptorIsLastUntilItAnswers() throws Exception {
    try (var hangingServer = new HangingServer()) {
      var first = acceptor("acceptor-1", hangingServer.serverSocket.getLocalPort());
      var second = acceptor("acceptor-2", 9);
      var acceptors = List.of(first, second);
      assertThat(unresponsive.sortUnresponsiveLast(acceptors)).isEqualTo(acceptors);
      unresponsive.suspect(first);
      unresponsive.suspect(first);
      await(() -> unresponsive.sortUnresponsiveLast(acceptors).equals(List.of(second, first)));
      hangingServer.answerGate.countDown();
      await(() -> unresponsive.sortUnresponsiveLast(acceptors).equals(acceptors));
    }
  }

  /** A killed process refuses connections at once, so it need not be avoided. */
  @Test
  void anAcceptorThatRefusesConnectionsIsNotUnresponsive() throws Exception {
    var closedServer = new HangingServer();
    var first = acceptor("acceptor-1", closedServer.serverSocket.getLocalPort());
    assertThat(first.isUnresponsive()).isTrue();
    closedServer.close();
    await(() -> !first.isUnresponsive()); // a busy machine may refuse late
  }

  /** As of a host that is unreachable: connections are neither refused nor accepted. */
  @Test
  void anAcceptorThatCannotBeConnectedToIsTriedLastTheNextTime() throws Exception {
    try (var full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var _ = new Socket(full.getInetAddress(), full.getLocalPort());
        var _ = new Socket(full.getInetAddress(), full.getLocalPort())) {
      var first = acceptor("acceptor-1", full.getLocalPort());
      var second = acceptor("acceptor-2", 9);
      var acceptors = List.of(first, second);
      try (var call = new BeginCall(acceptors, unresponsive, request)) {
        assertThat(call.await(Duration.ofSeconds(60)).outcome()).isEqualTo(Outcome.NOT_STARTED);
      }
      await(() -> unresponsive.sortUnresponsiveLast(acceptors).equals(List.of(second, first)));
    }
  }
}
