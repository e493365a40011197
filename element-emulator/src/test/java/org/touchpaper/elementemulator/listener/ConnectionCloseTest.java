package org.touchpaper.elementemulator.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementsession.transport.DuplexStream;
import org.touchpaper.elementsession.transport.TlsTrust;
import org.touchpaper.elementsession.transport.Transport;

/** Closing a stream to a peer that reads nothing succeeds and ends a blocked write. */
@Timeout(300)
class ConnectionCloseTest {

  @TempDir Path folder;

  @Test
  void closesOverTlsWhileAWriteIsBlocked() throws Exception {
    var context = new ServerCredentials(folder, "LONDON").sslContext();
    try (var server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0)) {
      var testOver = new CountDownLatch(1);
      Thread.startVirtualThread(() -> handshakeOnly(server, testOver));
      var trust = new TlsTrust(folder.resolve("LONDON.crt"), null, null);
      var stream =
          Transport.tls(trust).connect("127.0.0.1", server.getLocalPort(), Duration.ofSeconds(20));
      var failure = new CompletableFuture<IOException>();
      var writer = Thread.startVirtualThread(() -> writeWithoutEnd(stream, failure));
      while (writer.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      stream.close();
      assertThat(failure.get()).isInstanceOf(IOException.class);
      testOver.countDown();
    }
  }

  private static void handshakeOnly(SSLServerSocket server, CountDownLatch until) {
    try (var socket = (SSLSocket) server.accept()) {
      socket.startHandshake();
      until.await();
    } catch (IOException | InterruptedException e) {
      // the other side has closed, or the test is over
    }
  }

  private static void writeWithoutEnd(DuplexStream stream, CompletableFuture<IOException> failure) {
    try {
      while (true) {
        stream.write(new byte[65_536]);
      }
    } catch (IOException e) {
      failure.complete(e);
    }
  }
}
