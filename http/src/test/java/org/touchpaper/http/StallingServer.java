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

/**
 * Sends a fixed text to every client, then nothing more, and keeps the connection open, as a paused
 * process does.
 */
public final class StallingServer implements AutoCloseable {
  private final ServerSocket serverSocket;
  private final String text;
  private final Queue<Socket> calls = new ConcurrentLinkedQueue<>();
  private final CountDownLatch disconnected = new CountDownLatch(1);

  /**
   * Listens on the loopback address.
   *
   * @param text the text sent to every client
   */
  public StallingServer(String text) {
    this.text = text;
    try {
      serverSocket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::listen);
  }

  /** Sends status 200 and the beginning of a longer body. */
  public static StallingServer inTheMiddle(String beginning) {
    return new StallingServer(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(beginning.length() + 100, beginning));
  }

  private void listen() {
    try {
      while (true) {
        var call = serverSocket.accept();
        calls.add(call);
        Thread.ofVirtual().start(() -> answer(call));
      }
    } catch (IOException _) {
      // closed
    }
  }

  private void answer(Socket call) {
    try {
      call.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      call.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException _) {
      // the client has disconnected
    }
    disconnected.countDown();
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + serverSocket.getLocalPort());
  }

  /** Waits until a client has disconnected; false on a timeout. */
  public boolean awaitDisconnect(long seconds) throws InterruptedException {
    return disconnected.await(seconds, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    try {
      serverSocket.close();
      for (var call : calls) {
        call.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
