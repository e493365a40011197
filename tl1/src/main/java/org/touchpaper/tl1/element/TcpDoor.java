package org.touchpaper.tl1.element;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ServerSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.tl1.transport.Line;

/** Takes TCP connections, with or without TLS on them. */
final class TcpDoor implements Door {

  private static final Logger log = LoggerFactory.getLogger(TcpDoor.class);

  private final Entrance entrance;
  private final ServerSocket server;
  private final Service service;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Thread acceptor;

  private TcpDoor(Entrance entrance, ServerSocket server, Service service) {
    this.entrance = entrance;
    this.server = server;
    this.service = service;
    this.acceptor = Thread.ofVirtual().name("door-" + port()).start(this::accept);
  }

  static Door plain(Entrance entrance, int port, Service service) throws IOException {
    return new TcpDoor(entrance, listen(ServerSocketFactory.getDefault(), port), service);
  }

  static Door secured(int port, Credential credential, Service service) throws IOException {
    var factory = credential.tls().getServerSocketFactory();
    return new TcpDoor(Entrance.TLS, listen(factory, port), service);
  }

  private static ServerSocket listen(ServerSocketFactory factory, int port) throws IOException {
    var server = factory.createServerSocket();
    try {
      server.setReuseAddress(true);
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return server;
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  @Override
  public int port() {
    return server.getLocalPort();
  }

  /** The port is free only once the thread that waits on it has ended. */
  @Override
  public void slam() {
    try {
      server.close();
      acceptor.join();
      for (var socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      log.debug("closing port {}: {}", port(), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sockets.clear();
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        var socket = server.accept();
        sockets.add(socket);
        Thread.startVirtualThread(() -> serve(socket));
      }
    } catch (IOException e) {
      log.debug("port {} is closed: {}", port(), e.getMessage());
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      var wire = new Wire(Line.over(socket), entrance, entrance == Entrance.TELNET);
      service.serve(wire, String.valueOf(socket.getRemoteSocketAddress()));
    } catch (IOException e) {
      log.debug("a connection to port {} ended: {}", port(), e.getMessage());
    } finally {
      sockets.remove(socket);
    }
  }
}
