package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * The calls that wait for bookings which the rounds look after. Nothing hangs on them: what they
 * wait for happens without them, and who has waited long enough is told that it is undecided.
 */
final class Callers {

  private final Map<UUID, Set<Call>> waiting = new ConcurrentHashMap<>();

  /** From here on nothing that happens to the booking is missed, until the call is closed. */
  Call waitFor(UUID booking) {
    var call = new Call(booking);
    waiting.compute(
        booking,
        (_, calls) -> {
          var all = calls == null ? ConcurrentHashMap.<Call>newKeySet() : calls;
          all.add(call);
          return all;
        });
    return call;
  }

  /** Told once it is durable. */
  @TransactionalEventListener(fallbackExecution = true)
  void heed(BookingChanged change) {
    waiting.getOrDefault(change.id(), Set.of()).forEach(call -> call.news.release());
  }

  /** One call that waits. */
  final class Call implements AutoCloseable {

    private final UUID booking;
    private final Semaphore news = new Semaphore(0);

    private Call(UUID booking) {
      this.booking = booking;
    }

    /** Waits until the booking has changed; false if patience, or the service, ended before. */
    boolean hasNews(Duration patience) {
      try {
        var heard = news.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        news.drainPermits();
        return heard;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    @Override
    public void close() {
      waiting.computeIfPresent(
          booking,
          (_, calls) -> {
            calls.remove(this);
            return calls.isEmpty() ? null : calls;
          });
    }
  }
}
