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
import org.touchpaper.segment.element.BisectingReader;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.PortAlarm;

/**
 * Caches readings of elements for operators. Regardless of the number of viewers, an element is
 * read once at a time and at most every few seconds, unless new items were booked since. No caller
 * waits long for a busy element.
 */
final class ElementReadCache {

  /** The maximum age of a reading that is shown. */
  static final Duration MAX_AGE = Duration.ofSeconds(3);

  /** The longest wait for a reading, from its beginning. */
  static final Duration MAX_WAIT = Duration.ofSeconds(10);

  private final DriverRegistry drivers;
  private final Clock clock;
  private final LongSupplier nanos;
  private final Duration maxWait;
  private final Map<String, StartedRead> latest = new HashMap<>();

  /**
   * Creates a cache.
   *
   * @param nanos a monotonic clock such as {@link System#nanoTime}
   */
  ElementReadCache(DriverRegistry drivers, Clock clock, LongSupplier nanos, Duration maxWait) {
    this.drivers = drivers;
    this.clock = clock;
    this.nanos = nanos;
    this.maxWait = maxWait;
  }

  /**
   * The result of reading an element.
   *
   * @param at when the reading began
   * @param readablePlaces the places that could be read
   * @param items the items at those places
   * @param problem why other places could not be read
   * @param alarms the problems that impair circuits
   * @param alarmsProblem why those could not be read
   */
  record Reading(
      Instant at,
      Set<ConfigItem.Key> readablePlaces,
      Map<ConfigItem.Key, ConfigItem> items,
      @Nullable String problem,
      List<PortAlarm> alarms,
      @Nullable String alarmsProblem) {

    private Reading withAlarms(List<PortAlarm> newAlarms, @Nullable String newProblem) {
      return new Reading(at, readablePlaces, items, problem, newAlarms, newProblem);
    }
  }

  private record StartedRead(
      Instant startedAt,
      long startedNanos,
      Set<ConfigItem.Key> places,
      CompletableFuture<Reading> reading) {}

  /** Reads the items at these places. A result of the last seconds may lack some of them. */
  Reading read(String element, Set<ConfigItem.Key> places) {
    var shared = shared(element, places);
    try {
      var remaining = maxWait.toNanos() - (nanos.getAsLong() - shared.startedNanos());
      return shared.reading().get(remaining, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return failed(shared.startedAt(), "no answer within " + maxWait.toSeconds() + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(shared.startedAt(), "interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException("a reading returns its failure as a problem", e);
    }
  }

  /**
   * Discards the reading of an element that was changed, so that the next viewer gets a new one.
   */
  synchronized void forget(String element) {
    latest.remove(element);
  }

  private synchronized StartedRead shared(String element, Set<ConfigItem.Key> places) {
    var cached = latest.get(element);
    if (cached != null && (!cached.reading().isDone() || isFresh(cached, places))) {
      return cached;
    }
    var driver = drivers.driverFor(element);
    var at = clock.instant();
    var started =
        new StartedRead(
            at,
            nanos.getAsLong(),
            places,
            CompletableFuture.supplyAsync(
                () -> read(driver, places, at), Thread::startVirtualThread));
    latest.put(element, started);
    return started;
  }

  private boolean isFresh(StartedRead started, Set<ConfigItem.Key> places) {
    return nanos.getAsLong() - started.startedNanos() < MAX_AGE.toNanos()
        && started.places().containsAll(places);
  }

  /** Reads items and then alarms: some drivers derive alarms from the items. */
  private static Reading read(ElementDriver driver, Set<ConfigItem.Key> places, Instant at) {
    var itemsRead = readItems(driver, places, at);
    try {
      return itemsRead.withAlarms(driver.alarms(), null);
    } catch (RuntimeException e) {
      return itemsRead.withAlarms(List.of(), "not read: " + e.getMessage());
    }
  }

  private static Reading readItems(ElementDriver driver, Set<ConfigItem.Key> places, Instant at) {
    if (places.isEmpty()) {
      return new Reading(at, Set.of(), Map.of(), null, List.of(), null);
    }
    try {
      var snapshot = BisectingReader.read(driver, places);
      var unreadable = snapshot.unreadable();
      var readable =
          places.stream().filter(place -> !unreadable.containsKey(place)).collect(toSet());
      var items =
          snapshot.items().stream()
              .collect(toMap(ConfigItem::place, item -> item, (_, later) -> later));
      return new Reading(
          at, readable, items, unreadable.isEmpty() ? null : describe(unreadable), List.of(), null);
    } catch (RuntimeException e) {
      return failed(at, String.valueOf(e.getMessage()));
    }
  }

  private static String describe(Map<ConfigItem.Key, String> unreadable) {
    return unreadable.values().stream().distinct().collect(joining("; ", "not read in full: ", ""));
  }

  private static Reading failed(Instant at, String reason) {
    var problem = "not read: " + reason;
    return new Reading(at, Set.of(), Map.of(), problem, List.of(), problem);
  }
}
