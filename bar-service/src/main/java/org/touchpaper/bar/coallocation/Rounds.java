package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.coordination.ReservationChanged;

/**
 * Looks after every co-allocation whose time to be looked at has come. The time is a column of its
 * row, written in the same transaction as the state it follows from, so nothing is forgotten.
 */
final class Rounds implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

  /** A crash while looking loses no more than this. */
  private static final Duration CLAIM = Duration.ofSeconds(15);

  private static final Duration EVERY = Duration.ofMillis(100);

  /** What is under way when the service ends may finish; the row says where to go on. */
  private static final Duration END = Duration.ofSeconds(2);

  private static final int AT_MOST = 200;

  private final CoAllocations bookings;
  private final CoAllocator coAllocator;
  private final TransactionTemplate database;
  private final Clock clock;
  private final boolean byHand;
  private final ScheduledExecutorService alarm =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofVirtual().name("co-allocation-rounds").factory());
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

  Rounds(
      CoAllocations bookings,
      CoAllocator coAllocator,
      TransactionTemplate database,
      Clock clock,
      boolean byHand) {
    this.bookings = bookings;
    this.coAllocator = coAllocator;
    this.database = database;
    this.clock = clock;
    this.byHand = byHand;
  }

  @EventListener(ApplicationReadyEvent.class)
  void begin() {
    if (!byHand) {
      var millis = EVERY.toMillis();
      var _ = alarm.scheduleWithFixedDelay(this::goQuietly, millis, millis, TimeUnit.MILLISECONDS);
    }
  }

  private void goQuietly() {
    try {
      go();
    } catch (RuntimeException e) {
      LOG.warn("a round failed: {}", e.toString());
    }
  }

  /** A lightpath of a booking has news: the booking is looked at without waiting for its time. */
  @EventListener
  void heed(ReservationChanged news) {
    booking(news.correlationId())
        .ifPresent(id -> database.executeWithoutResult(_ -> bookings.wake(id, clock.instant())));
  }

  /** Correlation ids that others chose may have any form. */
  private static Optional<UUID> booking(String correlationId) {
    try {
      return Optional.of(UUID.fromString(correlationId));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** One round; returns at once, each booking is looked after on a thread of its own. */
  List<CompletableFuture<Void>> go() {
    var now = clock.instant();
    var due = database.execute(_ -> bookings.claimDue(now, now.plus(CLAIM), AT_MOST));
    return due == null
        ? List.of()
        : due.stream().map(id -> CompletableFuture.runAsync(() -> look(id), workers)).toList();
  }

  private void look(UUID id) {
    try {
      coAllocator.follow(id);
    } catch (RuntimeException e) {
      LOG.warn("{}: {}; it will be looked at again", id, e.toString());
    }
  }

  @Override
  public void close() {
    alarm.shutdownNow();
    workers.shutdown();
    try {
      workers.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    workers.shutdownNow();
  }
}
