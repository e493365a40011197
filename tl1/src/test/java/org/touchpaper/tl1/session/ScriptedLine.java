package org.touchpaper.tl1.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.touchpaper.tl1.transport.Line;

/** A line without a network, at whose other end is a test. */
final class ScriptedLine implements Line {

  private static final byte[] END = {};

  private final BlockingQueue<byte[]> said = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> typed = new LinkedBlockingQueue<>();
  private final StringBuilder unfinished = new StringBuilder();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch writing = new CountDownLatch(1);
  private volatile CountDownLatch mayClose = new CountDownLatch(0);
  private volatile boolean isFull;

  void say(String text) {
    said.add(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void hangUp() {
    said.add(END);
  }

  /** The next line that was typed. */
  String next() throws InterruptedException {
    var line = typed.poll(60, TimeUnit.SECONDS);
    if (line == null) {
      throw new AssertionError("nothing was typed");
    }
    return line;
  }

  @Override
  public int read(byte[] into) throws IOException {
    try {
      var piece = said.take();
      System.arraycopy(piece, 0, into, 0, piece.length);
      return piece.length == 0 ? -1 : piece.length;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    if (isFull) {
      writing.countDown();
      awaitClosed();
    }
    unfinished.append(new String(bytes, StandardCharsets.ISO_8859_1));
    for (var end = unfinished.indexOf("\r\n"); end >= 0; end = unfinished.indexOf("\r\n")) {
      typed.add(unfinished.substring(0, end));
      unfinished.delete(0, end + 2);
    }
  }

  /** From now on a write ends only when the line is closed. */
  void takesNothingIn() {
    isFull = true;
  }

  /** Waits until somebody writes in vain. */
  void awaitWriting() throws InterruptedException {
    if (!writing.await(60, TimeUnit.SECONDS)) {
      throw new AssertionError("nobody writes");
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

  /** From now on closing takes until {@link #closes}. */
  void isSlowToClose() {
    mayClose = new CountDownLatch(1);
  }

  /** Waits until somebody closes it. */
  void awaitClosing() throws InterruptedException {
    if (!closing.await(60, TimeUnit.SECONDS)) {
      throw new AssertionError("nobody closed it");
    }
  }

  void closes() {
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
