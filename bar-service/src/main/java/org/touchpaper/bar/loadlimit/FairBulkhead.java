package org.touchpaper.bar.loadlimit;

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

  private final ConcurrencyLimits.Limit limit;
  private final Map<String, Integer> activeByCaller = new HashMap<>();
  private final Queue<Waiter> queue = new ArrayDeque<>();
  private int activeCount;

  FairBulkhead(ConcurrencyLimits.Limit limit) {
    this.limit = limit;
  }

  private record Waiter(String caller, CountDownLatch admitted) {}

  /** Returns true if the caller was admitted and must call {@link #leave}. */
  public boolean tryEnter(String caller) {
    var waiter = new Waiter(caller, new CountDownLatch(1));
    synchronized (this) {
      if (hasSlotFor(caller)) {
        admit(caller);
        return true;
      }
      if (!hasQueuePlaceFor(caller)) {
        return false;
      }
      queue.add(waiter);
    }
    return awaitAdmission(waiter);
  }

  private boolean awaitAdmission(Waiter waiter) {
    try {
      if (waiter.admitted().await(limit.patience().toNanos(), TimeUnit.NANOSECONDS)) {
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

  public synchronized void leave(String caller) {
    activeCount--;
    activeByCaller.computeIfPresent(caller, (_, count) -> count > 1 ? count - 1 : null);
    for (var waiters = queue.iterator(); waiters.hasNext() && activeCount < limit.atOnce(); ) {
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
    return activeCount < limit.atOnce()
        && activeByCaller.getOrDefault(caller, 0) < limit.shareOf(limit.atOnce());
  }

  private boolean hasQueuePlaceFor(String caller) {
    return queue.size() < limit.waiting()
        && queue.stream().filter(waiter -> waiter.caller().equals(caller)).count()
            < limit.shareOf(limit.waiting());
  }
}
