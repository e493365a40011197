package org.touchpaper.harc.rm.booking;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Locks that serialise the work on a booking, so that what is read from the backend does not change
 * before it is acted on. Bookings may share a lock, and its owner may be waiting for a silent
 * backend; others therefore wait for a short time only.
 */
public final class BookingLocks {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

  private final Duration timeout;
  private final List<ReentrantLock> locks = Stream.generate(ReentrantLock::new).limit(64).toList();

  public BookingLocks() {
    this(DEFAULT_TIMEOUT);
  }

  /** With another timeout. */
  public BookingLocks(Duration timeout) {
    this.timeout = timeout;
  }

  /** Runs the task under the booking's lock; empty, without running it, if the lock stays taken. */
  public <T> Optional<T> runExclusively(String bookingId, Supplier<T> task) {
    var lock = locks.get(Math.floorMod(bookingId.hashCode(), locks.size()));
    if (!tryLock(lock)) {
      return Optional.empty();
    }
    try {
      return Optional.of(task.get());
    } finally {
      lock.unlock();
    }
  }

  private boolean tryLock(ReentrantLock lock) {
    try {
      return lock.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
