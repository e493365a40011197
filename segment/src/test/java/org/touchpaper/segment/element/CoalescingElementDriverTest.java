package org.touchpaper.segment.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CoalescingElementDriverTest {

  private static final ConfigItem ITEM = new ConfigItem("A", "CRS", "1-2", "TP-1");

  /** An item on a card that does not answer. */
  private static final ConfigItem.Key UNREADABLE = new ConfigItem.Key("CRS", "9-9");

  private final AtomicInteger reads = new AtomicInteger();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch written = new CountDownLatch(1);

  /** A driver that writes when released, and counts reads. */
  private final ElementDriver element =
      new ElementDriver() {
        @Override
        public String element() {
          return "A";
        }

        @Override
        public Snapshot read(Collection<ConfigItem.Key> keys) {
          reads.incrementAndGet();
          if (keys.contains(UNREADABLE)) {
            throw new ElementReadException("A", "9-9 denied: EQWT");
          }
          return new Snapshot(written.getCount() == 0 ? List.of(ITEM) : List.of(), "");
        }

        @Override
        public EditOutcome create(ConfigItem item) {
          begun.countDown();
          try {
            written.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return new EditOutcome.Done();
        }

        @Override
        public EditOutcome delete(ConfigItem item) {
          throw new UnsupportedOperationException();
        }
      };

  @AfterEach
  void releaseWrites() {
    written.countDown();
  }

  private static Thread thread(Runnable work) {
    return Thread.ofPlatform().start(work);
  }

  @Test
  void readersThatArriveDuringAWriteShareOneReadAfterIt() throws Exception {
    var coalescing = new CoalescingElementDriver(element, Duration.ofDays(1));
    var writer = thread(() -> coalescing.create(ITEM));
    begun.await();
    var results = new ConcurrentLinkedQueue<List<ConfigItem>>();
    Runnable reading = () -> results.add(coalescing.read(List.of(ITEM.place())).items());
    var readers = Stream.generate(() -> thread(reading)).limit(3).toList();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> readers.stream().allMatch(CoalescingElementDriverTest::isWaiting));
    written.countDown();
    writer.join();
    for (var reader : readers) {
      reader.join();
    }
    assertThat(reads).hasValue(1);
    assertThat(results).hasSize(3).containsOnly(List.of(ITEM));
  }

  /** A card out of order must not hide other cards of its element. */
  @Test
  void aFailedSharedReadIsRepeatedForEachReader() throws Exception {
    var coalescing = new CoalescingElementDriver(element, Duration.ofDays(1));
    var writer = thread(() -> coalescing.create(ITEM));
    begun.await();
    var results = new ConcurrentLinkedQueue<List<ConfigItem>>();
    var failed = new ConcurrentLinkedQueue<RuntimeException>();
    var good = thread(() -> results.add(coalescing.read(List.of(ITEM.place())).items()));
    var bad =
        thread(() -> {
          try {
            coalescing.read(List.of(UNREADABLE));
          } catch (ElementReadException e) {
            failed.add(e);
          }
        });
    await().atMost(Duration.ofMinutes(1)).until(() -> isWaiting(good) && isWaiting(bad));
    written.countDown();
    for (var each : List.of(writer, good, bad)) {
      each.join();
    }
    assertThat(results).containsExactly(List.of(ITEM));
    assertThat(failed).singleElement().asString().contains("9-9 denied: EQWT");
    assertThat(reads).as("one shared read, then one for each reader").hasValue(3);
  }

  @Test
  void aFailedReadOfASingleReaderIsNotRepeated() {
    written.countDown();
    var coalescing = new CoalescingElementDriver(element, Duration.ofDays(1));
    assertThatThrownBy(() -> coalescing.read(List.of(UNREADABLE)))
        .isInstanceOf(ElementReadException.class);
    assertThat(reads).hasValue(1);
    assertThat(coalescing.read(List.of(ITEM.place())).items()).containsExactly(ITEM);
  }

  private static boolean isWaiting(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING -> true;
      case NEW, RUNNABLE, BLOCKED, TERMINATED -> false;
    };
  }

  @Test
  void aLongWriteDoesNotBlockReads() throws Exception {
    var coalescing = new CoalescingElementDriver(element, Duration.ofMillis(1));
    var writer = thread(() -> coalescing.create(ITEM));
    begun.await();
    assertThat(coalescing.read(List.of(ITEM.place())).items()).isEmpty();
    written.countDown();
    writer.join();
  }
}
