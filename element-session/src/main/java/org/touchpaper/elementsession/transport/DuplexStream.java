package org.touchpaper.elementsession.transport;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
  static DuplexStream of(Socket socket) throws IOException {
    return of(socket.getInputStream(), socket.getOutputStream(), socket);
  }

  /** A stream on two byte streams; closing closes the third. */
  static DuplexStream of(InputStream in, OutputStream out, Closeable closeable) {
    return new StreamPair(in, out, closeable);
  }

  record StreamPair(InputStream in, OutputStream out, Closeable closeable) implements DuplexStream {

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
      closeable.close();
    }
  }
}
