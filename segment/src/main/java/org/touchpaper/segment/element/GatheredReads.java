package org.touchpaper.segment.element;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads of one element that would wait for each other are one read: while one is under way, all who
 * come wait together for the next, which begins after they asked and so tells each of them the
 * truth. A thousand circuits that are due at once read their elements a few times, not thousands.
 */
final class GatheredReads implements ElementDriver {

  private final ElementDriver real;
  private final ReentrantLock reading = new ReentrantLock(true);
  private Gathering next = new Gathering();

  private GatheredReads(ElementDriver real) {
    this.real = real;
  }

  /** The same elements, with their reads gathered. */
  static Elements over(Elements elements) {
    var gathered = new ConcurrentHashMap<String, ElementDriver>();
    return new Elements() {
      @Override
      public ElementDriver named(String element) {
        return gathered.computeIfAbsent(element, it -> new GatheredReads(elements.named(it)));
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

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    var mine = join(keys);
    reading.lock();
    try {
      if (mine.read == null && mine.failure == null) {
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

  private static Snapshot answer(Gathering gathering, Collection<Item.Key> keys) {
    if (gathering.failure != null) {
      throw gathering.failure;
    }
    var items = gathering.items;
    var read = gathering.read;
    if (items == null || read == null) {
      throw new IllegalStateException("a gathering is read before it is answered");
    }
    return new Snapshot(
        keys.stream().distinct().filter(items::containsKey).map(items::get).toList(),
        read.incarnation());
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
  public Outcome create(Item item) {
    return real.create(item);
  }

  @Override
  public Outcome delete(Item item) {
    return real.delete(item);
  }
}
