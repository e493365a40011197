package org.touchpaper.imd.relay;

import java.util.Locale;
import org.touchpaper.imd.statistics.FrameStatistics;

/**
 * What one viewer received.
 *
 * @param viewer its address and port
 * @param dropped frames that it was too slow for; 0 while it steers
 * @param refused its attempts to steer while another did
 * @param frames measured when the last byte of a frame is handed to TCP
 */
public record ViewerReport(
    String viewer, boolean steers, long dropped, long refused, FrameStatistics frames) {

  String summary() {
    return String.format(
        Locale.ROOT,
        "%d frames, %.1f a second, t_s %.1f ms, %.1f MB, %d dropped",
        frames.frames(),
        frames.framesPerSecond(),
        frames.meanMs(),
        frames.bytes() * 1e-6,
        dropped);
  }

  /** A line for people. */
  @Override
  public String toString() {
    return "viewer " + viewer + (steers ? " steers: " : " watches: ") + summary();
  }
}
