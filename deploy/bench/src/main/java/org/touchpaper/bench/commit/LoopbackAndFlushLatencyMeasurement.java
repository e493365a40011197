package org.touchpaper.bench.commit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lower bound of latency on this machine: two consecutive flushes (a vote, then its acceptance) and
 * four messages over the loopback (Prepare, vote, accepted, answer).
 */
final class LoopbackAndFlushLatencyMeasurement implements AutoCloseable {
  private final GroupCommitLog log;
  private final ServerSocket server;
  private final Socket client;

  LoopbackAndFlushLatencyMeasurement(Path directory) throws IOException {
    log = new GroupCommitLog(directory.resolve("floor.log"));
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    client = new Socket(server.getInetAddress(), server.getLocalPort());
    client.setTcpNoDelay(true);
    Thread.ofPlatform().daemon().start(this::echo);
  }

  private void echo() {
    try (var connection = server.accept()) {
      connection.setTcpNoDelay(true);
      for (var read = connection.getInputStream().read();
          read >= 0;
          read = connection.getInputStream().read()) {
        connection.getOutputStream().write(read);
      }
    } catch (IOException _) {
      // the other end was closed
    }
  }

  /** Returns the median of the given number of repetitions, in milliseconds. */
  double medianMillis(int times) throws IOException {
    var durations = new ArrayList<Long>();
    for (var i = 0; i < times; i++) {
      var startedAt = System.nanoTime();
      for (var half = 0; half < 2; half++) {
        client.getOutputStream().write(1);
        client.getInputStream().read();
        log.append(List.of("x".repeat(512)));
      }
      durations.add(System.nanoTime() - startedAt);
    }
    durations.sort(Long::compare);
    return durations.get(times / 2) / 1e6;
  }

  @Override
  public void close() throws IOException {
    client.close();
    server.close();
    log.close();
  }
}
