package org.touchpaper.bar.coallocation.service;

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
import org.touchpaper.bar.aggregator.ReservationChanged;
import org.touchpaper.bar.coallocation.CoAllocationRepository;

/**
 * Polls for due co-allocations and checks each. The due time is a column of the row, written in the
 * same transaction as the state, so that no check is lost in a crash.
 */
public final class DueCoAllocationPoller implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DueCoAllocationPoller.class);

  /** After a crash a claimed booking is due again after this time. */
  private static final Duration CLAIM_DURATION = Duration.ofSeconds(15);

  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  /** How long running checks may finish at shutdown; the rows keep the rest. */
  private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(2);

  private static final int MAX_BATCH = 200;

  private final CoAllocationRepository repository;
  private final CoAllocationService service;
  private final TransactionTemplate transactions;
  private final Clock clock;
  private final boolean isManual;
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofVirtual().name("co-allocation-poller").factory());
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

  DueCoAllocationPoller(
      CoAllocationRepository repository,
      CoAllocationService service,
      TransactionTemplate transactions,
      Clock clock,
      boolean isManual) {
    this.repository = repository;
    this.service = service;
    this.transactions = transactions;
    this.clock = clock;
    this.isManual = isManual;
  }

  @EventListener(ApplicationReadyEvent.class)
  void start() {
    if (!isManual) {
      var millis = POLL_INTERVAL.toMillis();
      var _ =
          scheduler.scheduleWithFixedDelay(this::pollSafely, millis, millis, TimeUnit.MILLISECONDS);
    }
  }

  private void pollSafely() {
    try {
      poll();
    } catch (RuntimeException e) {
      LOG.warn("polling for due co-allocations failed: {}", e.toString());
    }
  }

  /** Checks a booking at once when one of its lightpaths has changed. */
  @EventListener
  void onReservationChanged(ReservationChanged event) {
    parseBookingId(event.correlationId())
        .ifPresent(
            id -> transactions.executeWithoutResult(_ -> repository.makeDue(id, clock.instant())));
  }

  /** Other requesters' correlation ids may have any form. */
  private static Optional<UUID> parseBookingId(String correlationId) {
    try {
      return Optional.of(UUID.fromString(correlationId));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /**
   * Claims the due bookings and checks each on its own thread; returns without waiting for them.
   */
  public List<CompletableFuture<Void>> poll() {
    var now = clock.instant();
    var due =
        transactions.execute(_ -> repository.claimDue(now, now.plus(CLAIM_DURATION), MAX_BATCH));
    return due == null
        ? List.of()
        : due.stream().map(id -> CompletableFuture.runAsync(() -> follow(id), workers)).toList();
  }

  private void follow(UUID id) {
    try {
      service.follow(id);
    } catch (RuntimeException e) {
      LOG.warn("check failed coAllocation={}: {}; will be retried", id, e.toString());
    }
  }

  @Override
  public void close() {
    scheduler.shutdownNow();
    workers.shutdown();
    try {
      workers.awaitTermination(SHUTDOWN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    workers.shutdownNow();
  }
}
