package org.touchpaper.hlm;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When resources are free, and, with a duration, when all of what is needed is.
 *
 * @param resources at most 20: clusters, hosts, links, two hosts as {@code a/b}, or units as {@code
 *     store/tape}
 * @param from the start of the period; null means the present
 * @param to its end; null for a day after the start
 * @param bandwidthMbps what is needed of each lightpath, host and link
 * @param nodes what is needed of each cluster
 * @param amount what is needed of each unit of a store or an instrument
 * @param duration for how long; null if no windows are wanted
 * @param limit the maximum number of windows; null for 100
 */
public record TimetableQuery(
    List<String> resources,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable Integer bandwidthMbps,
    @Nullable Integer nodes,
    @Nullable Integer amount,
    @Nullable Duration duration,
    @Nullable Integer limit) {

  public TimetableQuery {
    resources = List.copyOf(resources);
  }

  /** The free capacity alone. */
  public TimetableQuery(List<String> resources, @Nullable Instant from, @Nullable Instant to) {
    this(resources, from, to, null, null, null, null, null);
  }

  /** Returns the parameters of the request. */
  Map<String, String> parameters() {
    var parameters = new LinkedHashMap<String, String>();
    parameters.put("resource", String.join(",", resources));
    put(parameters, "from", from);
    put(parameters, "to", to);
    put(parameters, "bandwidthMbps", bandwidthMbps);
    put(parameters, "nodes", nodes);
    put(parameters, "amount", amount);
    put(parameters, "duration", duration);
    put(parameters, "limit", limit);
    return parameters;
  }

  private static void put(Map<String, String> parameters, String name, @Nullable Object value) {
    if (value != null) {
      parameters.put(name, value.toString());
    }
  }
}
