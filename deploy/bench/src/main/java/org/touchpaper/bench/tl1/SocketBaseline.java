package org.touchpaper.bench.tl1;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/**
 * Baseline for a session: exchanges of the same size over a bare socket, with as many outstanding
 * as in a session, to a peer that does not interpret them.
 */
final class SocketBaseline {

  private static final int COMMAND_BYTES = 40;
  private static final int ANSWER_BYTES = 110;

  private SocketBaseline() {}

  static double measure(double seconds) throws IOException, InterruptedException {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var peer = Thread.startVirtualThread(() -> answer(server));
      try (var socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
        socket.setTcpNoDelay(true);
        rate(socket, seconds);
        return rate(socket, seconds);
      } finally {
        peer.join();
      }
    }
  }

  private static double rate(Socket socket, double seconds) throws IOException {
    var out = socket.getOutputStream();
    var in = socket.getInputStream();
    var command = new byte[COMMAND_BYTES];
    var startedAt = System.nanoTime();
    var deadline = startedAt + Duration.ofMillis((long) (seconds * 1_000)).toNanos();
    var exchanges = 0L;
    while (System.nanoTime() < deadline) {
      for (var i = 0; i < SessionBenchmark.MAX_OUTSTANDING; i++) {
        out.write(command);
      }
      if (in.readNBytes(SessionBenchmark.MAX_OUTSTANDING * ANSWER_BYTES).length < ANSWER_BYTES) {
        throw new EOFException("the peer closed the connection");
      }
      exchanges += SessionBenchmark.MAX_OUTSTANDING;
    }
    return exchanges * 1e9 / (System.nanoTime() - startedAt);
  }

  /** Answers until the other end closes. */
  private static void answer(ServerSocket server) {
    try (var socket = server.accept()) {
      socket.setTcpNoDelay(true);
      var in = socket.getInputStream();
      var out = socket.getOutputStream();
      var answer = new byte[ANSWER_BYTES];
      while (in.readNBytes(COMMAND_BYTES).length == COMMAND_BYTES) {
        out.write(answer);
      }
    } catch (IOException e) {
      throw new IllegalStateException("the bare socket failed", e);
    }
  }
}
