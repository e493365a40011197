package org.touchpaper.elementsession.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;

/** Unencrypted TCP, with or without telnet negotiation. */
record TcpTransport(boolean negotiatesTelnet) implements Transport {

  @Override
  public DuplexStream connect(String host, int port, Duration timeout) throws IOException {
    var stream = DuplexStream.of(connectSocket(host, port, timeout));
    return negotiatesTelnet ? new TelnetStream(stream) : stream;
  }

  @Override
  public String label() {
    return negotiatesTelnet ? "telnet" : "raw";
  }

  static Socket connectSocket(String host, int port, Duration timeout) throws IOException {
    var socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      socket.connect(new InetSocketAddress(host, port), Math.toIntExact(timeout.toMillis()));
      refuseSelfConnection(socket);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** TCP can connect a socket to itself if it connects to a free local port. */
  private static void refuseSelfConnection(Socket socket) throws IOException {
    if (socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress())) {
      throw new IOException("connection refused: no process listens on this port");
    }
  }
}
