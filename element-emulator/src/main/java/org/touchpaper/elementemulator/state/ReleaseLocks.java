package org.touchpaper.elementemulator.state;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Locks on the resources of deleted entities, which real elements release late: DRAGON waits two
 * seconds after a CoreDirector's DLT-CRS, and up to thirty before DLT-VCG. By the element's clock;
 * callers hold the lock.
 */
final class ReleaseLocks {

  private final Map<String, Instant> lockedUntil = new HashMap<>();

  void lock(Collection<String> names, Instant released) {
    names.forEach(name -> lockedUntil.put(name, released));
  }

  boolean isLocked(String name, Instant now) {
    lockedUntil.values().removeIf(released -> !released.isAfter(now));
    return lockedUntil.containsKey(name);
  }

  /** Removes all locks, as a restart does. */
  void clear() {
    lockedUntil.clear();
  }
}
