package org.touchpaper.bar.coallocation.service;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;
import org.touchpaper.bar.coallocation.transaction.CoAllocationChanged;

/**
 * Calls that wait for a booking that the poller advances. Nothing depends on them; a call whose
 * wait times out reports the booking as undecided.
 */
@Component
public class OutcomeWaiters {

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

  @TransactionalEventListener(fallbackExecution = true)
  void onCoAllocationChanged(CoAllocationChanged event) {
    waiters.getOrDefault(event.id(), Set.of()).forEach(waiter -> waiter.changes.release());
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
