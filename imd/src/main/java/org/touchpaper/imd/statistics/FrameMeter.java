package org.touchpaper.imd.statistics;

/**
 * Measures the gaps between frames in constant memory: a histogram with buckets 1 % apart, so that
 * a run of days costs no more than one of seconds. Safe for use by several threads.
 */
public final class FrameMeter {

  private static final double STEP = Math.log(1.01);
  private static final double SMALLEST_NANOS = 1_000;

  /** The last bucket begins at 1000 s. */
  private static final int BUCKETS = (int) (Math.log(1e12 / SMALLEST_NANOS) / STEP) + 2;

  private final long[] buckets = new long[BUCKETS];
  private final int warmUp;
  private long seen;
  private long startedAt;
  private long lastAt;
  private long bytes;
  private long longest;

  /**
   * Counts nothing yet.
   *
   * @param warmUp how many frames are not counted: TCP's window opens while they pass, and data
   *     that waited in buffers arrives all at once
   */
  public FrameMeter(int warmUp) {
    this.warmUp = warmUp;
  }

  /**
   * Counts a frame.
   *
   * @param nanos when the frame was complete, on the clock of {@link System#nanoTime}
   * @param size of the frame in bytes
   */
  public synchronized void frame(long nanos, int size) {
    seen++;
    if (seen <= warmUp) {
      startedAt = nanos;
    } else if (seen == 1) {
      startedAt = nanos;
      bytes = size;
    } else {
      var gap = nanos - lastAt;
      buckets[bucket(gap)]++;
      longest = Math.max(longest, gap);
      bytes += size;
    }
    lastAt = nanos;
  }

  public synchronized FrameStatistics statistics() {
    var frames = Math.max(0, seen - warmUp);
    var gaps = warmUp > 0 ? frames : Math.max(0, frames - 1);
    var seconds = (lastAt - startedAt) * 1e-9;
    return new FrameStatistics(
        frames,
        bytes,
        seconds,
        gaps == 0 ? 0 : seconds * 1e3 / gaps,
        percentileMs(gaps, 0.50),
        percentileMs(gaps, 0.95),
        longest * 1e-6);
  }

  private static int bucket(long nanos) {
    return nanos <= SMALLEST_NANOS
        ? 0
        : Math.min(BUCKETS - 1, 1 + (int) (Math.log(nanos / SMALLEST_NANOS) / STEP));
  }

  /** The middle of the bucket in which the wanted gap lies. */
  private double percentileMs(long gaps, double part) {
    var wanted = (long) Math.ceil(gaps * part);
    var count = 0L;
    for (var i = 0; i < BUCKETS && wanted > 0; i++) {
      count += buckets[i];
      if (count >= wanted) {
        return SMALLEST_NANOS * Math.exp((i - 0.5) * STEP) * 1e-6;
      }
    }
    return 0;
  }
}
