package org.touchpaper.segment.soap;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.touchpaper.platform.schedule.TaskPostponedException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/**
 * Limits concurrent calls to holders, in all and for each of them (bulkhead, DESIGN decision 4). A
 * call without a permit waits briefly, since a healthy holder answers at once. After a wait in
 * vain, further calls to that holder are rejected immediately until it has answered; rejected tasks
 * are scheduled again. So unresponsive holders occupy few of the threads that set up and take down
 * circuits.
 */
final class HolderBulkhead {

  /** Half of the default number of concurrent tasks. */
  private static final int MAX_TOTAL = 16;

  private static final int MAX_PER_HOLDER = 4;

  /** Enough for some dozens of calls that are answered at once. */
  private static final Duration MAX_WAIT = Duration.ofMillis(300);

  private final Duration maxWait;
  private final CallLimit total = new CallLimit(MAX_TOTAL);
  private final Map<String, CallLimit> perHolder = new ConcurrentHashMap<>();

  HolderBulkhead() {
    this(MAX_WAIT);
  }

  /**
   * Creates a bulkhead.
   *
   * @param maxWait the longest wait for a permit
   */
  HolderBulkhead(Duration maxWait) {
    this.maxWait = maxWait;
  }

  /**
   * Calls a peer, after a short wait if necessary.
   *
   * @throws SegmentUnreachableException if too many calls are waiting already
   */
  <T> T call(String peer, Supplier<T> call) {
    var permits = perHolder.computeIfAbsent(peer, _ -> new CallLimit(MAX_PER_HOLDER));
    return permits.callWithPermit(peer, () -> total.callWithPermit(peer, call));
  }

  private final class CallLimit {
    private final Semaphore free;

    /** True after a wait in vain, until a call is answered. */
    private volatile boolean unresponsive;

    private CallLimit(int count) {
      this.free = new Semaphore(count, true);
    }

    private <T> T callWithPermit(String peer, Supplier<T> call) {
      if (!tryAcquire()) {
        throw new SegmentUnreachableException(
            "peer " + peer + " not called: too many calls to it are waiting",
            new TaskPostponedException("no permit for another call"));
      }
      try {
        var answer = call.get();
        unresponsive = false;
        return answer;
      } finally {
        free.release();
      }
    }

    private boolean tryAcquire() {
      if (free.tryAcquire()) {
        return true;
      }
      if (unresponsive) {
        return false;
      }
      try {
        unresponsive = !free.tryAcquire(maxWait.toNanos(), TimeUnit.NANOSECONDS);
        return !unresponsive;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
