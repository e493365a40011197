package org.touchpaper.hlm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events to follow.
 *
 * @param bookingId the only booking; null for all that the user may see
 * @param types such as {@code committed}; empty for all
 */
public record EventStreamFilter(@Nullable String bookingId, List<String> types) {

  /** All that the user may see. */
  public static final EventStreamFilter ALL = new EventStreamFilter(null, List.of());

  public EventStreamFilter {
    types = List.copyOf(types);
  }

  Map<String, String> parameters() {
    var parameters = new LinkedHashMap<String, String>();
    if (bookingId != null) {
      parameters.put("bookingId", bookingId);
    }
    if (!types.isEmpty()) {
      parameters.put("type", String.join(",", types));
    }
    return parameters;
  }
}
