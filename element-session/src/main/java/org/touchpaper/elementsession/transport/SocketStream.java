package org.touchpaper.elementsession.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;

/** A stream on a socket, with or without TLS. */
final class SocketStream implements DuplexStream {

  private final Socket rawSocket;
  private final InputStream in;
  private final OutputStream out;

  SocketStream(Socket socket) throws IOException {
    this(socket, socket);
  }

  /** Closing closes the raw socket, because closing TLS would wait for a blocked writer. */
  SocketStream(Socket socket, Socket rawSocket) throws IOException {
    this.rawSocket = rawSocket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  static DuplexStream open(String host, int port, Duration timeout) throws IOException {
    return new SocketStream(connectSocket(host, port, timeout));
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

  @Override
  public int read(byte[] buffer) throws IOException {
    return in.read(buffer);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    rawSocket.close();
  }
}
