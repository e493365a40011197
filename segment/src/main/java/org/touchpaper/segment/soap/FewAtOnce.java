package org.touchpaper.segment.soap;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.touchpaper.segment.connection.SegmentUnreachable;

/**
 * Waits for few holders at once, and for each of them few times. Who hears too many already is not
 * asked now; the rows that wanted to ask come again. So holders that hang never take the threads
 * that bring circuits up and down (DESIGN decision 4).
 */
final class FewAtOnce {

  /** Half of the scheduler's threads. */
  private static final int IN_ALL = 16;

  private static final int OF_EACH = 4;

  private final Semaphore inAll = new Semaphore(IN_ALL);
  private final Map<String, Semaphore> ofEach = new ConcurrentHashMap<>();

  /**
   * Calls a peer now or not at all.
   *
   * @throws SegmentUnreachable if too many calls wait already
   */
  <T> T call(String peer, Supplier<T> call) {
    var ofThis = ofEach.computeIfAbsent(peer, _ -> new Semaphore(OF_EACH));
    return within(ofThis, peer, () -> within(inAll, peer, call));
  }

  private static <T> T within(Semaphore permits, String peer, Supplier<T> call) {
    if (!permits.tryAcquire()) {
      throw new SegmentUnreachable(peer + " is not asked now: too many calls wait already", null);
    }
    try {
      return call.get();
    } finally {
      permits.release();
    }
  }
}
