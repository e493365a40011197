package org.touchpaper.bar.schedule;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Calls that wait for changes of a booking that others make. Nothing depends on them; a call whose
 * wait times out reports the booking as it is.
 */
public class BookingChangeWaiters {

  private static final Duration FIRST_CHECK = Duration.ofMillis(25);
  private static final Duration LONGEST_INTERVAL = Duration.ofMillis(400);

  private final Map<UUID, Set<Waiter>> waiters = new ConcurrentHashMap<>();

  /** Registers a call; no change of the booking is missed until it is closed. */
  public Waiter register(UUID bookingId) {
    var waiter = new Waiter(bookingId);
    waiters.compute(
        bookingId,
        (_, existing) -> {
          var registered = existing == null ? ConcurrentHashMap.<Waiter>newKeySet() : existing;
          registered.add(waiter);
          return registered;
        });
    return waiter;
  }

  /** Wakes the calls that wait for the booking. */
  public void wake(UUID bookingId) {
    waiters.getOrDefault(bookingId, Set.of()).forEach(waiter -> waiter.changes.release());
  }

  /** A waiting call. */
  public final class Waiter implements AutoCloseable {

    private final UUID bookingId;
    private final Semaphore changes = new Semaphore(0);

    private Waiter(UUID booking) {
      this.bookingId = booking;
    }

    /** Waits for a change of the booking; false after the timeout or an interrupt. */
    public boolean awaitChange(Duration patience) {
      try {
        var hasChanged = changes.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        changes.drainPermits();
        return hasChanged;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    /**
     * Checks at once, at each change and at growing intervals, until the check succeeds or the
     * patience is over. An interrupt ends it early.
     */
    public void awaitUntil(BooleanSupplier check, Duration patience) {
      var giveUpAt = System.nanoTime() + patience.toNanos();
      var interval = FIRST_CHECK;
      while (!check.getAsBoolean()
          && System.nanoTime() - giveUpAt < 0
          && !Thread.currentThread().isInterrupted()) {
        awaitChange(interval);
        interval = interval.compareTo(LONGEST_INTERVAL) < 0 ? interval.multipliedBy(2) : interval;
      }
    }

    @Override
    public void close() {
      waiters.computeIfPresent(
          bookingId,
          (_, registered) -> {
            registered.remove(this);
            return registered.isEmpty() ? null : registered;
          });
    }
  }
}
