package org.touchpaper.segment.operator;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.InParts;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.PortAlarm;

/**
 * What elements were lately read to hold, for all who look at them. However many look, and however
 * often, an element is read once at a time and at most every few seconds; only what the books have
 * gained since is a reason to read it sooner. Nobody waits long for an element that is busy.
 */
final class Readings {

  /** How old a reading may be that is shown. */
  static final Duration FRESH = Duration.ofSeconds(3);

  /** How long anybody waits for a reading from its beginning. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Elements drivers;
  private final Clock clock;
  private final LongSupplier nanos;
  private final Duration patience;
  private final Map<String, Begun> latest = new HashMap<>();

  /**
   * Readings of these elements.
   *
   * @param nanos grows as {@link System#nanoTime} does
   */
  Readings(Elements drivers, Clock clock, LongSupplier nanos, Duration patience) {
    this.drivers = drivers;
    this.clock = clock;
    this.nanos = nanos;
    this.patience = patience;
  }

  /**
   * What came of reading an element.
   *
   * @param at when it was begun
   * @param told the places of which it told
   * @param items what sits there
   * @param problem why nothing is known of the others
   * @param alarms what stands on it and impairs circuits
   * @param unasked why nothing is known of that
   */
  record Reading(
      Instant at,
      Set<Item.Key> told,
      Map<Item.Key, Item> items,
      @Nullable String problem,
      List<PortAlarm> alarms,
      @Nullable String unasked) {

    private Reading with(List<PortAlarm> standing, @Nullable String why) {
      return new Reading(at, told, items, problem, standing, why);
    }
  }

  private record Begun(
      Instant at, long nanos, Set<Item.Key> places, CompletableFuture<Reading> reading) {}

  /** What sits at these places; of some of them nothing may be known for a few seconds. */
  Reading read(String element, Set<Item.Key> places) {
    var shared = shared(element, places);
    try {
      var left = patience.toNanos() - (nanos.getAsLong() - shared.nanos());
      return shared.reading().get(left, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return unread(shared.at(), "no answer within " + patience.toSeconds() + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return unread(shared.at(), "interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException("a reading that failed says so", e);
    }
  }

  /** Somebody has changed the element: who looks next wants to see it as it is now. */
  synchronized void forget(String element) {
    latest.remove(element);
  }

  private synchronized Begun shared(String element, Set<Item.Key> places) {
    var last = latest.get(element);
    if (last != null && (!last.reading().isDone() || isFresh(last, places))) {
      return last;
    }
    var driver = drivers.named(element);
    var at = clock.instant();
    var begun =
        new Begun(
            at,
            nanos.getAsLong(),
            places,
            CompletableFuture.supplyAsync(
                () -> read(driver, places, at), Thread::startVirtualThread));
    latest.put(element, begun);
    return begun;
  }

  private boolean isFresh(Begun begun, Set<Item.Key> places) {
    return nanos.getAsLong() - begun.nanos() < FRESH.toNanos()
        && begun.places().containsAll(places);
  }

  /** The alarms come last, for some drivers know them by reading. */
  private static Reading read(ElementDriver driver, Set<Item.Key> places, Instant at) {
    var holds = holds(driver, places, at);
    try {
      return holds.with(driver.alarms(), null);
    } catch (RuntimeException e) {
      return holds.with(List.of(), "not read: " + e.getMessage());
    }
  }

  private static Reading holds(ElementDriver driver, Set<Item.Key> places, Instant at) {
    if (places.isEmpty()) {
      return new Reading(at, Set.of(), Map.of(), null, List.of(), null);
    }
    try {
      var read = InParts.read(driver, places);
      var hidden = read.hidden();
      var told = places.stream().filter(place -> !hidden.containsKey(place)).collect(toSet());
      var items = read.items().stream().collect(toMap(Item::place, it -> it, (_, later) -> later));
      return new Reading(at, told, items, hidden.isEmpty() ? null : words(hidden), List.of(), null);
    } catch (RuntimeException e) {
      return unread(at, String.valueOf(e.getMessage()));
    }
  }

  private static String words(Map<Item.Key, String> hidden) {
    return hidden.values().stream().distinct().collect(joining("; ", "not read in full: ", ""));
  }

  private static Reading unread(Instant at, String why) {
    var words = "not read: " + why;
    return new Reading(at, Set.of(), Map.of(), words, List.of(), words);
  }
}
