package org.touchpaper.lab.network;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * The ping-pong of the Intel MPI Benchmarks over plain TCP: a message goes to the other side and
 * comes back, and half of that time is the message's.
 */
public final class MessageExchange implements AutoCloseable {

  private static final int PORT = 5004;

  /** What PoS(ESLEA)011 set for MPICH-G2: MPICH_GLOBUS2_TCP_BUFFER_SIZE. */
  public static final int BUFFER_BYTES = 524_288;

  private static final int MAX_EXCHANGES = 5;
  private static final int LIMIT_MS = 120_000;

  private final ServerSocket listener;
  private final Socket near;

  private MessageExchange(ServerSocket listener, Socket near) {
    this.listener = listener;
    this.near = near;
  }

  /**
   * The mean of some exchanges.
   *
   * @param seconds half of the time of an exchange
   * @param bufferBytes what the kernel granted of the buffers that were asked for
   */
  public record ExchangeTime(double seconds, int exchanges, int bufferBytes) {}

  /** Connects both sides. */
  public static MessageExchange open(ClusterViewerNamespacePair place) throws IOException {
    var listener =
        place.atCluster(() -> {
          var socket = new ServerSocket();
          socket.setReceiveBufferSize(BUFFER_BYTES); // before it is bound, for the window's scale
          socket.bind(new InetSocketAddress(PORT));
          return socket;
        });
    try {
      var near =
          place.atViewer(() -> {
            var socket = new Socket();
            prepare(socket);
            socket.connect(new InetSocketAddress(place.clusterAddress(), PORT));
            return socket;
          });
      Thread.ofPlatform().daemon().name("exchange").start(() -> answer(listener));
      return new MessageExchange(listener, near);
    } catch (IOException e) {
      listener.close();
      throw e;
    }
  }

  private static void prepare(Socket socket) throws IOException {
    socket.setReceiveBufferSize(BUFFER_BYTES);
    socket.setSendBufferSize(BUFFER_BYTES);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(LIMIT_MS);
  }

  /** Sends back whatever has arrived as a whole; its length comes first. */
  private static void answer(ServerSocket listener) {
    try (var far = listener.accept()) {
      prepare(far);
      var in = new DataInputStream(far.getInputStream());
      while (true) {
        var message = new byte[in.readInt()];
        in.readFully(message);
        far.getOutputStream().write(message);
      }
    } catch (IOException e) {
      // closed
    }
  }

  /**
   * Exchanges a message once or, if it is quick, several times.
   *
   * @param enough after so long no further exchange begins
   */
  public ExchangeTime measure(int bytes, Duration enough) throws IOException {
    var message = new byte[Integer.BYTES + bytes];
    ByteBuffer.wrap(message).putInt(bytes);
    var in = new DataInputStream(near.getInputStream());
    var begun = System.nanoTime();
    var exchanges = 0;
    do {
      near.getOutputStream().write(message);
      in.readFully(message, Integer.BYTES, bytes);
      exchanges++;
    } while (exchanges < MAX_EXCHANGES && System.nanoTime() - begun < enough.toNanos());
    return new ExchangeTime(
        (System.nanoTime() - begun) * 1e-9 / 2 / exchanges, exchanges, near.getSendBufferSize());
  }

  @Override
  public void close() throws IOException {
    near.close();
    listener.close();
  }
}
