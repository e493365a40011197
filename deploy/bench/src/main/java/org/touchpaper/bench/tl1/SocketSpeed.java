package org.touchpaper.bench.tl1;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/**
 * The floor under a session: as many bytes as a command and its answer, over a bare socket to a
 * peer that reads nothing into them, as many at a time as a session has outstanding.
 */
final class SocketSpeed {

  private static final int COMMAND = 40;
  private static final int ANSWER = 110;

  private SocketSpeed() {}

  /** Exchanges a second. */
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
    var command = new byte[COMMAND];
    var begun = System.nanoTime();
    var end = begun + Duration.ofMillis((long) (seconds * 1_000)).toNanos();
    var exchanges = 0L;
    while (System.nanoTime() < end) {
      for (var i = 0; i < SessionSpeed.OUTSTANDING; i++) {
        out.write(command);
      }
      if (in.readNBytes(SessionSpeed.OUTSTANDING * ANSWER).length < ANSWER) {
        throw new EOFException("the peer is gone");
      }
      exchanges += SessionSpeed.OUTSTANDING;
    }
    return exchanges * 1e9 / (System.nanoTime() - begun);
  }

  /** Until the other end closes. */
  private static void answer(ServerSocket server) {
    try (var socket = server.accept()) {
      socket.setTcpNoDelay(true);
      var in = socket.getInputStream();
      var out = socket.getOutputStream();
      var answer = new byte[ANSWER];
      while (in.readNBytes(COMMAND).length == COMMAND) {
        out.write(answer);
      }
    } catch (IOException e) {
      throw new IllegalStateException("the bare socket broke", e);
    }
  }
}
