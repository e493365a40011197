package org.touchpaper.elementemulator.listener;

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
import org.touchpaper.elementemulator.config.TransportProtocol;
import org.touchpaper.elementsession.transport.DuplexStream;

/** Accepts TCP connections, with or without TLS. */
final class TcpListener implements ElementListener {

  private static final Logger log = LoggerFactory.getLogger(TcpListener.class);

  private final TransportProtocol protocol;
  private final ServerSocket server;
  private final ConnectionCallback callback;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Thread acceptThread;

  private TcpListener(
      TransportProtocol protocol, ServerSocket server, ConnectionCallback callback) {
    this.protocol = protocol;
    this.server = server;
    this.callback = callback;
    this.acceptThread = Thread.ofVirtual().name("accept-" + port()).start(this::accept);
  }

  static ElementListener listen(
      TransportProtocol protocol,
      ServerSocketFactory factory,
      int port,
      ConnectionCallback callback)
      throws IOException {
    var server = factory.createServerSocket();
    try {
      server.setReuseAddress(true);
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return new TcpListener(protocol, server, callback);
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  @Override
  public int port() {
    return server.getLocalPort();
  }

  /** The port is free only once the accepting thread has ended. */
  @Override
  public void shutDown() {
    try {
      server.close();
      acceptThread.join();
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
      var connection =
          new ClientConnection(
              DuplexStream.of(socket), protocol, protocol == TransportProtocol.TELNET);
      callback.onConnection(connection, String.valueOf(socket.getRemoteSocketAddress()));
    } catch (IOException e) {
      log.debug("a connection to port {} ended: {}", port(), e.getMessage());
    } finally {
      sockets.remove(socket);
    }
  }
}
