package org.touchpaper.bar.admission;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets so many in at once, has so many wait for a while in the order they came, and turns the
 * others away. Nobody takes all places or benches: whoever has had a share waits for an own place.
 */
final class Gate {

  private final Admission.Limit limit;
  private final Map<String, Integer> inside = new HashMap<>();
  private final Queue<Waiting> benches = new ArrayDeque<>();
  private int taken;

  Gate(Admission.Limit limit) {
    this.limit = limit;
  }

  private record Waiting(String caller, CountDownLatch called) {}

  /** True if the caller is in, and must {@link #leave}. */
  boolean enter(String caller) {
    var waiting = new Waiting(caller, new CountDownLatch(1));
    synchronized (this) {
      if (hasPlaceFor(caller)) {
        take(caller);
        return true;
      }
      if (!hasBenchFor(caller)) {
        return false;
      }
      benches.add(waiting);
    }
    return isCalled(waiting);
  }

  private boolean isCalled(Waiting waiting) {
    try {
      if (waiting.called().await(limit.patience().toNanos(), TimeUnit.NANOSECONDS)) {
        return true;
      }
      return !gaveUp(waiting);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !gaveUp(waiting);
    }
  }

  /** False if it was called at the last moment. */
  private synchronized boolean gaveUp(Waiting waiting) {
    return benches.remove(waiting); // no two have the same latch
  }

  synchronized void leave(String caller) {
    taken--;
    inside.computeIfPresent(caller, (_, places) -> places > 1 ? places - 1 : null);
    for (var all = benches.iterator(); all.hasNext() && taken < limit.atOnce(); ) {
      var next = all.next();
      if (hasPlaceFor(next.caller())) {
        all.remove();
        take(next.caller());
        next.called().countDown();
      }
    }
  }

  /** How many wait. */
  synchronized int waiting() {
    return benches.size();
  }

  private void take(String caller) {
    taken++;
    inside.merge(caller, 1, Integer::sum);
  }

  /** Nobody is overtaken: with a place free, all who wait have their share inside. */
  private boolean hasPlaceFor(String caller) {
    return taken < limit.atOnce() && inside.getOrDefault(caller, 0) < limit.forOne(limit.atOnce());
  }

  private boolean hasBenchFor(String caller) {
    return benches.size() < limit.waiting()
        && benches.stream().filter(each -> each.caller().equals(caller)).count()
            < limit.forOne(limit.waiting());
  }
}
