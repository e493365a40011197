package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.inventory.ExpectedItemRepository.ExpectedItem;
import org.touchpaper.segment.operator.ConfigComparison.ActualState;
import org.touchpaper.segment.operator.ElementReadCache.Reading;

/** Viewers share readings, so that they do not keep an element busy. */
@Timeout(300)
class ElementReadCacheTest {

  private static final Instant NOW = Instant.parse("2026-12-01T21:00:00Z");
  private static final ConfigItem ONE = new ConfigItem("LONDON", "CRS", "1", "TP-1");
  private static final ConfigItem TWO = new ConfigItem("LONDON", "CRS", "2", "TP-2");

  private final CountingDriver shelf = new CountingDriver();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final Semaphore timings = new Semaphore(0);
  private final ElementReadCache readCache = cacheWaiting(ElementReadCache.MAX_WAIT);

  private ElementReadCache cacheWaiting(Duration maxWait) {
    var clock = Clock.fixed(NOW, ZoneOffset.UTC);
    return new ElementReadCache(DriverRegistry.of(List.of(shelf)), clock, this::timed, maxWait);
  }

  private long timed() {
    timings.release();
    return nanos.get();
  }

  private Reading read(ConfigItem... items) {
    return readCache.read("LONDON", places(items));
  }

  private static Set<ConfigItem.Key> places(ConfigItem... items) {
    return Set.copyOf(List.of(items).stream().map(ConfigItem::place).toList());
  }

  private void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  @Test
  void readsOnceForAllViewersWithinAFewSeconds() {
    for (var i = 0; i < 10; i++) {
      assertThat(read(ONE, TWO).items()).containsOnlyKeys(ONE.place(), TWO.place());
      advance(Duration.ofMillis(100));
    }
    assertThat(read(ONE).items()).containsKey(ONE.place()); // a subset of what was read
    assertThat(shelf.reads.get()).isEqualTo(1);
    advance(ElementReadCache.MAX_AGE);
    assertThat(read(ONE, TWO).problem()).isNull();
    assertThat(shelf.reads.get()).isEqualTo(2);
  }

  @Test
  void readsOnceForConcurrentViewers() throws Exception {
    shelf.free = new CountDownLatch(1);
    var readings = new ArrayList<CompletableFuture<Reading>>();
    for (var i = 0; i < 10; i++) {
      readings.add(CompletableFuture.supplyAsync(() -> read(ONE), Thread::startVirtualThread));
    }
    shelf.readStarted.await();
    advance(ElementReadCache.MAX_AGE.multipliedBy(2));
    readings.add(CompletableFuture.supplyAsync(() -> read(ONE), Thread::startVirtualThread));
    timings.acquire(1 + readings.size()); // one began the reading, and all wait for it
    shelf.free.countDown();
    for (var reading : readings) {
      assertThat(reading.get().problem()).isNull();
    }
    assertThat(shelf.reads.get()).isEqualTo(1);
  }

  @Test
  void readsAgainAfterANewBooking() {
    read(ONE);
    assertThat(read(ONE, TWO).items()).hasSize(2);
    assertThat(shelf.reads.get()).isEqualTo(2);
  }

  @Test
  void readsAgainAfterAChangeOfTheElement() {
    read(ONE);
    readCache.forget("LONDON");
    read(ONE);
    assertThat(shelf.reads.get()).isEqualTo(2);
  }

  @Test
  void waitsNoLongerThanTheLimitForABusyElement() {
    shelf.free = new CountDownLatch(1);
    var impatient = cacheWaiting(Duration.ZERO);
    var read = impatient.read("LONDON", places(ONE));
    assertThat(read.problem()).isEqualTo("not read: no answer within 0 s");
    assertThat(read.at()).isEqualTo(NOW);
    var comparison =
        ConfigComparison.of(
            List.of(new ExpectedItem(new ConnectionId(UUID.randomUUID()), ONE, true)), read);
    assertThat(comparison.items())
        .singleElement()
        .returns(ActualState.UNKNOWN, ConfigComparison.ComparedItem::found)
        .returns("TP-1", ConfigComparison.ComparedItem::owner);
    shelf.free.countDown();
  }

  /** For example items on a card that was pulled. */
  @Test
  void reportsUnreadablePlaces() {
    shelf.hidden = Map.of(TWO.place(), "its card is out");
    var read = read(ONE, TWO);
    assertThat(read.problem()).isEqualTo("not read in full: its card is out");
    var id = new ConnectionId(UUID.randomUUID());
    var holdings = List.of(new ExpectedItem(id, ONE, true), new ExpectedItem(id, TWO, true));
    assertThat(ConfigComparison.of(holdings, read).items())
        .extracting(ConfigComparison.ComparedItem::found)
        .containsExactly(ActualState.AS_WANTED, ActualState.UNKNOWN);
  }

  @Test
  void reportsAFailedReadAndCachesItAsLong() {
    shelf.unreachable = true;
    for (var i = 0; i < 3; i++) {
      assertThat(read(ONE).problem()).startsWith("not read: ").contains("connection refused");
    }
    assertThat(shelf.reads.get()).isEqualTo(1);
  }

  /** An element with both items that answers when the test permits. */
  private static final class CountingDriver implements ElementDriver {
    private final AtomicInteger reads = new AtomicInteger();
    private final CountDownLatch readStarted = new CountDownLatch(1);
    private volatile CountDownLatch free = new CountDownLatch(0);
    private volatile Map<ConfigItem.Key, String> hidden = Map.of();
    private volatile boolean unreachable;

    @Override
    public String element() {
      return "LONDON";
    }

    @Override
    public Snapshot read(Collection<ConfigItem.Key> keys) {
      reads.incrementAndGet();
      readStarted.countDown();
      try {
        free.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (unreachable) {
        throw new ElementReadException("LONDON", "connection refused");
      }
      var items =
          List.of(ONE, TWO).stream()
              .filter(item -> keys.contains(item.place()) && !hidden.containsKey(item.place()))
              .toList();
      return new Snapshot(items, "", hidden);
    }

    @Override
    public EditOutcome create(ConfigItem item) {
      throw new UnsupportedOperationException("a reader does not write");
    }

    @Override
    public EditOutcome delete(ConfigItem item) {
      throw new UnsupportedOperationException("a reader does not write");
    }
  }
}
