package org.touchpaper.bar.resource;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Schedule;

/**
 * When several resources are free, and, if a duration is given, when all of an amount is.
 *
 * @param resources their names, each once: a host, a cluster, a link, two hosts as {@code a/b}, or
 *     a unit as {@code store/tape}
 * @param window the period to report
 * @param bandwidthMbps what is needed of each host, link and lightpath
 * @param nodes what is needed of each cluster
 * @param amount what is needed of each unit of a facility
 * @param duration the length of a slot; null if no windows are asked for
 * @param limit the maximum number of windows
 */
public record AvailabilityRequest(
    List<String> resources,
    Schedule window,
    @Nullable Integer bandwidthMbps,
    @Nullable Integer nodes,
    @Nullable Integer amount,
    @Nullable Duration duration,
    int limit) {

  public AvailabilityRequest {
    resources = List.copyOf(resources);
  }

  @Nullable Integer amountOf(ResourceKind kind) {
    return switch (kind) {
      case CLUSTER -> nodes;
      case HOST, LINK, LIGHTPATH -> bandwidthMbps;
      case UNITS -> amount;
    };
  }
}
