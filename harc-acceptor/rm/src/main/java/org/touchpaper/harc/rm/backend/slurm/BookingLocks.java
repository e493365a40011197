package org.touchpaper.harc.rm.backend.slurm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Locks that serialise the work on a booking, so that what is read from Slurm does not change
 * before it is acted on. Bookings may share a lock, and its owner may be waiting for a silent
 * Slurm; others therefore wait for a short time only.
 */
final class BookingLocks {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

  private final Duration timeout;
  private final List<ReentrantLock> locks = Stream.generate(ReentrantLock::new).limit(64).toList();

  BookingLocks() {
    this(DEFAULT_TIMEOUT);
  }

  /** With another timeout. */
  BookingLocks(Duration timeout) {
    this.timeout = timeout;
  }

  /** Runs the task under the booking's lock; empty, without running it, if the lock stays taken. */
  <T> Optional<T> runExclusively(String bookingId, Supplier<T> task) {
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
