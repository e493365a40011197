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
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;

/** Who hangs is begun with last, until it answers or is gone. */
class HungTest {

  private final Request request =
      Request.of(
          new TransactionId("t"),
          List.of("acceptor-1", "acceptor-2", "acceptor-3"),
          1,
          Instant.now().plus(Duration.ofMinutes(5)),
          new Caller("ada", "ucl", List.of(), "scientist", "c"),
          List.of(new Actions("rm1", "<x/>")));

  private final PeerHttp http = new PeerHttp("bar-ucl");
  private final Hung hung = new Hung();

  @AfterEach
  void close() {
    hung.close();
    http.close();
  }

  /** Takes every call, and answers none before it is woken. */
  private static final class Sleeper implements AutoCloseable {
    final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    final CountDownLatch awake = new CountDownLatch(1);

    Sleeper() throws IOException {
      Thread.ofVirtual().start(this::listen);
    }

    private void listen() {
      try {
        while (true) {
          var call = door.accept();
          Thread.ofVirtual().start(() -> answer(call));
        }
      } catch (IOException _) {
        // closed
      }
    }

    private void answer(Socket call) {
      try (call) {
        awake.await();
        call.getOutputStream()
            .write(
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
      } catch (IOException | InterruptedException _) {
        // the caller has gone
      }
    }

    @Override
    public void close() throws IOException {
      awake.countDown();
      door.close();
    }
  }

  private AcceptorClient acceptor(String name, int port) {
    return new AcceptorClient(
        new HarcPeer(name, URI.create("http://127.0.0.1:" + port), "secret"), http);
  }

  private void await(BooleanSupplier state) throws InterruptedException {
    var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!state.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  @Test
  void whoHangsIsLastUntilItAnswers() throws Exception {
    try (var sleeper = new Sleeper()) {
      var first = acceptor("acceptor-1", sleeper.door.getLocalPort());
      var second = acceptor("acceptor-2", 9);
      var both = List.of(first, second);
      assertThat(hung.last(both)).isEqualTo(both);
      hung.doubt(first);
      hung.doubt(first);
      await(() -> hung.last(both).equals(List.of(second, first)));
      sleeper.awake.countDown();
      await(() -> hung.last(both).equals(both));
    }
  }

  /** A killed process refuses at once: nobody has to be spared it. */
  @Test
  void whoIsGoneDoesNotHang() throws Exception {
    var gone = new Sleeper();
    var first = acceptor("acceptor-1", gone.door.getLocalPort());
    assertThat(first.hangs()).isTrue();
    gone.close();
    await(() -> !first.hangs()); // a machine that is busy elsewhere refuses late, once or twice
  }

  /** As a host that is gone from the network: nothing refuses, and nothing is taken. */
  @Test
  void whoCannotBeConnectedToIsBegunWithLastTheNextTime() throws Exception {
    try (var full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var _ = new Socket(full.getInetAddress(), full.getLocalPort());
        var _ = new Socket(full.getInetAddress(), full.getLocalPort())) {
      var first = acceptor("acceptor-1", full.getLocalPort());
      var second = acceptor("acceptor-2", 9);
      var both = List.of(first, second);
      try (var beginning = new Beginning(both, hung, request)) {
        assertThat(beginning.await(Duration.ofSeconds(60)).outcome())
            .isEqualTo(Outcome.NOT_STARTED);
      }
      await(() -> hung.last(both).equals(List.of(second, first)));
    }
  }
}
