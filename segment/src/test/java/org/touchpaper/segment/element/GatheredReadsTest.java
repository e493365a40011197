package org.touchpaper.segment.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatheredReadsTest {

  private static final Item ITEM = new Item("A", "CRS", "1-2", "TP-1");

  /** On a card that does not answer. */
  private static final Item.Key UNREADABLE = new Item.Key("CRS", "9-9");

  private final AtomicInteger reads = new AtomicInteger();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch written = new CountDownLatch(1);

  /** Writes when it is let, and counts how often it is read. */
  private final ElementDriver element =
      new ElementDriver() {
        @Override
        public String element() {
          return "A";
        }

        @Override
        public Capabilities capabilities() {
          return new Capabilities(Set.of("CRS"));
        }

        @Override
        public Snapshot read(Collection<Item.Key> keys) {
          reads.incrementAndGet();
          if (keys.contains(UNREADABLE)) {
            throw new ElementUnreachable("A", "9-9 denied: EQWT");
          }
          return new Snapshot(written.getCount() == 0 ? List.of(ITEM) : List.of(), "");
        }

        @Override
        public Outcome create(Item item) {
          begun.countDown();
          try {
            written.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return new Outcome.Done();
        }

        @Override
        public Outcome delete(Item item) {
          throw new UnsupportedOperationException();
        }
      };

  @AfterEach
  void letItWrite() {
    written.countDown();
  }

  private static Thread thread(Runnable work) {
    return Thread.ofPlatform().start(work);
  }

  @Test
  void thoseWhoComeWhileItIsWrittenToReadTogetherWhenItIsWritten() throws Exception {
    var gathered = new GatheredReads(element, Duration.ofDays(1));
    var writer = thread(() -> gathered.create(ITEM));
    begun.await();
    var seen = new ConcurrentLinkedQueue<List<Item>>();
    Runnable reading = () -> seen.add(gathered.read(List.of(ITEM.place())).items());
    var readers = Stream.generate(() -> thread(reading)).limit(3).toList();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> readers.stream().allMatch(GatheredReadsTest::waits));
    written.countDown();
    writer.join();
    for (var reader : readers) {
      reader.join();
    }
    assertThat(reads).hasValue(1);
    assertThat(seen).hasSize(3).containsOnly(List.of(ITEM));
  }

  /** One card that is out of order blinds nobody to the others of its element. */
  @Test
  void whatCannotBeReadForOneIsReadForTheOthers() throws Exception {
    var gathered = new GatheredReads(element, Duration.ofDays(1));
    var writer = thread(() -> gathered.create(ITEM));
    begun.await();
    var seen = new ConcurrentLinkedQueue<List<Item>>();
    var failed = new ConcurrentLinkedQueue<RuntimeException>();
    var good = thread(() -> seen.add(gathered.read(List.of(ITEM.place())).items()));
    var bad =
        thread(() -> {
          try {
            gathered.read(List.of(UNREADABLE));
          } catch (ElementUnreachable e) {
            failed.add(e);
          }
        });
    await().atMost(Duration.ofMinutes(1)).until(() -> waits(good) && waits(bad));
    written.countDown();
    for (var each : List.of(writer, good, bad)) {
      each.join();
    }
    assertThat(seen).containsExactly(List.of(ITEM));
    assertThat(failed).singleElement().asString().contains("9-9 denied: EQWT");
    assertThat(reads).as("one for both, then one for each").hasValue(3);
  }

  @Test
  void whatCannotBeReadForOneAloneIsNotReadTwice() {
    written.countDown();
    var gathered = new GatheredReads(element, Duration.ofDays(1));
    assertThatThrownBy(() -> gathered.read(List.of(UNREADABLE)))
        .isInstanceOf(ElementUnreachable.class);
    assertThat(reads).hasValue(1);
    assertThat(gathered.read(List.of(ITEM.place())).items()).containsExactly(ITEM);
  }

  private static boolean waits(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING -> true;
      case NEW, RUNNABLE, BLOCKED, TERMINATED -> false;
    };
  }

  @Test
  void aWriteThatTakesLongKeepsNobodyFromReading() throws Exception {
    var gathered = new GatheredReads(element, Duration.ofMillis(1));
    var writer = thread(() -> gathered.create(ITEM));
    begun.await();
    assertThat(gathered.read(List.of(ITEM.place())).items()).isEmpty();
    written.countDown();
    writer.join();
  }
}
