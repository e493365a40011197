package org.touchpaper.bar.event;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * The newest events in memory, for all who follow the log: one thread reads new rows, when a commit
 * in this process wakes it and sometimes without that. Who falls behind reads the log itself.
 */
@Component
public class RecentEvents implements DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(RecentEvents.class);

  private static final int CAPACITY = 1000;
  private static final int BATCH = 500;

  /** At most so often the log is read, however many commits wake the thread. */
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);

  /** For rows that another process wrote. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final EventLog log;
  private final Semaphore wakes = new Semaphore(0);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hasNewEvents = lock.newCondition();

  // guarded by the lock
  private final Deque<BookingEvent> recent = new ArrayDeque<>();
  private @Nullable EventPosition start;
  private @Nullable EventPosition end;
  private int readers;
  private @Nullable Thread thread;

  RecentEvents(EventLog log) {
    this.log = log;
    log.onAppend(wakes::release);
  }

  /** Begins to read after a position. */
  public Reader readAfter(EventPosition position) {
    return new Reader(position);
  }

  /** One who follows the log; not thread-safe. */
  public final class Reader implements AutoCloseable {

    private EventPosition position;
    private boolean hasLostEvents;

    private Reader(EventPosition position) {
      this.position = position;
      lock.lock();
      try {
        readers++;
      } finally {
        lock.unlock();
      }
    }

    /** Returns the next events, waiting for the first; empty after the patience. */
    public List<BookingEvent> next(Duration patience) throws InterruptedException {
      if (!isInMemory(position)) {
        var batch = log.read(position, BATCH);
        hasLostEvents |= !batch.isComplete();
        position = batch.next();
        if (!batch.events().isEmpty()) {
          return batch.events();
        }
        startAt(position);
      }
      return await(patience);
    }

    private List<BookingEvent> await(Duration patience) throws InterruptedException {
      lock.lockInterruptibly();
      try {
        var wasInMemory = isInMemory(position);
        var remaining = // who reads the log next pauses, too: no loop without a wait
            Math.min(patience.toNanos(), (wasInMemory ? patience : SHORTEST_PAUSE).toNanos());
        while (isInMemory(position) == wasInMemory && !hasNewer() && remaining > 0) {
          remaining = hasNewEvents.awaitNanos(remaining);
        }
        if (!isInMemory(position) || end == null) {
          return List.of(); // fell behind; the next call reads the log
        }
        var newer = recent.stream().filter(event -> event.position().isAfter(position)).toList();
        position = end.isAfter(position) ? end : position;
        return newer;
      } finally {
        lock.unlock();
      }
    }

    private boolean hasNewer() {
      return !recent.isEmpty() && recent.getLast().position().isAfter(position);
    }

    /** Returns true if events were deleted before they were read. */
    public boolean hasLostEvents() {
      return hasLostEvents;
    }

    /** Returns the position up to which everything was returned. */
    public EventPosition position() {
      return position;
    }

    @Override
    public void close() {
      lock.lock();
      try {
        readers--;
        if (readers == 0) {
          recent.clear();
          start = null;
          end = null;
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private boolean isInMemory(EventPosition position) {
    lock.lock();
    try {
      return start != null && !start.isAfter(position);
    } finally {
      lock.unlock();
    }
  }

  /** The first reader that has reached the end of the log starts here. */
  private void startAt(EventPosition position) {
    lock.lock();
    try {
      if (start == null) {
        start = position;
        end = position;
        wakes.release();
      }
      if (thread == null) {
        thread = Thread.ofVirtual().name("recent-events").start(this::follow);
      }
    } finally {
      lock.unlock();
    }
  }

  private void follow() {
    try {
      var isPartial = false;
      while (!closed.await(SHORTEST_PAUSE.toNanos(), TimeUnit.NANOSECONDS)) {
        awaitWake(isPartial);
        isPartial = readNext();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitWake(boolean isPartial) throws InterruptedException {
    if (!isPartial) {
      var _ = wakes.tryAcquire(LONGEST_PAUSE.toNanos(), TimeUnit.NANOSECONDS);
    }
    wakes.drainPermits();
  }

  /** Returns true if there is more to read soon. */
  private boolean readNext() {
    var from = currentEnd();
    if (from == null) {
      return false;
    }
    try {
      var batch = log.read(from, BATCH);
      add(from, batch);
      return batch.isPartial();
    } catch (RuntimeException e) {
      LOG.warn("cannot read events: {}; will be retried", e.toString());
      return false;
    }
  }

  private @Nullable EventPosition currentEnd() {
    lock.lock();
    try {
      return end;
    } finally {
      lock.unlock();
    }
  }

  private void add(EventPosition from, EventBatch batch) {
    lock.lock();
    try {
      if (!from.equals(end)) {
        return; // the last reader left, and the memory was cleared
      }
      end = batch.next();
      recent.addAll(batch.events());
      while (recent.size() > CAPACITY) {
        start = recent.removeFirst().position();
      }
      if (!batch.events().isEmpty()) {
        hasNewEvents.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void destroy() {
    closed.countDown();
    wakes.release();
  }
}
