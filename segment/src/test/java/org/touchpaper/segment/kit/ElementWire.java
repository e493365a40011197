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
 * The line between a service and one element, over real sockets. Each command on it is two moments
 * at which the service may die: before the element has it, and when the element has carried it out
 * and its answer is still on the way. The dead say and hear nothing: their connections are cut.
 */
public final class ElementWire implements AutoCloseable {

  /** How an element's answers can be told from what comes before them. */
  public enum Language {
    /** An answer is COMPLD or DENY and ends with a semicolon. */
    TL1(';', Pattern.compile("\\nM\\s+\\S+ (COMPLD|DENY)[^;]*;")),
    /** Whatever is printed ends with the next prompt. */
    CLI('\n', Pattern.compile("([>#]|[Pp]assword:) ?$")),
    /** TL1 whose answers may be anything: whatever comes is handed on as it comes. */
    WILD_TL1(';', Pattern.compile("")),
    /** A command line, as wild. */
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
  private final Set<Line> lines = ConcurrentHashMap.newKeySet();
  private volatile WireWatch watch = WireWatch.none();
  private volatile CrashSwitch crash = CrashSwitch.never();

  public ElementWire(String element, Language language, int elementPort) {
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

  /** Where the service finds the element. */
  public int port() {
    return server.getLocalPort();
  }

  /** From here on this process uses it, and its commands are counted here. */
  void use(CrashSwitch newCrash, WireWatch newWatch) {
    crash = newCrash;
    watch = newWatch;
  }

  void cut() {
    lines.forEach(Line::cut);
    lines.clear();
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
        // the wire is closed
      }
    }
  }

  private void connect(Socket service) throws IOException {
    try {
      var line = new Line(service, new Socket(InetAddress.getLoopbackAddress(), elementPort));
      lines.add(line);
      line.serve();
    } catch (IOException e) {
      service.close(); // the element does not listen: the service finds that out
    }
  }

  /** One connection of the process that used the wire when it began. */
  private final class Line {
    private final Socket service;
    private final Socket far;
    private final CrashSwitch mortal = crash;
    private final StringBuilder held = new StringBuilder();
    private boolean outstanding;

    Line(Socket service, Socket far) {
      this.service = service;
      this.far = far;
    }

    void serve() {
      Thread.startVirtualThread(() -> pump(service, this::fromService));
      Thread.startVirtualThread(() -> pump(far, this::fromElement));
    }

    private interface Hearer {
      void hear(String text) throws IOException;
    }

    private void pump(Socket from, Hearer hearer) {
      try {
        from.setTcpNoDelay(true);
        var buffer = new byte[8192];
        var in = from.getInputStream();
        for (var length = in.read(buffer); length >= 0; length = in.read(buffer)) {
          hearer.hear(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
        }
      } catch (IOException e) {
        // cut, from whichever side
      }
      cut();
    }

    private final StringBuilder said = new StringBuilder();

    private void fromService(String text) throws IOException {
      said.append(text);
      for (var end = end(); end > 0; end = end()) {
        var command = said.substring(0, end);
        said.delete(0, end);
        dieAt(watch.isBefore(element));
        synchronized (this) {
          outstanding = true;
        }
        write(far, command);
      }
    }

    private int end() {
      return said.indexOf(String.valueOf(language.end)) + 1;
    }

    private synchronized void fromElement(String text) throws IOException {
      held.append(text);
      if (outstanding) {
        if (!language.answer.matcher(held).find()) {
          return;
        }
        outstanding = false;
        dieAt(watch.isAfter(element));
      }
      write(service, held.toString());
      held.setLength(0);
    }

    private void dieAt(boolean here) throws IOException {
      if (here) {
        mortal.kill();
      }
      if (mortal.isDead()) {
        cut();
        throw new IOException("the service is dead");
      }
    }

    private static void write(Socket to, String text) throws IOException {
      to.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void cut() {
      try {
        service.close();
        far.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
