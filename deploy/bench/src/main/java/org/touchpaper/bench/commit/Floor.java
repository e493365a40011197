package org.touchpaper.bench.commit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What nobody can be faster than here: two flushes one after the other (a vote, then the acceptance
 * of it) and four messages over the loopback (Prepare, vote, accepted, answer).
 */
final class Floor implements AutoCloseable {
  private final FlushedLog log;
  private final ServerSocket listening;
  private final Socket near;

  Floor(Path directory) throws IOException {
    log = new FlushedLog(directory.resolve("floor.log"));
    listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    near = new Socket(listening.getInetAddress(), listening.getLocalPort());
    near.setTcpNoDelay(true);
    Thread.ofPlatform().daemon().start(this::echo);
  }

  private void echo() {
    try (var far = listening.accept()) {
      far.setTcpNoDelay(true);
      for (var read = far.getInputStream().read(); read >= 0; read = far.getInputStream().read()) {
        far.getOutputStream().write(read);
      }
    } catch (IOException _) {
      // the other end was closed
    }
  }

  /** The median of so many, in milliseconds. */
  double millis(int times) throws IOException {
    var taken = new ArrayList<Long>();
    for (var i = 0; i < times; i++) {
      var begun = System.nanoTime();
      for (var half = 0; half < 2; half++) {
        near.getOutputStream().write(1);
        near.getInputStream().read();
        log.append(List.of("x".repeat(512)));
      }
      taken.add(System.nanoTime() - begun);
    }
    taken.sort(Long::compare);
    return taken.get(times / 2) / 1e6;
  }

  @Override
  public void close() throws IOException {
    near.close();
    listening.close();
    log.close();
  }
}
