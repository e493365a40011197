package org.touchpaper.http;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Says some words to every call, and then nothing more, nor hangs up: as one that is paused. */
public final class HaltingServer implements AutoCloseable {
  private final ServerSocket door;
  private final String words;
  private final Queue<Socket> calls = new ConcurrentLinkedQueue<>();
  private final CountDownLatch leftAlone = new CountDownLatch(1);

  /**
   * Listens on the loopback.
   *
   * @param words what it says to whoever calls, whatever they ask
   */
  public HaltingServer(String words) {
    this.words = words;
    try {
      door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::listen);
  }

  /** That says 200, and the beginning of a longer answer. */
  public static HaltingServer inTheMiddle(String beginning) {
    return new HaltingServer(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(beginning.length() + 100, beginning));
  }

  private void listen() {
    try {
      while (true) {
        var call = door.accept();
        calls.add(call);
        Thread.ofVirtual().start(() -> answer(call));
      }
    } catch (IOException _) {
      // closed
    }
  }

  private void answer(Socket call) {
    try {
      call.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
      call.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException _) {
      // the caller has gone
    }
    leftAlone.countDown();
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + door.getLocalPort());
  }

  /** True once a caller has hung up; false if none did in this time. */
  public boolean isLeftAlone(long seconds) throws InterruptedException {
    return leftAlone.await(seconds, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    try {
      door.close();
      for (var call : calls) {
        call.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
