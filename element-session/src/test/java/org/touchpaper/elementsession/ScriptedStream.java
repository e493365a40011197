package org.touchpaper.elementsession;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.touchpaper.elementsession.transport.DuplexStream;

/** A stream without a network; the test is its peer. */
final class ScriptedStream implements DuplexStream {

  private static final byte[] END = {};

  private final BlockingQueue<byte[]> incoming = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> typed = new LinkedBlockingQueue<>();
  private final StringBuilder unfinished = new StringBuilder();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch writing = new CountDownLatch(1);
  private volatile CountDownLatch mayClose = new CountDownLatch(0);
  private volatile boolean isWriteBlocked;

  void send(String text) {
    incoming.add(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void hangUp() {
    incoming.add(END);
  }

  /** The next line that was sent. */
  String nextTypedLine() throws InterruptedException {
    var line = typed.poll(60, TimeUnit.SECONDS);
    if (line == null) {
      throw new AssertionError("no line was sent");
    }
    return line;
  }

  @Override
  public int read(byte[] buffer) throws IOException {
    try {
      var piece = incoming.take();
      System.arraycopy(piece, 0, buffer, 0, piece.length);
      return piece.length == 0 ? -1 : piece.length;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    if (isWriteBlocked) {
      writing.countDown();
      awaitClosed();
    }
    unfinished.append(new String(bytes, StandardCharsets.ISO_8859_1));
    for (var end = unfinished.indexOf("\r\n"); end >= 0; end = unfinished.indexOf("\r\n")) {
      typed.add(unfinished.substring(0, end));
      unfinished.delete(0, end + 2);
    }
  }

  /** Further writes block until the stream is closed. */
  void blockWrites() {
    isWriteBlocked = true;
  }

  /** Waits until a write is blocked. */
  void awaitBlockedWrite() throws InterruptedException {
    if (!writing.await(60, TimeUnit.SECONDS)) {
      throw new AssertionError("no write began");
    }
  }

  private void awaitClosed() throws IOException {
    try {
      closing.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IOException("closed");
  }

  /** Further closing blocks until {@link #allowClose}. */
  void delayClose() {
    mayClose = new CountDownLatch(1);
  }

  /** Waits until closing begins. */
  void awaitClosing() throws InterruptedException {
    if (!closing.await(60, TimeUnit.SECONDS)) {
      throw new AssertionError("the stream was not closed");
    }
  }

  void allowClose() {
    mayClose.countDown();
  }

  @Override
  public void close() throws IOException {
    closing.countDown();
    try {
      mayClose.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    hangUp();
  }
}
