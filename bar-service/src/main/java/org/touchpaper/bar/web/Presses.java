package org.touchpaper.bar.web;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.context.annotation.SessionScope;

/**
 * When the forms of a session were first sent, by their keys, and what came of it. A form that is
 * sent again asks for the same as before, "as soon as possible" included.
 */
@Component
@SessionScope
class Presses {

  private static final int KEPT = 100;

  private record Press(Instant at, @Nullable UUID booking) {}

  private final Map<String, Press> presses = new LinkedHashMap<>();

  /** The time of the first press; that is now if there was none. */
  synchronized Instant first(String key, Instant now) {
    if (presses.size() == KEPT && !presses.containsKey(key)) {
      presses.remove(presses.keySet().iterator().next());
    }
    return presses.computeIfAbsent(key, _ -> new Press(now, null)).at();
  }

  synchronized void made(String key, UUID booking) {
    presses.computeIfPresent(key, (_, press) -> new Press(press.at(), booking));
  }

  synchronized Optional<UUID> bookingOf(String key) {
    return Optional.ofNullable(presses.get(key)).map(Press::booking);
  }

  /** Nothing came of it, so a later press is the first one. */
  synchronized void cameToNothing(String key) {
    presses.computeIfPresent(key, (_, press) -> press.booking() == null ? null : press);
  }
}
