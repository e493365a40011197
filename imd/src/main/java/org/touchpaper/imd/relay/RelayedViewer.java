package org.touchpaper.imd.relay;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.touchpaper.imd.connection.ImdConnection;
import org.touchpaper.imd.statistics.FrameMeter;

/** One viewer at the relay: a short queue of frames, and a thread that writes them. */
final class RelayedViewer {

  /** One frame is being written, one is ready. More would show a slow viewer the past. */
  private static final int READY_FRAMES = 1;

  private static final byte[] END = {};

  private final String name;
  private final ImdConnection connection;
  private final ArrayBlockingQueue<byte[]> ready = new ArrayBlockingQueue<>(READY_FRAMES);
  private final FrameMeter meter = new FrameMeter(0);
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();

  /** On the clock of System.nanoTime; 0 while nothing is being written. */
  private final AtomicLong writingSince = new AtomicLong();

  private volatile boolean steers;
  private volatile boolean over;
  private volatile int everySteps = 1;
  private long steps;

  RelayedViewer(ImdConnection connection) {
    this.name = connection.peer();
    this.connection = connection;
  }

  String name() {
    return name;
  }

  void steers(boolean now) {
    steers = now;
  }

  void thin(int to) {
    everySteps = to;
  }

  void refuse() {
    refused.incrementAndGet();
  }

  boolean hasBeenRefusedOnce() {
    return refused.get() == 1;
  }

  /**
   * Called by the engine's thread only. Waits for the viewer that steers; for others the oldest
   * frame goes.
   */
  void offer(byte[] frame) throws InterruptedException {
    if (steps++ % everySteps != 0) {
      return;
    }
    while (!over
        && !(steers ? ready.offer(frame, 100, TimeUnit.MILLISECONDS) : ready.offer(frame))) {
      if (!steers && ready.poll() != null) {
        dropped.incrementAndGet();
      }
    }
  }

  /** Writes frames until the viewer is finished or gone. */
  void writeFrames() throws InterruptedException, IOException {
    while (!over) {
      var frame = ready.take();
      if (over) {
        break;
      }
      writingSince.set(System.nanoTime());
      connection.write(frame);
      writingSince.set(0);
      meter.frame(System.nanoTime(), frame.length);
    }
    connection.finishWriting();
  }

  boolean isStalled(Duration limit) {
    var since = writingSince.get();
    return since != 0 && System.nanoTime() - since > limit.toNanos();
  }

  /** The frame under way is completed, and no other begun: the viewer reads up to the end. */
  void finish() {
    over = true;
    ready.clear();
    boolean _ = ready.offer(END);
  }

  void close() {
    finish();
    try {
      connection.close();
    } catch (IOException e) {
      // it is gone, as was wanted
    }
  }

  ImdConnection connection() {
    return connection;
  }

  ViewerReport report() {
    return new ViewerReport(name, steers, dropped.get(), refused.get(), meter.statistics());
  }
}
