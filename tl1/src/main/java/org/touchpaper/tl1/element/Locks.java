package org.touchpaper.tl1.element;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * What a deleted thing was made of stays locked for a while: DRAGON waits for two seconds after a
 * CoreDirector's DLT-CRS, and up to thirty before DLT-VCG. By the element's clock; its user takes
 * the lock.
 */
final class Locks {

  private final Map<String, Instant> until = new HashMap<>();

  void lock(Collection<String> names, Instant released) {
    names.forEach(name -> until.put(name, released));
  }

  boolean isLocked(String name, Instant now) {
    until.values().removeIf(released -> !released.isAfter(now));
    return until.containsKey(name);
  }

  /** A restart forgets them. */
  void forget() {
    until.clear();
  }
}
