package org.touchpaper.tl1.transport;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;

/**
 * An open connection that carries what two parties say and nothing else. One thread may read while
 * another writes; closing it ends both.
 */
public interface Line extends Closeable {

  /**
   * Waits for bytes.
   *
   * @param into where to put them
   * @return how many came, or -1 if the other end has closed
   */
  int read(byte[] into) throws IOException;

  /** Sends all of these. Not for use by several threads at once. */
  void write(byte[] bytes) throws IOException;

  /** A socket, plain or with TLS on it. */
  static Line over(Socket socket) throws IOException {
    return new TcpLine(socket);
  }
}
