package org.touchpaper.platform;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A bulkhead with a first-in, first-out queue in which each caller may use only a share of the
 * places and of the queue.
 */
public final class FairBulkhead {

  private final int places;
  private final int queuePlaces;
  private final int percentForOne;
  private final Duration patience;
  private final Map<String, Integer> activeByCaller = new HashMap<>();
  private final Queue<Waiter> queue = new ArrayDeque<>();
  private int activeCount;

  /**
   * Creates a bulkhead.
   *
   * @param percentForOne the share of the places, and of the queue, that one caller may use
   * @param patience how long a caller may queue
   */
  public FairBulkhead(int places, int queuePlaces, int percentForOne, Duration patience) {
    this.places = places;
    this.queuePlaces = queuePlaces;
    this.percentForOne = percentForOne;
    this.patience = patience;
  }

  private record Waiter(String caller, CountDownLatch admitted) {}

  /** Returns true if the caller was admitted and must call {@link #leave}. */
  public boolean tryEnter(String caller) {
    return tryEnter(caller, patience);
  }

  /** Like {@link #tryEnter(String)}, with another patience; zero does not queue. */
  public boolean tryEnter(String caller, Duration patience) {
    var waiter = new Waiter(caller, new CountDownLatch(1));
    synchronized (this) {
      if (hasSlotFor(caller)) {
        admit(caller);
        return true;
      }
      if (!patience.isPositive() || !hasQueuePlaceFor(caller)) {
        return false;
      }
      queue.add(waiter);
    }
    return awaitAdmission(waiter, patience);
  }

  private boolean awaitAdmission(Waiter waiter, Duration patience) {
    try {
      if (waiter.admitted().await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        return true;
      }
      return !removeFromQueue(waiter);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !removeFromQueue(waiter);
    }
  }

  /** Returns false if the waiter was admitted at the last moment. */
  private synchronized boolean removeFromQueue(Waiter waiter) {
    return queue.remove(waiter); // no two have the same latch
  }

  /** Gives the caller's place to the next waiter that may have it. */
  public synchronized void leave(String caller) {
    activeCount--;
    activeByCaller.computeIfPresent(caller, (_, count) -> count > 1 ? count - 1 : null);
    for (var waiters = queue.iterator(); waiters.hasNext() && activeCount < places; ) {
      var waiter = waiters.next();
      if (hasSlotFor(waiter.caller())) {
        waiters.remove();
        admit(waiter.caller());
        waiter.admitted().countDown();
      }
    }
  }

  synchronized int waitingCount() {
    return queue.size();
  }

  private void admit(String caller) {
    activeCount++;
    activeByCaller.merge(caller, 1, Integer::sum);
  }

  /** No waiter is overtaken: while a place is free, each waiting caller has used up its share. */
  private boolean hasSlotFor(String caller) {
    return activeCount < places && activeByCaller.getOrDefault(caller, 0) < shareOf(places);
  }

  private boolean hasQueuePlaceFor(String caller) {
    return queue.size() < queuePlaces
        && queue.stream().filter(waiter -> waiter.caller().equals(caller)).count()
            < shareOf(queuePlaces);
  }

  private int shareOf(int all) {
    return Math.max(1, all * percentForOne / 100);
  }
}
