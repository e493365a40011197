package org.touchpaper.tl1.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Opens the TCP connection to an element. */
final class Dial {

  private Dial() {}

  static Socket connect(Endpoint endpoint, Timing timing) throws IOException {
    var socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(
          new InetSocketAddress(endpoint.host(), endpoint.port()),
          Math.toIntExact(timing.connect().toMillis()));
      refuseSelf(socket);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw new IOException("cannot connect to " + endpoint + ": " + e.getMessage(), e);
    }
  }

  /** TCP lets a socket that dials a free local port meet itself. */
  private static void refuseSelf(Socket socket) throws IOException {
    if (socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress())) {
      throw new IOException("nobody listens there");
    }
  }
}
