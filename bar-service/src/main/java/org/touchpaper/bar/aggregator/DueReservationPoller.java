package org.touchpaper.bar.aggregator;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.reservation.ReservationRepository;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * Polls for due reservations and checks each. The due time is a column of the row, written in the
 * same transaction as the state, so that no check is lost in a crash.
 */
@Component
class DueReservationPoller implements DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(DueReservationPoller.class);

  /** After a crash a claimed reservation is due again after this time. */
  private static final Duration CLAIM_DURATION = Duration.ofSeconds(15);

  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
  private static final int MAX_BATCH = 200;

  private final ReservationRepository repository;
  private final ReservationReconciler reconciler;
  private final TransactionTemplate transactions;
  private final Clock clock;
  private final boolean isManual;
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService scheduler;

  DueReservationPoller(
      ReservationRepository repository,
      ReservationReconciler reconciler,
      PlatformTransactionManager transactions,
      Clock clock,
      @Value("${touchpaper.schedule.manual:false}") boolean isManual) {
    this.repository = repository;
    this.reconciler = reconciler;
    this.transactions = new TransactionTemplate(transactions);
    this.clock = clock;
    this.isManual = isManual;
    this.scheduler =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofVirtual().name("reservation-poller").factory());
  }

  @EventListener(ApplicationReadyEvent.class)
  void start() {
    transactions.executeWithoutResult(_ -> repository.makeAllDue(clock.instant()));
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
      LOG.warn("polling for due reservations failed: {}", e.toString());
    }
  }

  /**
   * Claims the due reservations and checks each on its own thread; returns without waiting for
   * them.
   */
  List<CompletableFuture<Void>> poll() {
    var now = clock.instant();
    var due =
        transactions.execute(_ -> repository.claimDue(now, now.plus(CLAIM_DURATION), MAX_BATCH));
    return due == null
        ? List.of()
        : due.stream()
            .map(id -> CompletableFuture.runAsync(() -> reconcile(new ConnectionId(id)), workers))
            .toList();
  }

  private void reconcile(ConnectionId id) {
    try {
      reconciler.reconcile(id);
    } catch (RuntimeException e) {
      LOG.warn("check failed connection={}: {}; will be retried", id, e.toString());
    }
  }

  @Override
  public void destroy() {
    scheduler.shutdownNow();
    workers.shutdownNow();
  }
}
