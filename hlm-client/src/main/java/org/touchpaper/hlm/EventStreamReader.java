package org.touchpaper.hlm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Reads server-sent events (WHATWG HTML, section 9.2.6) of one connection. */
final class EventStreamReader implements AutoCloseable {

  private final InputStream body;
  private final BufferedReader lines;
  private final Semaphore received = new Semaphore(0);
  private final Thread silenceTimer;

  /**
   * Reads a response's body.
   *
   * @param longestSilence after which the connection is closed; the BAR's heartbeats come every 15
   *     s
   */
  EventStreamReader(InputStream body, Duration longestSilence) {
    this.body = body;
    this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    this.silenceTimer = Thread.startVirtualThread(() -> closeWhenSilent(longestSilence));
  }

  /** A block of the stream; a heartbeat has no data. */
  record Block(Optional<String> id, Optional<String> data) {}

  /** Returns the next block; empty at the end of the stream. */
  Optional<Block> next() throws IOException {
    Optional<String> id = Optional.empty();
    Optional<String> data = Optional.empty();
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      received.release();
      if (line.isEmpty()) {
        return Optional.of(new Block(id, data));
      } else if (line.startsWith("id:")) {
        id = Optional.of(line.substring(3).strip());
      } else if (line.startsWith("data:")) {
        data = Optional.of(line.substring(5).strip());
      }
    }
    return Optional.empty();
  }

  /** A broken connection may never say so. */
  private void closeWhenSilent(Duration longestSilence) {
    try {
      while (received.tryAcquire(longestSilence.toNanos(), TimeUnit.NANOSECONDS)) {
        received.drainPermits();
      }
      body.close();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (IOException _) {
      // closed already
    }
  }

  @Override
  public void close() throws IOException {
    silenceTimer.interrupt();
    body.close();
  }
}
