package org.touchpaper.bar.traffic;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * The measured traffic of a lightpath, as counted at the end on this site's campus.
 *
 * @param stepSeconds seconds between two points; a point is the mean of one step
 * @param points oldest first; none where nothing was counted
 */
public record LightpathTraffic(
    UUID connectionId,
    int bandwidthMbps,
    Instant from,
    Instant to,
    long stepSeconds,
    List<Point> points) {

  public LightpathTraffic {
    points = List.copyOf(points);
  }

  private static final double BITS_PER_BYTE_IN_MEGABIT = 8 / 1e6;
  private static final double THOUSANDTHS = 1e3;

  /**
   * The mean rates of one step.
   *
   * @param at its begin
   * @param droppedMbps what exceeded the booked rate, in both directions together
   */
  public record Point(
      Instant at, double toDestinationMbps, double toSourceMbps, double droppedMbps) {}

  /** The answer of a segment; {@code in} is what comes from the host on its campus. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record CampusTraffic(
      Instant from, Instant to, long stepSeconds, List<CampusTraffic.Step> points) {

    record Step(Instant at, long seconds, long bytesIn, long bytesOut, long bytesDropped) {

      private Point toPoint(boolean isAtSource) {
        var fromHost = toMbps(bytesIn);
        var toHost = toMbps(bytesOut);
        return new Point(
            at,
            isAtSource ? fromHost : toHost,
            isAtSource ? toHost : fromHost,
            toMbps(bytesDropped));
      }

      private double toMbps(long bytes) {
        var mbps = bytes * BITS_PER_BYTE_IN_MEGABIT / Math.max(1, seconds);
        return Math.round(mbps * THOUSANDTHS) / THOUSANDTHS;
      }
    }

    /** The traffic of a lightpath whose source or else destination is on the segment's campus. */
    LightpathTraffic of(UUID connectionId, int bandwidthMbps, boolean isAtSource) {
      return new LightpathTraffic(
          connectionId,
          bandwidthMbps,
          from,
          to,
          stepSeconds,
          points.stream().map(point -> point.toPoint(isAtSource)).toList());
    }
  }
}
