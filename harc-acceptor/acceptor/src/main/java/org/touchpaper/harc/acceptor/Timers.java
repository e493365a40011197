package org.touchpaper.harc.acceptor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.TransactionId;

/**
 * When which transaction must be looked at again; each has one alarm, the last that was set. They
 * stand in one queue, of which the first alone is waited for: the thread is the one that votes, and
 * tens of thousands may stand there for hours.
 */
final class Timers implements AutoCloseable {
  /** A clock that somebody sets is looked at again within this time. */
  private static final Duration LONGEST_NAP = Duration.ofSeconds(1);

  private final Clock clock;
  private final Consumer<TransactionId> bell;
  private final ScheduledExecutorService thread;
  private final Map<TransactionId, Alarm> set = new HashMap<>();

  /** The same, who is due first first. */
  private final TreeSet<Alarm> queue = new TreeSet<>(Alarm.FIRST_DUE);

  /**
   * Until the first is due, or for the longest nap, by a clock that nobody sets; null if none is
   * set, or close to it.
   */
  private @Nullable ScheduledFuture<?> nap;

  private long count;

  /** Of those that are due at one time, who was set first rings first. */
  private record Alarm(TransactionId id, Instant at, long number) {
    static final Comparator<Alarm> FIRST_DUE =
        Comparator.comparing(Alarm::at).thenComparingLong(Alarm::number);
  }

  /**
   * None is set.
   *
   * @param thread the one that takes the rounds: an alarm that another thread kept would cost two
   *     hand-overs
   */
  Timers(Clock clock, ScheduledExecutorService thread, Consumer<TransactionId> bell) {
    this.clock = clock;
    this.thread = thread;
    this.bell = bell;
  }

  synchronized void set(TransactionId id, Instant at) {
    cancel(id);
    var alarm = new Alarm(id, at, count++);
    set.put(id, alarm);
    queue.add(alarm);
    // One that is cancelled leaves its nap: it ends soon, and most are.
    var now = clock.instant();
    if (nap == null || isDueWithin(nap.getDelay(TimeUnit.NANOSECONDS), at, now)) {
      napUntilTheFirst(now);
    }
  }

  /** A nap that is over rings at once: who put it off for each that is due would hear nothing. */
  private static boolean isDueWithin(long napNanos, Instant at, Instant now) {
    return napNanos > 0 && at.isBefore(now.plusNanos(napNanos));
  }

  /** Does something about no transaction in particular. */
  void later(Runnable what, long millis) {
    var _ = unless(what, Duration.ofMillis(millis));
  }

  /** As {@link #later}, unless it is cancelled before. */
  Future<?> unless(Runnable what, Duration after) {
    return thread.schedule(what, after.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Nothing needs to be looked at any more. */
  synchronized void cancel(TransactionId id) {
    var alarm = set.remove(id);
    if (alarm != null) {
      queue.remove(alarm);
    }
  }

  private void napUntilTheFirst(Instant now) {
    wakeUp();
    if (!queue.isEmpty()) {
      var left = Duration.between(now, queue.first().at()).toMillis() + 1;
      var millis = Math.clamp(left, 0, LONGEST_NAP.toMillis());
      nap = thread.schedule(this::ring, millis, TimeUnit.MILLISECONDS);
    }
  }

  private void wakeUp() {
    if (nap != null) {
      nap.cancel(false);
      nap = null;
    }
  }

  private void ring() {
    takeDue().forEach(bell);
  }

  /** What is due by our clock, which may have been set meanwhile. */
  private synchronized List<TransactionId> takeDue() {
    var now = clock.instant();
    var due = new ArrayList<TransactionId>();
    while (!queue.isEmpty() && !now.isBefore(queue.first().at())) {
      var alarm = queue.removeFirst();
      set.remove(alarm.id());
      due.add(alarm.id());
    }
    napUntilTheFirst(now);
    return due;
  }

  @Override
  public synchronized void close() {
    set.clear();
    queue.clear();
    wakeUp();
  }
}
