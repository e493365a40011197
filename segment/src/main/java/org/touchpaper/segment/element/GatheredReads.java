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
 * Reads of one element that would wait for each other are one read: while one is under way, or
 * others write, all who come wait together for the next, which begins after they asked and so tells
 * each of them the truth. A thousand circuits that are due at once read their elements a few times,
 * not thousands: those that write want to read when they have written, so all are read then. A read
 * that fails for all of them says nothing of each: then everybody reads what they asked for alone.
 */
final class GatheredReads implements ElementDriver {

  /** Who reads waits no longer than this for those who write. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final ElementDriver real;
  private final Writers writers;
  private final ReentrantLock reading = new ReentrantLock(true);
  private Gathering next = new Gathering();

  GatheredReads(ElementDriver real, Duration patience) {
    this.real = real;
    this.writers = new Writers(patience.toNanos());
  }

  /** The same elements, with their reads gathered. */
  static Elements over(Elements elements) {
    var gathered = new ConcurrentHashMap<String, ElementDriver>();
    return new Elements() {
      @Override
      public ElementDriver named(String element) {
        return gathered.computeIfAbsent(
            element, it -> new GatheredReads(elements.named(it), PATIENCE));
      }

      @Override
      public Collection<String> names() {
        return elements.names();
      }
    };
  }

  /** Whatever several callers want to know; read once, by the first whose turn comes. */
  private static final class Gathering {
    private final Set<Item.Key> keys = new LinkedHashSet<>();
    private @Nullable Snapshot read;
    private @Nullable Map<Item.Key, Item> items;
    private @Nullable RuntimeException failure;
  }

  /** How many write, or wait until they may. */
  private static final class Writers {
    private final long patience;
    private int writing;

    Writers(long patience) {
      this.patience = patience;
    }

    <T> T during(Supplier<T> write) {
      change(1);
      try {
        return write.get();
      } finally {
        change(-1);
      }
    }

    private synchronized void change(int by) {
      writing += by;
      if (writing == 0) {
        notifyAll();
      }
    }

    synchronized void awaitNone() {
      var deadline = System.nanoTime() + patience;
      for (var left = patience; writing > 0 && left > 0; ) {
        try {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
        left = deadline - System.nanoTime();
      }
    }
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    var mine = join(keys);
    reading.lock();
    try {
      if (mine.read == null && mine.failure == null) {
        writers.awaitNone();
        read(mine);
      }
    } finally {
      reading.unlock();
    }
    return answer(mine, keys);
  }

  private synchronized Gathering join(Collection<Item.Key> keys) {
    next.keys.addAll(keys);
    return next;
  }

  @SuppressWarnings("ReferenceEquality") // this very gathering, not one like it
  private synchronized void close(Gathering gathering) {
    if (gathering == next) {
      next = new Gathering();
    }
  }

  private void read(Gathering gathering) {
    close(gathering);
    try {
      var snapshot = real.read(gathering.keys);
      var items = new ConcurrentHashMap<Item.Key, Item>();
      snapshot.items().forEach(item -> items.put(item.place(), item));
      gathering.items = items;
      gathering.read = snapshot;
    } catch (RuntimeException e) {
      gathering.failure = e;
    }
  }

  private Snapshot answer(Gathering gathering, Collection<Item.Key> keys) {
    if (gathering.failure != null) {
      if (keys.containsAll(gathering.keys)) {
        throw gathering.failure;
      }
      return real.read(keys); // it may have failed for what only others asked about
    }
    var items = gathering.items;
    var read = gathering.read;
    if (items == null || read == null) {
      throw new IllegalStateException("a gathering is read before it is answered");
    }
    return new Snapshot(
        keys.stream().distinct().filter(items::containsKey).map(items::get).toList(),
        read.incarnation(),
        read.hidden());
  }

  @Override
  public String element() {
    return real.element();
  }

  @Override
  public Capabilities capabilities() {
    return real.capabilities();
  }

  @Override
  public List<Obstacle> obstacles(Collection<Item> missing) {
    return real.obstacles(missing);
  }

  @Override
  public List<Item> listOurs() {
    return real.listOurs();
  }

  @Override
  public List<PortAlarm> alarms() {
    return real.alarms();
  }

  @Override
  public void watch(Consumer<Hint> watcher) {
    real.watch(watcher);
  }

  @Override
  public String complaint(Item idle) {
    return real.complaint(idle);
  }

  @Override
  public Outcome create(Item item) {
    return writers.during(() -> real.create(item));
  }

  @Override
  public Outcome activate(Item item) {
    return writers.during(() -> real.activate(item));
  }

  @Override
  public Optional<Outcome> takeOut(Item item) {
    return writers.during(() -> real.takeOut(item));
  }

  @Override
  public boolean isOut(Item read) {
    return real.isOut(read);
  }

  @Override
  public Outcome delete(Item item) {
    return writers.during(() -> real.delete(item));
  }
}
