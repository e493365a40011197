package org.touchpaper.imd.statistics;

/**
 * How a stream of frames arrived.
 *
 * @param frames that were counted, without those of the warm-up
 * @param bytes of these frames, with their headers
 * @param seconds from the end of the warm-up to the last frame
 * @param meanMs t_s: the mean time from one frame to the next, in milliseconds; 0 without two
 *     frames
 * @param p50Ms its median, exact to 1 %
 * @param p95Ms its 95th percentile, exact to 1 %
 * @param maxMs the longest gap
 */
public record FrameStatistics(
    long frames,
    long bytes,
    double seconds,
    double meanMs,
    double p50Ms,
    double p95Ms,
    double maxMs) {

  public double framesPerSecond() {
    return seconds > 0 ? frames / seconds : 0;
  }

  /** With the headers of IMD, without those of TCP. */
  public double megabitsPerSecond() {
    return seconds > 0 ? bytes * 8e-6 / seconds : 0;
  }
}
