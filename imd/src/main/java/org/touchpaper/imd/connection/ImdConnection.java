package org.touchpaper.imd.connection;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.touchpaper.imd.message.ImdCodec;
import org.touchpaper.imd.message.ImdHeader;
import org.touchpaper.imd.message.ImdMessage;

/** IMD messages over one TCP connection. One thread reads; several may write. */
public final class ImdConnection implements AutoCloseable {

  /** An engine answers DISCONNECT by closing, but a frame may be under way on a slow path. */
  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(10);

  private final Socket socket;
  private final InputStream in;
  private volatile ByteOrder order = ByteOrder.nativeOrder();

  public ImdConnection(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream(), 65_536);
  }

  /**
   * Connects, and tries again while nobody listens: an engine listens only when it is ready.
   *
   * @param patience how long to try
   */
  public static ImdConnection open(InetSocketAddress address, Duration patience)
      throws IOException {
    var deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      var socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(address.getHostString(), address.getPort()), 5_000);
        return new ImdConnection(socket);
      } catch (IOException e) {
        socket.close();
        if (System.nanoTime() > deadline) {
          throw new IOException(
              "no IMD engine at "
                  + address.getHostString()
                  + ":"
                  + address.getPort()
                  + ": "
                  + e.getMessage(),
              e);
        }
        pause();
      }
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for an engine", e);
    }
  }

  /** The engine's first messages. From here on bodies are in its byte order. */
  public ImdSessionParameters readSession(Duration limit) throws IOException {
    socket.setSoTimeout((int) limit.toMillis());
    if (!(read() instanceof ImdMessage.Handshake(var version, var engineOrder))) {
      throw new IOException("the peer is no IMD engine: its first message is no handshake");
    }
    order = engineOrder;
    var info = ImdMessage.SessionInfo.VERSION_2;
    if (version == 3) {
      if (!(read() instanceof ImdMessage.SessionInfo sent)) {
        throw new IOException("the engine's handshake of version 3 is followed by no SESSIONINFO");
      }
      info = sent;
    }
    socket.setSoTimeout(0);
    return new ImdSessionParameters(version, engineOrder, info);
  }

  /** The next message, or null after the last. */
  public @Nullable ImdMessage read() throws IOException {
    var header = readHeader();
    return header == null ? null : readBodyOf(header);
  }

  /** Null after the last message. */
  public @Nullable ImdHeader readHeader() throws IOException {
    var bytes = in.readNBytes(ImdHeader.BYTES);
    if (bytes.length == 0) {
      return null;
    }
    if (bytes.length < ImdHeader.BYTES) {
      throw new EOFException("the connection ended within a header");
    }
    return ImdHeader.decode(ByteBuffer.wrap(bytes));
  }

  public ImdMessage readBodyOf(ImdHeader header) throws IOException {
    var body = new byte[header.bodyBytes()];
    readFully(body, 0, body.length);
    return ImdCodec.decode(header, ByteBuffer.wrap(body), order);
  }

  public void readFully(byte[] into, int offset, int length) throws IOException {
    if (in.readNBytes(into, offset, length) < length) {
      throw new EOFException("the connection ended within a message");
    }
  }

  public void write(ImdMessage message) throws IOException {
    write(ImdCodec.encode(message, order));
  }

  /** Whole messages only. */
  public synchronized void write(byte[] messages) throws IOException {
    socket.getOutputStream().write(messages);
  }

  /** Zero for no limit. */
  public void limitReads(Duration limit) throws IOException {
    socket.setSoTimeout((int) limit.toMillis());
  }

  /** No more is written; the peer reads what is under way, and then the end. */
  public void finishWriting() throws IOException {
    socket.shutdownOutput();
  }

  /**
   * Ends the session as an engine expects it: DISCONNECT, then reading until the engine has closed.
   * An engine that writes a frame into a closed socket ends its run (LAMMPS) or is killed by
   * SIGPIPE (GROMACS).
   */
  public void disconnect() {
    try (socket) {
      write(new ImdMessage.Disconnect());
      socket.setSoTimeout((int) DRAIN_LIMIT.toMillis());
      in.transferTo(OutputStream.nullOutputStream());
    } catch (SocketTimeoutException e) {
      // the engine neither sends nor closes; nothing more can be done for it
    } catch (IOException e) {
      // it is gone already
    }
  }

  public String peer() {
    var address = (InetSocketAddress) socket.getRemoteSocketAddress();
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  /** At once, without a word. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
