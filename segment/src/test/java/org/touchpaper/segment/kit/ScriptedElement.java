package org.touchpaper.segment.kit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementEvent;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.element.RequestedDataMissingException;

/** An element in memory that can deny edits, stay silent, restart, or be edited by others. */
public final class ScriptedElement implements ElementDriver {

  private final String name;
  private final Map<ConfigItem.Key, ConfigItem> items = new LinkedHashMap<>();
  private final List<String> edits = new ArrayList<>();
  private final Deque<Reaction> reactions = new ArrayDeque<>();
  private boolean reachable = true;
  private volatile CountDownLatch busyLatch = new CountDownLatch(0);
  private volatile CountDownLatch muteLatch = new CountDownLatch(0);
  private volatile List<PortAlarm> alarms = List.of();
  private volatile Consumer<ElementEvent> watcher = _ -> {};
  private Set<ConfigItem.Key> unreadable = Set.of();
  private boolean requiresOutOfService;
  private int restarts;

  public ScriptedElement(String name) {
    this.name = name;
  }

  /** How the element reacts to an edit. */
  public enum Reaction {
    /** Carries it out and answers. */
    COMPLETES,
    /** Denies it. */
    DENIES,
    /** Carries it out without an answer. */
    COMPLETES_SILENTLY,
    /** Does nothing, without an answer. */
    SILENT,
    /** Carries it out, and denies it because the item exists. */
    DENIES_AS_EXISTING,
    /** Accepts it without effect. */
    COMPLETES_WITHOUT_EFFECT,
    /** Accepts it without effect, and stops working because its neighbours are missing. */
    COMPLETES_AND_DARKENS,
    /** Accepts it without effect, and becomes unreachable. */
    COMPLETES_AND_IS_LOST,
    /** Accepts it without effect, and makes the place unreadable. */
    COMPLETES_AND_HIDES,
    /** Denies it, because a foreign item was created meanwhile. */
    DENIES_AS_TAKEN
  }

  /** Queues the reactions to the next edits; later edits succeed. */
  public synchronized void queueReactions(Reaction... queued) {
    reactions.addAll(List.of(queued));
  }

  /** Delays edits until the latch is down. */
  public void busyUntil(CountDownLatch until) {
    busyLatch = until;
  }

  /** Delays reads of items and alarms until the latch is down. */
  public void muteUntil(CountDownLatch until) {
    muteLatch = until;
  }

  /** Sets the active alarms. */
  public void setAlarms(PortAlarm... newAlarms) {
    alarms = List.of(newAlarms);
  }

  /** From now on it deletes only items that are out of service. */
  public synchronized void requireOutOfServiceBeforeDelete() {
    requiresOutOfService = true;
  }

  public synchronized void reachable(boolean isReachable) {
    reachable = isReachable;
  }

  /** A card is out of order: reads of its places fail. */
  public synchronized void makeUnreadable(Set<ConfigItem.Key> places) {
    unreadable = Set.copyOf(places);
  }

  /** Restarts with its configuration. */
  public synchronized void restart() {
    restarts++;
  }

  /** Restarts with an empty database. */
  public synchronized void restartEmpty() {
    restarts++;
    items.clear();
  }

  /** Another party creates an item. */
  public synchronized void put(ConfigItem item) {
    items.put(item.place(), item);
  }

  /** Another party deletes all items while the element runs. */
  public synchronized void removeAll() {
    items.clear();
  }

  /** Emits an event: a report or a new connection. */
  public void emit(ElementEvent event) {
    watcher.accept(event);
  }

  /** Its items. */
  public synchronized List<ConfigItem> items() {
    return List.copyOf(items.values());
  }

  /** All edits received, in order, such as {@code create CRS 1-2}. */
  public synchronized List<String> edits() {
    return List.copyOf(edits);
  }

  @Override
  public String element() {
    return name;
  }

  @Override
  public Snapshot read(Collection<ConfigItem.Key> keys) {
    awaitUnmuted();
    return snapshotOf(keys);
  }

