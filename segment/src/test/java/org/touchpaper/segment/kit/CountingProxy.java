package org.touchpaper.segment.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * A proxy to an element that counts unanswered TL1 commands. IOS lines have no tag and are not
 * counted.
 */
final class CountingProxy implements AutoCloseable {

  private static final Pattern COMMAND =
      Pattern.compile("([A-Za-z0-9-]+):[^:]*:(?:\"[^\"]*\"|[^:])*:(\\w{1,6})\\b.*");
  private static final Pattern ANSWER = Pattern.compile("M  (\\w+) (?:COMPLD|DENY|PRTL)");
  private static final int MAX_BUFFERED = 4_096;

  private final int elementPort;
  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private int commands;
  private int edits;

  CountingProxy(int elementPort) throws IOException {
    this.elementPort = elementPort;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("wire").start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  synchronized ElementUnderTest.Load load() {
    return new ElementUnderTest.Load(Math.max(1, commands), edits);
  }

  private synchronized void count(Map<String, Boolean> unanswered) {
    commands = Math.max(commands, unanswered.size());
    edits = Math.max(edits, (int) unanswered.values().stream().filter(edit -> edit).count());
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var near = server.accept();
        sockets.add(near);
        try {
          var far = new Socket(InetAddress.getLoopbackAddress(), elementPort);
          sockets.add(far);
          relay(near, far);
        } catch (IOException e) {
          near.close(); // the element does not listen: the client sees a closed connection
        }
      } catch (IOException e) {
        // closed
      }
    }
  }

  private void relay(Socket near, Socket far) {
    var unanswered = new HashMap<String, Boolean>();
    var sentText = new StringBuilder();
    var receivedText = new StringBuilder();
    Thread.startVirtualThread(() -> pump(near, far, text -> onCommand(text, sentText, unanswered)));
    Thread.startVirtualThread(
        () -> pump(far, near, text -> onAnswer(text, receivedText, unanswered)));
  }

  private void onCommand(String text, StringBuilder buffer, Map<String, Boolean> unanswered) {
    for (var piece : pieces(text, buffer, ";")) {
      var command = COMMAND.matcher(piece);
      if (command.lookingAt()) {
        synchronized (unanswered) {
          unanswered.put(command.group(2), !command.group(1).matches("RTRV.*|(ACT|CANC)-USER"));
          count(unanswered);
        }
      }
    }
  }

  private static void onAnswer(String text, StringBuilder buffer, Map<String, Boolean> unanswered) {
    for (var line : pieces(text, buffer, "\n")) {
      var answer = ANSWER.matcher(line);
      if (answer.lookingAt()) {
        synchronized (unanswered) {
          unanswered.remove(answer.group(1));
        }
      }
    }
  }

  /** The complete parts so far; the rest is kept in the buffer. */
  private static List<String> pieces(String text, StringBuilder buffer, String end) {
    buffer.append(text);
    var pieces = new ArrayList<String>();
    for (var index = buffer.indexOf(end); index >= 0; index = buffer.indexOf(end)) {
      pieces.add(buffer.substring(0, index).strip());
      buffer.delete(0, index + 1);
    }
    if (buffer.length() > MAX_BUFFERED) {
      buffer.setLength(0);
    }
    return pieces;
  }

  private interface TextListener {
    void onText(String text);
  }

  private void pump(Socket from, Socket to, TextListener listener) {
    try (from;
        to) {
      from.setTcpNoDelay(true);
      var buffer = new byte[8192];
      var in = from.getInputStream();
      for (var length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        // counted before it is passed on, so that no answer arrives before the count
        listener.onText(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
        to.getOutputStream().write(buffer, 0, length);
      }
    } catch (IOException e) {
      // closed by either side
    }
    sockets.remove(from);
    sockets.remove(to);
  }

  void cut() {
    for (var socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }
}
