package org.touchpaper.hlm;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which bookings to list, and in which order; null and empty filters let everything pass.
 *
 * @param states such as {@code COMMITTED}; bookings in any of them
 * @param from bookings that end after this instant
 * @param to bookings that start before this instant
 * @param resource a cluster or a host
 * @param text a part of the description
 * @param sort {@code createdAt} or {@code startTime}, with a minus sign if descending; null for
 *     {@code -createdAt}
 * @param cursor as the previous page names it; null for the first page
 * @param limit the maximum number of bookings, 1 to 1000; null for 100
 * @param count whether to count all that match
 */
public record BookingFilter(
    List<String> states,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable String resource,
    @Nullable String owner,
    @Nullable String text,
    @Nullable String sort,
    @Nullable String cursor,
    @Nullable Integer limit,
    boolean count) {

  /** The newest bookings of all kinds. */
  public static final BookingFilter NONE =
      new BookingFilter(List.of(), null, null, null, null, null, null, null, null, false);

  public BookingFilter {
    states = List.copyOf(states);
  }

  /** Returns the parameters of the request. */
  Map<String, String> parameters() {
    var parameters = new LinkedHashMap<String, String>();
    put(parameters, "state", states.isEmpty() ? null : String.join(",", states));
    put(parameters, "from", from);
    put(parameters, "to", to);
    put(parameters, "resource", resource);
    put(parameters, "owner", owner);
    put(parameters, "text", text);
    put(parameters, "sort", sort);
    put(parameters, "cursor", cursor);
    put(parameters, "limit", limit);
    put(parameters, "count", count ? "true" : null);
    return parameters;
  }

  private static void put(Map<String, String> parameters, String name, @Nullable Object value) {
    if (value != null) {
      parameters.put(name, value.toString());
    }
  }
}
