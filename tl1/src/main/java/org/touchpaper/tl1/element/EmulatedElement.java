package org.touchpaper.tl1.element;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.tl1.session.TranscriptLine;

/**
 * One emulated element, listening on 127.0.0.1. What it holds is a file in its folder, written
 * before each answer; so {@link #crash} loses nothing it has confirmed.
 */
public final class EmulatedElement implements Closeable {

  private static final Logger log = LoggerFactory.getLogger(EmulatedElement.class);

  private final ElementConfig config;
  private final Shelf shelf;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private ServerSocket server;
  private ElementConfig bound;
  private Thread acceptor;

  private EmulatedElement(ElementConfig config, Shelf shelf) throws IOException {
    this.config = config;
    this.shelf = shelf;
    this.server = listen(config);
    this.bound = config.onPort(server.getLocalPort());
    this.acceptor = acceptFrom(server);
    shelf.poweredBy(keeps -> Thread.startVirtualThread(() -> powerCycle(keeps)));
  }

  /** Starts an element whose database lives in this folder. */
  public static EmulatedElement start(ElementConfig config, Path folder) throws IOException {
    return start(config, folder, Clock.systemUTC());
  }

  public static EmulatedElement start(ElementConfig config, Path folder, Clock clock)
      throws IOException {
    return new EmulatedElement(config, new Shelf(config, folder, clock, new Faults(config.tid())));
  }

  public String tid() {
    return config.tid();
  }

  public Dialect dialect() {
    return config.dialect();
  }

  /** Where it listens, also if it was told to take any port. */
  public synchronized int port() {
    return bound.port();
  }

  /** What will go wrong next. */
  public Faults faults() {
    return shelf.faults;
  }

  /** The port has lost its signal: an alarm that affects service. */
  public void loseSignal(String port) {
    shelf.signals.lose(port, shelf.clock.instant()).forEach(shelf.bulletin::report);
  }

  public void restoreSignal(String port) {
    shelf.signals.restore(port, shelf.clock.instant()).forEach(shelf.bulletin::report);
  }

  /** The ports that have lost their signal. */
  public List<String> lostSignals() {
    return shelf.signals.lostPorts();
  }

  /** Everything it holds, in the order of kind and name. */
  public List<Entity> holds() {
    return shelf.holds();
  }

  /** What was said to it (RECEIVED) and what it said (SENT), the last 5,000 lines. */
  public List<TranscriptLine> transcript() {
    return shelf.transcript();
  }

  /** Stops as if the power had gone: every connection breaks, whatever was going on. */
  public synchronized void crash() {
    try {
      server.close();
      acceptor.join();
      for (var socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      log.debug("crashing {}: {}", config, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sockets.clear();
  }

  /** Comes back on the same port with what is on disk. */
  public synchronized void restart() throws IOException {
    crash();
    shelf.reload();
    server = listen(bound);
    acceptor = acceptFrom(server);
  }

  /** Comes back on the same port with nothing: its database was lost with the power. */
  public synchronized void restartEmpty() throws IOException {
    crash();
    shelf.erase();
    restart();
  }

  private void powerCycle(boolean keepsDatabase) {
    try {
      if (keepsDatabase) {
        restart();
      } else {
        restartEmpty();
      }
    } catch (IOException e) {
      log.error("{} does not come back", config, e);
    }
  }

  @Override
  public void close() {
    crash();
  }

  private static ServerSocket listen(ElementConfig config) throws IOException {
    var server = new ServerSocket();
    try {
      server.setReuseAddress(true);
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), config.port()));
      return server;
    } catch (IOException e) {
      server.close();
      throw new IOException("port " + config.port() + " for " + config + ": " + e.getMessage(), e);
    }
  }

  /** The port is free only once the thread that waits on it has ended. */
  private Thread acceptFrom(ServerSocket accepting) {
    return Thread.ofVirtual()
        .name("element-" + config.tid())
        .start(() -> {
          try {
            while (!accepting.isClosed()) {
              var socket = accepting.accept();
              sockets.add(socket);
              Thread.startVirtualThread(() -> serve(socket));
            }
          } catch (IOException e) {
            log.debug("{} listens no more: {}", config, e.getMessage());
          }
        });
  }

  private void serve(Socket socket) {
    shelf.note("connection from " + socket.getRemoteSocketAddress());
    try (socket) {
      socket.setTcpNoDelay(true);
      terminal(socket).serve();
      shelf.note("connection closed");
    } catch (IOException e) {
      shelf.note("connection lost: " + e.getMessage());
    } catch (UncheckedIOException e) {
      shelf.note("connection lost: " + e.getMessage());
    } catch (RuntimeException e) {
      log.error("{} cannot go on with a connection", config, e);
    } finally {
      sockets.remove(socket);
    }
  }

  private Terminal terminal(Socket socket) {
    return switch (config.dialect()) {
      case CORE_DIRECTOR -> new Tl1Terminal(shelf, new CoreDirector(shelf), socket);
      case ONS_15454, ONS_15454_SDH -> new Tl1Terminal(shelf, new Ons15454(shelf), socket);
      case CALIENT -> new Tl1Terminal(shelf, new Calient(shelf.database()), socket);
      case POLATIS -> new Tl1Terminal(shelf, new Polatis(shelf.database()), socket);
      case IOS_7600 -> new CliTerminal(shelf, new Ios7600(shelf), socket);
    };
  }
}
