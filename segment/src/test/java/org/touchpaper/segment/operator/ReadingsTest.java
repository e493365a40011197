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
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.operator.Comparison.Found;
import org.touchpaper.segment.operator.Readings.Reading;
import org.touchpaper.segment.provider.Holdings.Holding;

/** However many look at an element, it has other things to do. */
@Timeout(300)
class ReadingsTest {

  private static final Instant NOW = Instant.parse("2026-12-01T21:00:00Z");
  private static final Item ONE = new Item("LONDON", "CRS", "1", "TP-1");
  private static final Item TWO = new Item("LONDON", "CRS", "2", "TP-2");

  private final Shelf shelf = new Shelf();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final Semaphore timings = new Semaphore(0);
  private final Readings readings = patientFor(Readings.PATIENCE);

  private Readings patientFor(Duration patience) {
    var clock = Clock.fixed(NOW, ZoneOffset.UTC);
    return new Readings(Elements.of(List.of(shelf)), clock, this::timed, patience);
  }

  private long timed() {
    timings.release();
    return nanos.get();
  }

  private Reading read(Item... items) {
    return readings.read("LONDON", places(items));
  }

  private static Set<Item.Key> places(Item... items) {
    return Set.copyOf(List.of(items).stream().map(Item::place).toList());
  }

  private void turn(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  @Test
  void readsOnceForAllWhoLookWithinAFewSeconds() {
    for (var i = 0; i < 10; i++) {
      assertThat(read(ONE, TWO).items()).containsOnlyKeys(ONE.place(), TWO.place());
      turn(Duration.ofMillis(100));
    }
    assertThat(read(ONE).items()).containsKey(ONE.place()); // of which nothing more need be known
    assertThat(shelf.reads.get()).isEqualTo(1);
    turn(Readings.FRESH);
    assertThat(read(ONE, TWO).problem()).isNull();
    assertThat(shelf.reads.get()).isEqualTo(2);
  }

  @Test
  void readsOnceForAllWhoLookAtOnce() throws Exception {
    shelf.free = new CountDownLatch(1);
    var seen = new ArrayList<CompletableFuture<Reading>>();
    for (var i = 0; i < 10; i++) {
      seen.add(CompletableFuture.supplyAsync(() -> read(ONE), Thread::startVirtualThread));
    }
    shelf.asked.await();
    turn(Readings.FRESH.multipliedBy(2));
    seen.add(CompletableFuture.supplyAsync(() -> read(ONE), Thread::startVirtualThread));
    timings.acquire(1 + seen.size()); // one began the reading, and all of them wait for it
    shelf.free.countDown();
    for (var each : seen) {
      assertThat(each.get().problem()).isNull();
    }
    assertThat(shelf.reads.get()).isEqualTo(1);
  }

  @Test
  void readsWhatTheBooksHaveGained() {
    read(ONE);
    assertThat(read(ONE, TWO).items()).hasSize(2);
    assertThat(shelf.reads.get()).isEqualTo(2);
  }

  @Test
  void readsAgainOnceSomebodyHasChangedTheElement() {
    read(ONE);
    readings.forget("LONDON");
    read(ONE);
    assertThat(shelf.reads.get()).isEqualTo(2);
  }

  @Test
  void waitsNoLongerThanItsPatienceForAnElementThatIsBusy() {
    shelf.free = new CountDownLatch(1);
    var impatient = patientFor(Duration.ZERO);
    var read = impatient.read("LONDON", places(ONE));
    assertThat(read.problem()).isEqualTo("not read: no answer within 0 s");
    assertThat(read.at()).isEqualTo(NOW);
    var seen =
        Comparison.of(List.of(new Holding(new ConnectionId(UUID.randomUUID()), ONE, true)), read);
    assertThat(seen.items())
        .singleElement()
        .returns(Found.UNKNOWN, Comparison.Line::found)
        .returns("TP-1", Comparison.Line::owner);
    shelf.free.countDown();
  }

  /** Such as what is on a card that was pulled. */
  @Test
  void saysOfWhatTheElementCannotTell() {
    shelf.hidden = Map.of(TWO.place(), "its card is out");
    var read = read(ONE, TWO);
    assertThat(read.problem()).isEqualTo("not read in full: its card is out");
    var id = new ConnectionId(UUID.randomUUID());
    var holdings = List.of(new Holding(id, ONE, true), new Holding(id, TWO, true));
    assertThat(Comparison.of(holdings, read).items())
        .extracting(Comparison.Line::found)
        .containsExactly(Found.AS_WANTED, Found.UNKNOWN);
  }

  @Test
  void saysWhyAnElementCouldNotBeReadAndAsksItNoSoonerForThat() {
    shelf.isAway = true;
    for (var i = 0; i < 3; i++) {
      assertThat(read(ONE).problem()).startsWith("not read: ").contains("nobody listens");
    }
    assertThat(shelf.reads.get()).isEqualTo(1);
  }

  /** An element that holds both, and answers when the test lets it. */
  private static final class Shelf implements ElementDriver {
    private final AtomicInteger reads = new AtomicInteger();
    private final CountDownLatch asked = new CountDownLatch(1);
    private volatile CountDownLatch free = new CountDownLatch(0);
    private volatile Map<Item.Key, String> hidden = Map.of();
    private volatile boolean isAway;

    @Override
    public String element() {
      return "LONDON";
    }

    @Override
    public Capabilities capabilities() {
      return new Capabilities(Set.of("CRS"));
    }

    @Override
    public Snapshot read(Collection<Item.Key> keys) {
      reads.incrementAndGet();
      asked.countDown();
      try {
        free.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (isAway) {
        throw new ElementUnreachable("LONDON", "nobody listens");
      }
      var items =
          List.of(ONE, TWO).stream()
              .filter(item -> keys.contains(item.place()) && !hidden.containsKey(item.place()))
              .toList();
      return new Snapshot(items, "", hidden);
    }

    @Override
    public Outcome create(Item item) {
      throw new UnsupportedOperationException("who looks writes nothing");
    }

    @Override
    public Outcome delete(Item item) {
      throw new UnsupportedOperationException("who looks writes nothing");
    }
  }
}
