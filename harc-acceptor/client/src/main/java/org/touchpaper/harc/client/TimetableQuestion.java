package org.touchpaper.harc.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Asks a resource manager what is free, and with an amount and a duration, when it could start.
 *
 * @param resource a machine, such as {@code newton}, or two hosts, such as {@code
 *     vis.ucl..newton.manchester}
 * @param from the window's start
 * @param to the window's end
 * @param bandwidthMbps the amount wanted of a path
 * @param nodes the amount wanted of a machine
 * @param duration for how long
 */
public record TimetableQuestion(
    String resource,
    Instant from,
    Instant to,
    @Nullable Integer bandwidthMbps,
    @Nullable Integer nodes,
    @Nullable Duration duration) {

  /** What is free, for display. */
  public static TimetableQuestion free(String resource, Instant from, Instant to) {
    return new TimetableQuestion(resource, from, to, null, null, null);
  }

  /** The question as a URL's query. */
  String query() {
    var query = new StringBuilder();
    add(query, "resource", resource);
    add(query, "from", from);
    add(query, "to", to);
    add(query, "bandwidthMbps", bandwidthMbps);
    add(query, "nodes", nodes);
    add(query, "duration", duration);
    return query.toString();
  }

  private static void add(StringBuilder query, String name, @Nullable Object value) {
    if (value != null) {
      query.append(query.isEmpty() ? "" : "&").append(name).append('=');
      query.append(URLEncoder.encode(value.toString(), StandardCharsets.UTF_8));
    }
  }
}
