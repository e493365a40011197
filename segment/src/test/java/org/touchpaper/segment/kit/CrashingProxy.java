package org.touchpaper.segment.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.touchpaper.platform.crash.CrashSwitch;

/**
 * A proxy between a service and one element, over real sockets. Each command gives two crash
 * points: before the element receives it, and after the element has carried it out while its answer
 * is on the way. A crash closes all connections of the service.
 */
public final class CrashingProxy implements AutoCloseable {

  /** How the end of an answer is recognized. */
  public enum Language {
    /** An answer is COMPLD or DENY and ends with a semicolon. */
    TL1(';', Pattern.compile("\\nM\\s+\\S+ (COMPLD|DENY)[^;]*;")),
    /** Output ends with the next prompt. */
    CLI('\n', Pattern.compile("([>#]|[Pp]assword:) ?$")),
    /** TL1 with arbitrary answers, passed on as they arrive. */
    WILD_TL1(';', Pattern.compile("")),
    /** A command line with arbitrary answers. */
    WILD_CLI('\n', Pattern.compile(""));

    private final char end;
    private final Pattern answer;

    Language(char end, Pattern answer) {
      this.end = end;
      this.answer = answer;
    }
  }

  private final String element;
  private final Language language;
  private final int elementPort;
  private final ServerSocket server;
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
  private volatile CommandCrashPoints crashPoints = CommandCrashPoints.none();
  private volatile CrashSwitch crash = CrashSwitch.never();

  public CrashingProxy(String element, Language language, int elementPort) {
    this.element = element;
    this.language = language;
    this.elementPort = elementPort;
    try {
      this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("wire-" + element).start(this::accept);
  }

  public String element() {
    return element;
  }

  /** The port that the service connects to. */
  public int port() {
    return server.getLocalPort();
  }

  /** From now on this process uses the proxy, and its commands are counted. */
  void use(CrashSwitch newCrash, CommandCrashPoints newCrashPoints) {
    crash = newCrash;
    crashPoints = newCrashPoints;
  }

  void cut() {
    connections.forEach(ProxiedConnection::cut);
    connections.clear();
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

  private void accept() {
    while (!server.isClosed()) {
      try {
        connect(server.accept());
      } catch (IOException e) {
        // the proxy is closed
      }
    }
  }

  private void connect(Socket service) throws IOException {
    try {
      var line =
          new ProxiedConnection(service, new Socket(InetAddress.getLoopbackAddress(), elementPort));
      connections.add(line);
      line.serve();
    } catch (IOException e) {
      service.close(); // the element does not listen: the service sees a closed connection
    }
  }

  /** One connection of the process that used the proxy when it began. */
  private final class ProxiedConnection {
    private final Socket serviceSocket;
    private final Socket elementSocket;
    private final CrashSwitch crashSwitch = crash;
    private final StringBuilder fromElementBuffer = new StringBuilder();
    private boolean outstanding;

    ProxiedConnection(Socket serviceSocket, Socket elementSocket) {
      this.serviceSocket = serviceSocket;
      this.elementSocket = elementSocket;
    }

    void serve() {
      Thread.startVirtualThread(() -> pump(serviceSocket, this::fromService));
      Thread.startVirtualThread(() -> pump(elementSocket, this::fromElement));
    }

    private interface TextListener {
      void onText(String text) throws IOException;
    }

    private void pump(Socket from, TextListener listener) {
      try {
        from.setTcpNoDelay(true);
        var buffer = new byte[8192];
        var in = from.getInputStream();
        for (var length = in.read(buffer); length >= 0; length = in.read(buffer)) {
          listener.onText(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
        }
      } catch (IOException e) {
        // closed by either side
      }
      cut();
    }

    private final StringBuilder fromServiceBuffer = new StringBuilder();

    private void fromService(String text) throws IOException {
      fromServiceBuffer.append(text);
      for (var commandEnd = findCommandEnd(); commandEnd > 0; commandEnd = findCommandEnd()) {
        var command = fromServiceBuffer.substring(0, commandEnd);
        fromServiceBuffer.delete(0, commandEnd);
        crashIf(crashPoints.isBefore(element));
        crashSwitch.recordEffect();
        synchronized (this) {
          outstanding = true;
        }
        write(elementSocket, command);
      }
    }

    private int findCommandEnd() {
      return fromServiceBuffer.indexOf(String.valueOf(language.end)) + 1;
    }

    private synchronized void fromElement(String text) throws IOException {
      fromElementBuffer.append(text);
      if (outstanding) {
        if (!language.answer.matcher(fromElementBuffer).find()) {
          return;
        }
        outstanding = false;
        crashIf(crashPoints.isAfter(element));
        crashSwitch.recordEffect();
      }
      write(serviceSocket, fromElementBuffer.toString());
      fromElementBuffer.setLength(0);
    }

    private void crashIf(boolean condition) throws IOException {
      if (condition) {
        crashSwitch.crash();
      }
      if (crashSwitch.hasCrashed()) {
        cut();
        throw new IOException("the service is dead");
      }
    }

    private static void write(Socket to, String text) throws IOException {
      to.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void cut() {
      try {
        serviceSocket.close();
        elementSocket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
