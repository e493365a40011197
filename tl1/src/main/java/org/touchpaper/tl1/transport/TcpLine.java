package org.touchpaper.tl1.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;

/** A socket, plain or with TLS on it. */
final class TcpLine implements Line {

  private final Socket below;
  private final InputStream in;
  private final OutputStream out;

  TcpLine(Socket socket) throws IOException {
    this(socket, socket);
  }

  /** What is closed is the socket below: TLS would say goodbye, once whoever writes has written. */
  TcpLine(Socket socket, Socket below) throws IOException {
    this.below = below;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  static Line dial(String host, int port, Duration within) throws IOException {
    return new TcpLine(connect(host, port, within));
  }

  static Socket connect(String host, int port, Duration within) throws IOException {
    var socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      socket.connect(new InetSocketAddress(host, port), Math.toIntExact(within.toMillis()));
      refuseSelf(socket);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** TCP lets a socket that dials a free local port meet itself. */
  private static void refuseSelf(Socket socket) throws IOException {
    if (socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress())) {
      throw new IOException("nobody listens there");
    }
  }

  @Override
  public int read(byte[] into) throws IOException {
    return in.read(into);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    below.close();
  }
}
