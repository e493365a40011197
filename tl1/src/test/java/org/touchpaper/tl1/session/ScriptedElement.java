package org.touchpaper.tl1.session;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An element whose every word is a test's: it lets anybody in and then says what it is told. */
final class ScriptedElement implements Closeable {

  private final int port;
  private ServerSocket server;
  private Thread acceptor;
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private volatile @Nullable Socket socket;
  private final AtomicInteger logins = new AtomicInteger();
  private volatile boolean letsAnybodyIn = true;

  ScriptedElement() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    port = server.getLocalPort();
    acceptor = Thread.startVirtualThread(this::accept);
  }

  Endpoint endpoint() {
    return new Endpoint("LONDON", "127.0.0.1", port);
  }

  /** From now on logins and farewells are commands like any other, for the test to answer. */
  ScriptedElement leavingLoginsToTheTest() {
    letsAnybodyIn = false;
    return this;
  }

  /** Listens again where it did before it was closed. */
  void reopen() throws IOException {
    server = new ServerSocket();
    server.setReuseAddress(true);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    acceptor = Thread.startVirtualThread(this::accept);
  }

  int logins() {
    return logins.get();
  }

  /** The next command, without its semicolon. */
  String next() throws InterruptedException {
    var command = heard.poll(60, TimeUnit.SECONDS);
    if (command == null) {
      throw new AssertionError("no command came");
    }
    return command;
  }

  /** True if no command waits to be taken. */
  boolean heardNothingMore() {
    return heard.isEmpty();
  }

  void say(String text) throws IOException {
    var open = socket;
    if (open == null) {
      throw new IOException("nobody is connected");
    }
    open.getOutputStream().write(text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  /** A response; {@code rest} is rows, comments and terminator. */
  void answer(String ctag, String completion, String rest) throws IOException {
    say("\n\n   LONDON 26-12-01 21:00:00\nM  " + ctag + " " + completion + "\n" + rest);
  }

  void hangUp() throws IOException {
    var open = socket;
    if (open != null) {
      open.close();
    }
  }

  static String ctag(String command) {
    return command.split(":", -1)[3];
  }

  @Override
  public void close() throws IOException {
    server.close();
    try {
      acceptor.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    hangUp();
  }

  private void accept() {
    try {
      while (true) {
        var accepted = server.accept();
        if (server.isClosed()) {
          accepted.close();
          return;
        }
        socket = accepted;
        Thread.startVirtualThread(() -> read(accepted));
      }
    } catch (IOException e) {
      // closed by the test
    }
  }

  private void read(Socket from) {
    try {
      var text = new StringBuilder();
      for (var c = from.getInputStream().read(); c >= 0; c = from.getInputStream().read()) {
        if (c != ';') {
          text.append((char) c);
          continue;
        }
        hear(text.toString());
        text.setLength(0);
      }
    } catch (IOException e) {
      // closed by either side
    }
  }

  private void hear(String command) throws IOException {
    if (!letsAnybodyIn) {
      heard.add(command);
    } else if (command.startsWith("ACT-USER") && command.endsWith("lightpath")) {
      logins.incrementAndGet();
      answer(ctag(command), "COMPLD", ";");
    } else if (command.startsWith("CANC-USER")) {
      answer(ctag(command), "COMPLD", ";");
    } else {
      heard.add(command);
    }
  }
}
