package org.touchpaper.elementsession.transport;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;

/** A bidirectional byte stream. One thread may read while another writes; closing ends both. */
public interface DuplexStream extends Closeable {

  /**
   * Waits for bytes.
   *
   * @param buffer receives the bytes
   * @return the number of bytes read, or -1 if the peer closed the stream
   */
  int read(byte[] buffer) throws IOException;

  /** Writes all bytes. Not thread-safe. */
  void write(byte[] bytes) throws IOException;

  /** A stream on a connected socket, with or without TLS. */
  static DuplexStream ofSocket(Socket socket) throws IOException {
    return new SocketStream(socket);
  }
}
