package org.touchpaper.hlm;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The measured traffic of a lightpath.
 *
 * @param bandwidthMbps the booked rate
 * @param stepSeconds from point to point
 * @param points oldest first; none where nothing was counted
 */
public record TrafficDto(
    String connectionId,
    int bandwidthMbps,
    Instant from,
    Instant to,
    long stepSeconds,
    List<Point> points) {

  public TrafficDto {
    Objects.requireNonNull(connectionId, "connectionId");
    points = NullableLists.orEmpty(points);
  }

  /**
   * The mean rates of one step.
   *
   * @param at its begin
   * @param droppedMbps what exceeded the booked rate, in both directions together
   */
  public record Point(
      Instant at, double toDestinationMbps, double toSourceMbps, double droppedMbps) {}
}
