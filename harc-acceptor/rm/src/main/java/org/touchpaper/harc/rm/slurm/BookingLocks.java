package org.touchpaper.harc.rm.slurm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * One at a time for one booking: what is read of Slurm must not change before it is acted on. Some
 * bookings share a lock, and who has it may be waiting for a Slurm that is silent: nobody waits for
 * that as long as Slurm takes.
 */
final class BookingLocks {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Duration patience;
  private final List<ReentrantLock> locks = Stream.generate(ReentrantLock::new).limit(64).toList();

  BookingLocks() {
    this(PATIENCE);
  }

  /** Where a lock is waited for so long. */
  BookingLocks(Duration patience) {
    this.patience = patience;
  }

  /** What comes of it; empty if somebody else was at it all the time, and it was not begun. */
  <T> Optional<T> alone(String ident, Supplier<T> task) {
    var lock = locks.get(Math.floorMod(ident.hashCode(), locks.size()));
    if (!isLocked(lock)) {
      return Optional.empty();
    }
    try {
      return Optional.of(task.get());
    } finally {
      lock.unlock();
    }
  }

  private boolean isLocked(ReentrantLock lock) {
    try {
      return lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
