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
 * The line to an element, which counts the TL1 commands that have no answer yet; the lines of an
 * IOS have no tag and count as none.
 */
final class CountingWire implements AutoCloseable {

  private static final Pattern COMMAND =
      Pattern.compile("([A-Za-z0-9-]+):[^:]*:(?:\"[^\"]*\"|[^:])*:(\\w{1,6})\\b.*");
  private static final Pattern ANSWER = Pattern.compile("M  (\\w+) (?:COMPLD|DENY|PRTL)");
  private static final int LONGEST = 4_096;

  private final int elementPort;
  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private int commands;
  private int edits;

  CountingWire(int elementPort) throws IOException {
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
          carry(near, far);
        } catch (IOException e) {
          near.close(); // the element does not listen, and this is how its client notices
        }
      } catch (IOException e) {
        // closed
      }
    }
  }

  private void carry(Socket near, Socket far) {
    var unanswered = new HashMap<String, Boolean>();
    var said = new StringBuilder();
    var heard = new StringBuilder();
    Thread.startVirtualThread(() -> pump(near, far, text -> sent(text, said, unanswered)));
    Thread.startVirtualThread(() -> pump(far, near, text -> answered(text, heard, unanswered)));
  }

  private void sent(String text, StringBuilder said, Map<String, Boolean> unanswered) {
    for (var piece : pieces(text, said, ";")) {
      var command = COMMAND.matcher(piece);
      if (command.lookingAt()) {
        synchronized (unanswered) {
          unanswered.put(command.group(2), !command.group(1).matches("RTRV.*|(ACT|CANC)-USER"));
          count(unanswered);
        }
      }
    }
  }

  private static void answered(String text, StringBuilder heard, Map<String, Boolean> unanswered) {
    for (var line : pieces(text, heard, "\n")) {
      var answer = ANSWER.matcher(line);
      if (answer.lookingAt()) {
        synchronized (unanswered) {
          unanswered.remove(answer.group(1));
        }
      }
    }
  }

  /** What is complete so far, and what is not kept for the next time. */
  private static List<String> pieces(String text, StringBuilder kept, String end) {
    kept.append(text);
    var pieces = new ArrayList<String>();
    for (var at = kept.indexOf(end); at >= 0; at = kept.indexOf(end)) {
      pieces.add(kept.substring(0, at).strip());
      kept.delete(0, at + 1);
    }
    if (kept.length() > LONGEST) {
      kept.setLength(0);
    }
    return pieces;
  }

  private interface Hearer {
    void hear(String text);
  }

  private void pump(Socket from, Socket to, Hearer hearer) {
    try (from;
        to) {
      from.setTcpNoDelay(true);
      var buffer = new byte[8192];
      var in = from.getInputStream();
      for (var length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        // counted before it is passed on, so that nobody can be quicker than the count
        hearer.hear(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
        to.getOutputStream().write(buffer, 0, length);
      }
    } catch (IOException e) {
      // cut, from whichever side
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
