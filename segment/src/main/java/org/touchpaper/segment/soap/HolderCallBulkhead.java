package org.touchpaper.segment.soap;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.touchpaper.platform.FairBulkhead;
import org.touchpaper.platform.schedule.TaskPostponedException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/**
 * Limits concurrent calls to holders, in all and for each of them (bulkhead, DESIGN decision 4). A
 * call without a place waits briefly, since a healthy holder answers at once. After a wait in vain,
 * further calls to that holder are rejected immediately until it has answered; rejected tasks are
 * scheduled again. So unresponsive holders occupy few of the threads that set up and take down
 * circuits.
 */
final class HolderCallBulkhead {

  /** Enough for some dozens of calls that are answered at once. */
  private static final Duration MAX_WAIT = Duration.ofMillis(300);

  /** Half of the default number of concurrent tasks. */
  private static final int MAX_CALLS = 16;

  private static final int MAX_PERCENT_FOR_ONE = 25;

  private final Duration maxWait;
  private final FairBulkhead bulkhead;
  private final Set<String> unresponsive = ConcurrentHashMap.newKeySet();

  HolderCallBulkhead() {
    this(MAX_WAIT);
  }

  /**
   * Creates a bulkhead.
   *
   * @param maxWait the longest wait for a place
   */
  HolderCallBulkhead(Duration maxWait) {
    this.maxWait = maxWait;
    this.bulkhead = new FairBulkhead(MAX_CALLS, 10_000, MAX_PERCENT_FOR_ONE, maxWait);
  }

  /**
   * Calls a peer, after a short wait if necessary.
   *
   * @throws SegmentUnreachableException if too many calls are waiting already
   */
  <T> T call(String peer, Supplier<T> call) {
    if (!bulkhead.tryEnter(peer, unresponsive.contains(peer) ? Duration.ZERO : maxWait)) {
      unresponsive.add(peer);
      throw new SegmentUnreachableException(
          "peer " + peer + " not called: too many calls to it are waiting",
          new TaskPostponedException("no place for another call"));
    }
    try {
      var answer = call.get();
      unresponsive.remove(peer);
      return answer;
    } finally {
      bulkhead.leave(peer);
    }
  }
}
