package org.touchpaper.segment.soap;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.touchpaper.platform.schedule.NotNow;
import org.touchpaper.segment.connection.SegmentUnreachable;

/**
 * Asks few holders at once, and each of them few times. Whoever finds no place waits for one
 * briefly, for a holder that is well answers in no time; one that lets somebody wait in vain is not
 * waited for again until it has answered. Who got no place is refused; the rows that wanted to ask
 * come again. So holders that hang take few of the threads that bring circuits up and down, and not
 * for long (DESIGN decision 4).
 */
final class FewAtOnce {

  /** Half of the rows that are worked on at once, where nothing else is set. */
  private static final int IN_ALL = 16;

  private static final int OF_EACH = 4;

  /** Some dozens of calls that are answered at once. */
  private static final Duration PATIENCE = Duration.ofMillis(300);

  private final Duration patience;
  private final Places inAll = new Places(IN_ALL);
  private final Map<String, Places> ofEach = new ConcurrentHashMap<>();

  FewAtOnce() {
    this(PATIENCE);
  }

  /** One that waits so long for a place. */
  FewAtOnce(Duration patience) {
    this.patience = patience;
  }

  /**
   * Calls a peer now, or soon, or not at all.
   *
   * @throws SegmentUnreachable if too many calls wait already
   */
  <T> T call(String peer, Supplier<T> call) {
    var ofThis = ofEach.computeIfAbsent(peer, _ -> new Places(OF_EACH));
    return ofThis.within(peer, () -> inAll.within(peer, call));
  }

  private final class Places {
    private final Semaphore free;

    /** Somebody waited in vain, and no call has been answered since. */
    private volatile boolean stuck;

    private Places(int places) {
      this.free = new Semaphore(places, true);
    }

    private <T> T within(String peer, Supplier<T> call) {
      if (!isTaken()) {
        throw new SegmentUnreachable(
            peer + " is not asked now: too many calls wait already",
            new NotNow("no place for another call"));
      }
      try {
        var answer = call.get();
        stuck = false;
        return answer;
      } finally {
        free.release();
      }
    }

    private boolean isTaken() {
      if (free.tryAcquire()) {
        return true;
      }
      if (stuck) {
        return false;
      }
      try {
        stuck = !free.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        return !stuck;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
