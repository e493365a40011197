package org.touchpaper.segment.element;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An {@link ElementDriver} that coalesces concurrent reads of one element. While a read runs, or
 * others write, all new callers share the next read; it begins after their calls, so its result is
 * current for each of them. A thousand circuits that are due at once cause a few reads instead of
 * thousands: each wants to read after its own writes, so one read serves all. If a shared read
 * fails, each caller reads its own places alone.
 */
final class CoalescingElementDriver implements ElementDriver {

  /** The longest time a read waits for writers. */
  private static final Duration MAX_WRITER_WAIT = Duration.ofMillis(500);

  private final ElementDriver delegate;
  private final ActiveWriters writers;
  private final ReentrantLock readLock = new ReentrantLock(true);
  private SharedRead nextRead = new SharedRead();

  CoalescingElementDriver(ElementDriver delegate, Duration maxWriterWait) {
    this.delegate = delegate;
    this.writers = new ActiveWriters(maxWriterWait.toNanos());
  }

  /** The same elements with coalesced reads. */
  static DriverRegistry wrap(DriverRegistry drivers) {
    var wrapped = new ConcurrentHashMap<String, ElementDriver>();
    return new DriverRegistry() {
      @Override
      public ElementDriver driverFor(String element) {
        return wrapped.computeIfAbsent(
            element, name -> new CoalescingElementDriver(drivers.driverFor(name), MAX_WRITER_WAIT));
      }

      @Override
      public Collection<String> elementNames() {
        return drivers.elementNames();
      }
    };
  }

  /** A read that several callers share; the first to get the lock runs it. */
  private static final class SharedRead {
    private final Set<ConfigItem.Key> keys = new LinkedHashSet<>();
    private @Nullable Snapshot snapshot;
    private @Nullable Map<ConfigItem.Key, ConfigItem> items;
    private @Nullable RuntimeException failure;
  }

  /** Counts the callers that write or wait to write. */
  private static final class ActiveWriters {
    private final long maxWait;
    private int writing;

    ActiveWriters(long maxWait) {
      this.maxWait = maxWait;
    }

    <T> T run(Supplier<T> write) {
      adjust(1);
      try {
        return write.get();
      } finally {
        adjust(-1);
      }
    }

    private synchronized void adjust(int delta) {
      writing += delta;
      if (writing == 0) {
        notifyAll();
      }
    }

    synchronized void awaitIdle() {
      var deadline = System.nanoTime() + maxWait;
      for (var remaining = maxWait; writing > 0 && remaining > 0; ) {
        try {
          TimeUnit.NANOSECONDS.timedWait(this, remaining);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
        remaining = deadline - System.nanoTime();
      }
    }
  }

  @Override
  public Snapshot read(Collection<ConfigItem.Key> keys) {
    var sharedRead = join(keys);
    readLock.lock();
    try {
      if (sharedRead.snapshot == null && sharedRead.failure == null) {
        writers.awaitIdle();
        read(sharedRead);
      }
    } finally {
      readLock.unlock();
    }
    return resultFor(sharedRead, keys);
  }

  private synchronized SharedRead join(Collection<ConfigItem.Key> keys) {
    nextRead.keys.addAll(keys);
    return nextRead;
  }

  @SuppressWarnings("ReferenceEquality") // identity is meant
  private synchronized void startNextRead(SharedRead sharedRead) {
    if (sharedRead == nextRead) {
      nextRead = new SharedRead();
    }
  }

  private void read(SharedRead sharedRead) {
    startNextRead(sharedRead);
    try {
      var snapshot = delegate.read(sharedRead.keys);
      var items = new ConcurrentHashMap<ConfigItem.Key, ConfigItem>();
      snapshot.items().forEach(item -> items.put(item.place(), item));
      sharedRead.items = items;
      sharedRead.snapshot = snapshot;
    } catch (RuntimeException e) {
      sharedRead.failure = e;
    }
  }

  private Snapshot resultFor(SharedRead sharedRead, Collection<ConfigItem.Key> keys) {
    if (sharedRead.failure != null) {
      if (keys.containsAll(sharedRead.keys)) {
        throw sharedRead.failure;
      }
      return delegate.read(keys); // the failure may concern places of other callers only
    }
    var items = sharedRead.items;
    var snapshot = sharedRead.snapshot;
    if (items == null || snapshot == null) {
      throw new IllegalStateException("the shared read is not complete");
    }
    return new Snapshot(
        keys.stream().distinct().filter(items::containsKey).map(items::get).toList(),
        snapshot.incarnation(),
        snapshot.unreadable());
  }

  @Override
  public String element() {
    return delegate.element();
  }

  @Override
  public List<Conflict> conflictsFor(Collection<ConfigItem> missing) {
    return delegate.conflictsFor(missing);
  }

  @Override
  public List<ConfigItem> listOwned() {
    return delegate.listOwned();
  }

  @Override
  public List<PortAlarm> alarms() {
    return delegate.alarms();
  }

  /** Waits for writers first, like a read: circuits go before statistics. */
  @Override
  public Optional<ElementTrafficReading> readTraffic(Collection<ConfigItem> active) {
    writers.awaitIdle();
    return delegate.readTraffic(active);
  }

  @Override
  public void watch(Consumer<ElementEvent> watcher) {
    delegate.watch(watcher);
  }

  @Override
  public String faultOf(ConfigItem idle) {
    return delegate.faultOf(idle);
  }

  @Override
  public EditOutcome create(ConfigItem item) {
    return writers.run(() -> delegate.create(item));
  }

  @Override
  public EditOutcome activate(ConfigItem item) {
    return writers.run(() -> delegate.activate(item));
  }

  @Override
  public Optional<EditOutcome> takeOutOfService(ConfigItem item) {
    return writers.run(() -> delegate.takeOutOfService(item));
  }

  @Override
  public boolean isOutOfService(ConfigItem actual) {
    return delegate.isOutOfService(actual);
  }

  @Override
  public EditOutcome delete(ConfigItem item) {
    return writers.run(() -> delegate.delete(item));
  }
}
