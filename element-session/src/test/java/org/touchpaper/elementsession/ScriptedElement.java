package org.touchpaper.elementsession;

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
import org.touchpaper.elementsession.connection.ElementEndpoint;

/** A TL1 element controlled by a test: it accepts logins and sends what the test requests. */
final class ScriptedElement implements Closeable {

  private final int port;
  private ServerSocket server;
  private Thread acceptor;
  private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
  private volatile @Nullable Socket socket;
  private final AtomicInteger logins = new AtomicInteger();
  private volatile boolean acceptsLogins = true;

  ScriptedElement() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    port = server.getLocalPort();
    acceptor = Thread.startVirtualThread(this::accept);
  }

  ElementEndpoint endpoint() {
    return new ElementEndpoint("LONDON", "127.0.0.1", port);
  }

  /** Passes further logins and logouts to the test like any other command. */
  ScriptedElement withManualLogins() {
    acceptsLogins = false;
    return this;
  }

  /** Listens on its previous port again. */
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
  String nextCommand() throws InterruptedException {
    var command = commands.poll(60, TimeUnit.SECONDS);
    if (command == null) {
      throw new AssertionError("no command received");
    }
    return command;
  }

  /** True if no received command is left. */
  boolean hasNoMoreCommands() {
    return commands.isEmpty();
  }

  void send(String text) throws IOException {
    var connected = socket;
    if (connected == null) {
      throw new IOException("no session is connected");
    }
    connected
        .getOutputStream()
        .write(text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends a response; {@code rest} is rows, comments and terminator. */
  void answer(String ctag, String completion, String rest) throws IOException {
    send("\n\n   LONDON 26-12-01 21:00:00\nM  " + ctag + " " + completion + "\n" + rest);
  }

  void hangUp() throws IOException {
    var connected = socket;
    if (connected != null) {
      connected.close();
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
        receive(text.toString());
        text.setLength(0);
      }
    } catch (IOException e) {
      // closed by either side
    }
  }

  private void receive(String command) throws IOException {
    if (!acceptsLogins) {
      commands.add(command);
    } else if (command.startsWith("ACT-USER") && command.endsWith("lightpath")) {
      logins.incrementAndGet();
      answer(ctag(command), "COMPLD", ";");
    } else if (command.startsWith("CANC-USER")) {
      answer(ctag(command), "COMPLD", ";");
    } else {
      commands.add(command);
    }
  }
}