  @Override
  public List<PortAlarm> alarms() {
    awaitUnmuted();
    return alarms;
  }

  private void awaitUnmuted() {
    try {
      muteLatch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ElementReadException(name, "interrupted");
    }
  }

  private synchronized Snapshot snapshotOf(Collection<ConfigItem.Key> keys) {
    checkReachable();
    if (keys.stream().anyMatch(unreadable::contains)) {
      throw new RequestedDataMissingException(name, "denied: EQWT Equipage, Wrong Type");
    }
    return new Snapshot(
        items.values().stream().filter(item -> keys.contains(item.place())).toList(),
        "boot " + restarts);
  }

  @Override
  public void watch(Consumer<ElementEvent> newWatcher) {
    watcher = newWatcher;
  }

  @Override
  public EditOutcome create(ConfigItem item) {
    return edit("create", item, () -> items.put(item.place(), item));
  }

  /** Checks whether the item works, such as light. */
  @Override
  public synchronized EditOutcome activate(ConfigItem item) {
    checkReachable();
    return new EditOutcome.Done();
  }

  @Override
  public synchronized Optional<EditOutcome> takeOutOfService(ConfigItem item) {
    if (isOutOfService(item)) {
      return Optional.empty();
    }
    var out =
        new ConfigItem(item.element(), item.kind(), item.key(), item.owner(), Map.of("OUT", "YES"));
    return Optional.of(apply("take out", item, () -> items.replace(item.place(), out)));
  }

  @Override
  public synchronized boolean isOutOfService(ConfigItem read) {
    return !requiresOutOfService || read.attributes().containsKey("OUT");
  }

  @Override
  public EditOutcome delete(ConfigItem item) {
    return edit("delete", item, () -> items.remove(item.place()));
  }

  private EditOutcome edit(String verb, ConfigItem item, Runnable effect) {
    try {
      busyLatch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new EditOutcome.Unknown("interrupted");
    }
    return apply(verb, item, effect);
  }

  private synchronized EditOutcome apply(String verb, ConfigItem item, Runnable effect) {
    if (!reachable) {
      return new EditOutcome.Unknown("no session");
    }
    edits.add(verb + " " + item.place());
    return switch (reactions.poll()) {
      case DENIES -> new EditOutcome.Denied("SROF", "Status, Requested Operation Failed");
      case DENIES_AS_EXISTING -> {
        effect.run();
        yield new EditOutcome.Denied("IEAE", "Input, Entity Already Exists");
      }
      case COMPLETES_WITHOUT_EFFECT -> new EditOutcome.Done();
      case COMPLETES_AND_DARKENS -> {
        items.computeIfPresent(item.place(), (_, there) -> dark(there));
        yield new EditOutcome.Done();
      }
      case COMPLETES_AND_IS_LOST -> {
        reachable = false;
        yield new EditOutcome.Done();
      }
      case COMPLETES_AND_HIDES -> {
        unreadable = Set.of(item.place());
        yield new EditOutcome.Done();
      }
      case DENIES_AS_TAKEN -> {
        items.put(item.place(), new ConfigItem(name, item.kind(), item.key(), "SOMEBODY-ELSE"));
        yield new EditOutcome.Denied("IEAE", "Input, Entity Already Exists");
      }
      case SILENT -> new EditOutcome.Unknown("no answer");
      case COMPLETES_SILENTLY -> {
        effect.run();
        yield new EditOutcome.Unknown("no answer");
      }
      case null -> done(effect);
      case COMPLETES -> done(effect);
    };
  }

  private static ConfigItem dark(ConfigItem lit) {
    return new ConfigItem(
        lit.element(),
        lit.kind(),
        lit.key(),
        lit.owner(),
        Map.of(ConfigItem.WORKS_ATTRIBUTE, "NO"));
  }

  private static EditOutcome done(Runnable effect) {
    effect.run();
    return new EditOutcome.Done();
  }

  private void checkReachable() {
    if (!reachable) {
      throw new ElementReadException(name, "no session");
    }
  }
}
