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
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.NotTold;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.PortAlarm;

/** An element in memory that can be told to refuse, to stay silent, to restart, or to be edited. */
public final class ScriptedElement implements ElementDriver {

  private final String name;
  private final Map<Item.Key, Item> items = new LinkedHashMap<>();
  private final List<String> edits = new ArrayList<>();
  private final Deque<Mood> moods = new ArrayDeque<>();
  private boolean reachable = true;
  private volatile CountDownLatch busy = new CountDownLatch(0);
  private volatile CountDownLatch mute = new CountDownLatch(0);
  private volatile List<PortAlarm> alarms = List.of();
  private volatile Consumer<Hint> watcher = _ -> {};
  private Set<Item.Key> untold = Set.of();
  private boolean wantsOut;
  private int restarts;

  public ScriptedElement(String name) {
    this.name = name;
  }

  /** How the element takes an edit. */
  public enum Mood {
    /** Does it and says so. */
    GOES_WELL,
    /** Says no and does nothing. */
    DENIES,
    /** Does it and says nothing. */
    SILENT_BUT_DOES,
    /** Does nothing and says nothing. */
    SILENT,
    /** Does it, and says it was there already. */
    DENIES_BUT_HAS,
    /** Says that it did it, and did not. */
    COMPLETES_ONLY,
    /** Says that it did it, did not, and goes dark because its neighbours went. */
    COMPLETES_AND_DARKENS,
    /** Says that it did it, did not, and is out of reach at once. */
    COMPLETES_AND_IS_LOST,
    /** Says that it did it, did not, and tells no more of the place. */
    COMPLETES_AND_HIDES,
    /** Somebody else was faster: refuses, for theirs is there. */
    DENIES_FOR_ANOTHERS
  }

  /** The next edits are taken like this, one each; after them all goes well. */
  public synchronized void next(Mood... some) {
    moods.addAll(List.of(some));
  }

  /** Carries no edit out until this is down. */
  public void busyUntil(CountDownLatch until) {
    busy = until;
  }

  /** Tells neither what it holds nor what alarms stand on it until this is down. */
  public void muteUntil(CountDownLatch until) {
    mute = until;
  }

  /** These alarms stand on it from now on. */
  public void hasAlarms(PortAlarm... standing) {
    alarms = List.of(standing);
  }

  /** From now on it deletes only what was taken out of service. */
  public synchronized void wantsOutBeforeDelete() {
    wantsOut = true;
  }

  public synchronized void reachable(boolean yes) {
    reachable = yes;
  }

  /** A card is out of order: it says so when it is asked what is there. */
  public synchronized void doesNotTellOf(Set<Item.Key> places) {
    untold = Set.copyOf(places);
  }

  /** Comes back with what it held. */
  public synchronized void restart() {
    restarts++;
  }

  /** Comes back with an empty database. */
  public synchronized void restartEmpty() {
    restarts++;
    items.clear();
  }

  /** Somebody else puts something here. */
  public synchronized void put(Item item) {
    items.put(item.place(), item);
  }

  /** Somebody else takes everything away, while the element runs. */
  public synchronized void strip() {
    items.clear();
  }

  /** It says something unasked, or is connected anew. */
  public void says(Hint hint) {
    watcher.accept(hint);
  }

  /** What it holds. */
  public synchronized List<Item> items() {
    return List.copyOf(items.values());
  }

  /** All edits asked of it, in order, such as {@code create CRS 1-2}. */
  public synchronized List<String> edits() {
    return List.copyOf(edits);
  }

  @Override
  public String element() {
    return name;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Set.of("CRS"));
  }

  @Override
  public Snapshot read(Collection<Item.Key> keys) {
    awaitVoice();
    return told(keys);
  }

  @Override
  public List<PortAlarm> alarms() {
    awaitVoice();
    return alarms;
  }

  private void awaitVoice() {
    try {
      mute.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ElementUnreachable(name, "interrupted");
    }
  }

  private synchronized Snapshot told(Collection<Item.Key> keys) {
    checkReachable();
    if (keys.stream().anyMatch(untold::contains)) {
      throw new NotTold(name, "denied: EQWT Equipage, Wrong Type");
    }
    return new Snapshot(
        items.values().stream().filter(item -> keys.contains(item.place())).toList(),
        "boot " + restarts);
  }

  @Override
  public void watch(Consumer<Hint> whom) {
    watcher = whom;
  }

  @Override
  public Outcome create(Item item) {
    return edit("create", item, () -> items.put(item.place(), item));
  }

  /** Asks whether it works, as of light. */
  @Override
  public synchronized Outcome activate(Item item) {
    checkReachable();
    return new Outcome.Done();
  }

  @Override
  public synchronized Optional<Outcome> takeOut(Item item) {
    if (isOut(item)) {
      return Optional.empty();
    }
    var out = new Item(item.element(), item.kind(), item.key(), item.owner(), Map.of("OUT", "YES"));
    return Optional.of(taken("take out", item, () -> items.replace(item.place(), out)));
  }

  @Override
  public synchronized boolean isOut(Item read) {
    return !wantsOut || read.attributes().containsKey("OUT");
  }

  @Override
  public Outcome delete(Item item) {
    return edit("delete", item, () -> items.remove(item.place()));
  }

  private Outcome edit(String verb, Item item, Runnable effect) {
    try {
      busy.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Unknown("interrupted");
    }
    return taken(verb, item, effect);
  }

  private synchronized Outcome taken(String verb, Item item, Runnable effect) {
    if (!reachable) {
      return new Outcome.Unknown("no session");
    }
    edits.add(verb + " " + item.place());
    return switch (moods.poll()) {
      case DENIES -> new Outcome.Denied("SROF", "Status, Requested Operation Failed");
      case DENIES_BUT_HAS -> {
        effect.run();
        yield new Outcome.Denied("IEAE", "Input, Entity Already Exists");
      }
      case COMPLETES_ONLY -> new Outcome.Done();
      case COMPLETES_AND_DARKENS -> {
        items.computeIfPresent(item.place(), (_, there) -> dark(there));
        yield new Outcome.Done();
      }
      case COMPLETES_AND_IS_LOST -> {
        reachable = false;
        yield new Outcome.Done();
      }
      case COMPLETES_AND_HIDES -> {
        untold = Set.of(item.place());
        yield new Outcome.Done();
      }
      case DENIES_FOR_ANOTHERS -> {
        items.put(item.place(), new Item(name, item.kind(), item.key(), "SOMEBODY-ELSE"));
        yield new Outcome.Denied("IEAE", "Input, Entity Already Exists");
      }
      case SILENT -> new Outcome.Unknown("no answer");
      case SILENT_BUT_DOES -> {
        effect.run();
        yield new Outcome.Unknown("no answer");
      }
      case null -> done(effect);
      case GOES_WELL -> done(effect);
    };
  }

  private static Item dark(Item lit) {
    return new Item(lit.element(), lit.kind(), lit.key(), lit.owner(), Map.of(Item.WORKS, "NO"));
  }

  private static Outcome done(Runnable effect) {
    effect.run();
    return new Outcome.Done();
  }

  private void checkReachable() {
    if (!reachable) {
      throw new ElementUnreachable(name, "no session");
    }
  }
}
