package org.touchpaper.tl1.element;

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
import org.touchpaper.tl1.transport.Line;
import org.touchpaper.tl1.transport.TlsTrust;
import org.touchpaper.tl1.transport.Transport;

/**
 * A line to an element that takes nothing in is closed all the same, and whoever writes is told.
 */
@Timeout(300)
class ClosingTest {

  @TempDir Path folder;

  @Test
  void overTlsWhileAWriteIsStuck() throws Exception {
    var context = new Credential(folder, "LONDON").tls();
    try (var server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0)) {
      var over = new CountDownLatch(1);
      Thread.startVirtualThread(() -> shakeHandsOnly(server, over));
      var trust = TlsTrust.pinned(folder.resolve("LONDON.crt"));
      var line =
          Transport.tls(trust).dial("127.0.0.1", server.getLocalPort(), Duration.ofSeconds(20));
      var end = new CompletableFuture<IOException>();
      var writer = Thread.startVirtualThread(() -> writeWithoutEnd(line, end));
      while (writer.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      line.close();
      assertThat(end.get()).isInstanceOf(IOException.class);
      over.countDown();
    }
  }

  private static void shakeHandsOnly(SSLServerSocket server, CountDownLatch until) {
    try (var socket = (SSLSocket) server.accept()) {
      socket.startHandshake();
      until.await();
    } catch (IOException | InterruptedException e) {
      // the other side has closed, or the test is over
    }
  }

  private static void writeWithoutEnd(Line line, CompletableFuture<IOException> end) {
    try {
      while (true) {
        line.write(new byte[65_536]);
      }
    } catch (IOException e) {
      end.complete(e);
    }
  }
}
